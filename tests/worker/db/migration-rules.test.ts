import { env } from "cloudflare:workers";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, test } from "vitest";
import * as platform from "#worker/db/schema/platform";
import * as tenant from "#worker/db/schema/tenant";
import { migrationFaults, numberingFaults } from "../../support/migration-rules.ts";

describe("a migration", () => {
  test.each([
    "DROP TABLE `plans`;",
    "drop  table if exists plans;",
    "ALTER TABLE plans DROP COLUMN name;",
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

  test("of this repository keeps the rules", () => {
    const faults = env.TEST_MIGRATIONS.flatMap(({ name, queries }) =>
      queries.flatMap((sql) => migrationFaults(name, sql)),
    );
    expect(faults).toEqual([]);
  });
});

const schema = [...Object.values(platform), ...Object.values(tenant)]
  .filter((one) => is(one, SQLiteTable))
  .map(getTableConfig);
const tables = schema.map(({ name }) => name).sort();
const indexes = schema.flatMap((table) => table.indexes.map(({ config }) => config.name)).sort();
// A trigger that a rebuilt table lost, or an index that crept in by hand, shows here first.
const triggers = [
  "audit_refuses_delete",
  "audit_refuses_update",
  "general_ledger_refuses_delete",
  "general_ledger_refuses_update",
  "ledger_feeds_sales_daily",
  "ledger_lowers_plan_daily",
  "ledger_refuses_delete",
  "ledger_refuses_update",
  "payments_are_summed_when_paid",
  "payments_are_tallied",
  "payments_are_tallied_anew",
  "payments_born_paid_are_summed",
  "payments_born_with_receipt_tell_refunds",
  "payments_tell_refunds_their_receipt",
  "refunds_raise_rev",
  "reviews_raise_rev",
  "routers_keep_their_sellers",
  "sales_daily_raise_rev",
  "usage_counts_on_insert",
  "usage_counts_on_update",
  "usage_daily_feeds_traffic_daily",
  "usage_daily_feeds_traffic_daily_anew",
  "vouchers_feed_voucher_daily",
];

test.each([
  ["table", tables],
  ["index", indexes],
  ["trigger", triggers],
  ["view", []],
])("a migrated database has exactly these objects of type %s", async (type, names) => {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = ?1 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name != 'd1_migrations' ORDER BY name`,
  )
    .bind(type)
    .all<{ name: string }>();
  expect(results.map(({ name }) => name)).toEqual(names);
});

test("payments carry no more than the three indexes that their write costs allow", async () => {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND name LIKE 'payments\\_%' ESCAPE '\\'",
  ).all();
  expect(results).toHaveLength(3);
});
