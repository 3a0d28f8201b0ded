import { env } from "cloudflare:workers";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import { inObject } from "#worker/context";
import { onD1 } from "#worker/db/executor";
import * as platform from "#worker/db/schema/platform";
import * as tenant from "#worker/db/schema/tenant";
import { migrationFaults, numberingFaults, orderFaults } from "../../support/migration-rules.ts";

describe("a migration", () => {
  test.each([
    "DROP TABLE `plans`;",
    "drop  table if exists plans;",
    "ALTER TABLE plans DROP COLUMN name;",
    "DROP INDEX `payments_open`;",
    "ALTER TABLE `plans` RENAME TO `offers`;",
    "ALTER TABLE plans RENAME COLUMN name TO title;",
    "CREATE TABLE `__new_plans` (id text);",
    "PRAGMA foreign_keys=OFF;",
    "PRAGMA defer_foreign_keys = on;",
    "CREATE TABLE a (b text REFERENCES c(d) ON DELETE CASCADE);",
    "CREATE TABLE a (b text REFERENCES c(d) ON UPDATE cascade);",
    "CREATE TABLE a (b text);\nCREATE TABLE c (d text);",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; SELECT 2; END;\nCREATE INDEX i ON a (b);",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT 1; END;\nCREATE TRIGGER u AFTER INSERT ON a BEGIN SELECT 1; END;",
  ])("may not hold: %s", (sql) => {
    expect(migrationFaults("0009_bad.sql", sql)).toEqual([expect.stringContaining("0009_bad.sql: ")]);
  });

  test.each([
    "ALTER TABLE plans ADD COLUMN colour text;",
    "CREATE TABLE a (b text, FOREIGN KEY (b) REFERENCES c(d) ON UPDATE no action ON DELETE no action);",
    "CREATE TABLE a (b text);\n--> statement-breakpoint\nCREATE TABLE c (d text);",
    "-- instead of DROP TABLE\nCREATE TABLE a (b text DEFAULT ';');",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT CASE WHEN 1 THEN 2 END; SELECT 2; END;",
    "DROP TRIGGER t;",
  ])("may hold: %s", (sql) => {
    expect(migrationFaults("0009_good.sql", sql)).toEqual([]);
  });

  test("has the next number, once, and stands in the journal", () => {
    expect(numberingFaults(["0001_b.sql", "0000_a.sql"], ["0000_a", "0001_b"])).toEqual([]);
    expect(numberingFaults(["0000_a.sql", "0002_b.sql"], ["0000_a", "0002_b"])).toHaveLength(1);
    expect(numberingFaults(["0000_a.sql", "0000_b.sql"], ["0000_a", "0000_b"])).toHaveLength(1);
    expect(numberingFaults(["0000_a.sql"], [])).toHaveLength(1);
    expect(numberingFaults([], ["0000_a"])).toHaveLength(1);
  });

  test("comes after the one before: a database runs only what is later than its last one", () => {
    const entry = (tag: string, when: number) => ({ tag, when });
    expect(orderFaults([entry("0000_a", 1), entry("0001_b", 2)])).toEqual([]);
    expect(orderFaults([entry("0000_a", 2), entry("0001_b", 2), entry("0002_c", 1)])).toHaveLength(2);
  });

  test("of this repository keeps the rules", () => {
    const files = import.meta.glob("../../../migrations/*/*.sql", {
      eager: true,
      query: "?raw",
      import: "default",
    });
    const faults = Object.entries(files).flatMap(([name, text]) => migrationFaults(name, text));
    expect(Object.keys(files).length).toBeGreaterThan(3);
    expect(faults).toEqual([]);
  });
});

