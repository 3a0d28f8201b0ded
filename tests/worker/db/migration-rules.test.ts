import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
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

// A trigger that a rebuilt table lost, or an index that crept in, shows here first.
const tables = [
  "account_codes",
  "ad_exposures",
  "admins",
  "ads",
  "audit",
  "billing_configs",
  "billing_notifications",
  "bridge_codes",
  "bridges",
  "customers",
  "devices",
  "entitlements",
  "gateway_breakers",
  "gateway_faults",
  "gateways",
  "general_ledger",
  "handoff_codes",
  "hotspot_users",
  "invoices",
  "ledger",
  "mail",
  "media",
  "media_uses",
  "moves",
  "offline_vouchers",
  "paybill_addresses",
  "paybill_payments",
  "payment_confirmations",
  "payment_tallies",
  "payments",
  "plan_daily",
  "plans",
  "platform_settings",
  "provider_routers",
  "providers",
  "reconciliation_runs",
  "refunds",
  "reports",
  "reviews",
  "router_setups",
  "routers",
  "sales_daily",
  "sessions",
  "short_addresses",
  "switch_transactions",
  "switches",
  "traffic_daily",
  "usage",
  "usage_daily",
  "voucher_daily",
  "vouchers",
  "vpn_authorities",
  "vpn_clients",
];
const indexes = [
  "account_codes_payment",
  "admins_provider",
  "admins_username",
  "audit_at",
  "audit_provider",
  "billing_configs_account",
  "billing_notifications_event",
  "billing_notifications_newest",
  "billing_notifications_provider",
  "devices_mac",
  "entitlements_buyer",
  "entitlements_device",
  "entitlements_ended",
  "entitlements_live",
  "entitlements_recovery",
  "entitlements_unconfirmed",
  "entitlements_unstarted",
  "gateway_faults_age",
  "gateway_faults_counted",
  "gateways_provider",
  "hotspot_users_seen",
  "hotspot_users_without",
  "invoices_period",
  "invoices_unpaid",
  "ledger_held",
  "mail_event",
  "mail_waiting",
  "media_uses_hash",
  "media_uses_unused",
  "moves_entitlement",
  "moves_open",
  "offline_vouchers_held",
  "paybill_payments_provider",
  "paybill_payments_unmatched",
  "payment_confirmations_code",
  "payment_confirmations_newest",
  "payment_confirmations_provider",
  "payments_newest",
  "payments_open",
  "payments_receipt",
  "provider_routers_current",
  "providers_subdomain",
  "reconciliation_runs_open",
  "refunds_newest",
  "refunds_payment",
  "reviews_open",
  "router_setups_token",
  "routers_bridge",
  "sessions_acting",
  "sessions_admin",
  "short_addresses_at",
  "switch_transactions_newest",
  "switch_transactions_switch",
  "usage_entitlement",
  "vouchers_code",
  "vouchers_newest",
  "vouchers_open",
  "vouchers_revoked",
  "vouchers_used",
  "vpn_clients_serial",
  "vpn_clients_tunnel_ip",
  "vpn_clients_username",
];
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

test("payments carry no more than the three indexes that their write costs allow", () => {
  expect(indexes.filter((name) => name.startsWith("payments_"))).toHaveLength(3);
});