const named = (schema: object) => {
  const tables = Object.values(schema)
    .filter((one) => is(one, SQLiteTable))
    .map(getTableConfig);
  return {
    table: tables.map(({ name }) => name).sort(),
    index: tables.flatMap(({ indexes }) => indexes.map(({ config }) => config.name)).sort(),
    view: [],
  };
};
// A trigger that a rebuilt table lost, or an index that crept in by hand, shows here first.
const databases = {
  platform: {
    run: onD1(env.DB),
    names: {
      ...named(platform),
      trigger: [
        "ads_insert_counts",
        "ads_update_counts",
        "audit_refuses_delete",
        "audit_refuses_update",
        "credit_notes_refuse_update",
        "gateway_breakers_delete_counts",
        "gateway_breakers_insert_counts",
        "gateway_breakers_update_counts",
        "gateways_insert_counts",
        "gateways_update_counts",
        "invoices_keep_what_was_billed",
        "platform_settings_delete_counts",
        "platform_settings_insert_counts",
        "platform_settings_update_counts",
        "providers_insert_counts",
        "providers_update_counts",
        "router_sellers_delete_counts",
        "router_sellers_insert_counts",
        "routers_insert_counts",
        "routers_keep_their_sellers",
        "routers_online_by_their_bridge",
        "routers_reach_counts",
        "routers_update_counts",
        "switches_insert_counts",
        "switches_update_counts",
      ],
    },
  },
  provider: {
    run: inObject((queries) => env.PROVIDER.getByName(platformBooks).run(queries)),
    names: {
      ...named(tenant),
      trigger: [
        "credit_entries_count_on_insert",
        "credit_entries_count_on_update",
        "credit_entries_raise_rev",
        "customer_cash_makes_a_payer",
        "customer_cash_refuses_delete",
        "customer_cash_stays_what_it_is",
        "customer_entries_make_the_balance",
        "customer_entries_refuse_delete",
        "customer_entries_refuse_update",
        "general_ledger_refuses_delete",
        "general_ledger_refuses_update",
        "ledger_feeds_sales_daily",
        "ledger_lowers_plan_daily",
        "ledger_of_cash_feeds_plan_daily",
        "ledger_refuses_delete",
        "ledger_refuses_update",
        "payments_are_summed_when_paid",
        "payments_are_tallied",
        "payments_born_ended_are_tallied",
        "payments_born_paid_are_summed",
        "payments_born_with_receipt_tell_refunds",
        "payments_removed_are_not_tallied",
        "payments_tell_refunds_their_receipt",
        "payouts_raise_rev",
        "payouts_refuse_delete",
        "payouts_stay_what_they_are",
        "refunds_raise_rev",
        "reviews_raise_rev",
        "sales_daily_raise_rev",
        "usage_counts_on_insert",
        "usage_counts_on_update",
        "usage_daily_feeds_traffic_daily",
        "usage_daily_feeds_traffic_daily_anew",
        "vouchers_feed_voucher_daily",
      ],
    },
  },
};

/** What the runtime and the migrators keep for themselves. */
const isOthers = /^(sqlite_|_cf_|__drizzle_migrations|d1_migrations)/;

test.each(["platform", "provider"] as const)(
  "a migrated %s database has exactly what the schema names",
  async (kind) => {
    const { run, names } = databases[kind];
    const [found] = await run([{ sql: "SELECT type, name FROM sqlite_master ORDER BY name", params: [] }]);
    const own = (found?.rows ?? []).filter(({ name }) => !isOthers.test(String(name)));
    for (const [type, expected] of Object.entries(names))
      expect(own.filter((one) => one.type === type).map(({ name }) => name)).toEqual(expected);
  },
);

test("what is written often and found by its key alone has no rowid, which would be one more written row per insert", async () => {
  // Names that begin so are the runtime's own: what an object keeps by key and value.
  const statement = {
    sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' ORDER BY name",
    params: [],
  };
  const [found] = await databases.provider.run([statement]);
  const without = (found?.rows ?? []).filter(({ sql }) => String(sql).endsWith("WITHOUT ROWID"));
  expect(without.map(({ name }) => name)).toEqual([
    ...["ad_exposures", "customers", "devices", "entitlements", "general_ledger", "hotspot_users"],
    ...[
      "ledger",
      "line_usage",
      "message_months",
      "message_opt_outs",
      "message_settings",
      "message_templates",
      "messages",
    ],
    ...["owner_news", "payment_tallies", "payments", "plan_daily", "traffic_daily"],
    ...["usage", "usage_daily", "voucher_daily"],
  ]);
});

test("payments carry no more than the three indexes that their write costs allow, and those of top-ups and of collected money alone", () => {
  const indexes = databases.provider.names.index.filter((name) => name.startsWith("payments_"));
  expect(indexes.filter((name) => !["payments_top_ups", "payments_fresh"].includes(name))).toHaveLength(3);
});
