import { describe, expect, test } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import { payments } from "#worker/db/schema/tenant";
import { checkPlatformStatement, checkTenantStatement, tenantTableNames } from "#worker/db/statement-rules";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";

describe("a statement of one provider", () => {
  test.each([
    "SELECT * FROM payments WHERE provider_id = ?1 AND id = ?2",
    'SELECT * FROM "payments" WHERE "provider_id" = ?1',
    "SELECT * FROM `payments` WHERE `payments`.`provider_id` = ?1",
    "UPDATE vouchers SET used_at = ?2 WHERE provider_id = ?1",
    "INSERT INTO usage (provider_id, mac) VALUES (?1, ?2)",
    'insert into "plans" ("provider_id", "id") values (?1, ?2) on conflict do nothing',
    "INSERT INTO usage (provider_id, mac) VALUES (?1, ?2), (?1, ?3) ON CONFLICT DO NOTHING",
    "INSERT INTO usage (provider_id, mac) SELECT * FROM (VALUES (?1, ?2), (?1, ?3)) WHERE changes() > 0",
    "INSERT INTO entitlements (provider_id, id) SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM plans WHERE provider_id = ?1)",
    "INSERT INTO entitlements (provider_id, id) SELECT DISTINCT v.provider_id, v.id FROM vouchers v WHERE v.provider_id = ?1",
    "SELECT * FROM payments p JOIN plans l ON l.id = p.plan_id AND l.provider_id = ?1 WHERE p.provider_id = ?1",
    `INSERT INTO entitlements (provider_id, id) SELECT provider_id, id FROM vouchers WHERE provider_id = ?1 AND code = ?2`,
    "DELETE FROM vouchers WHERE provider_id = ?1 AND id = ?2",
    "SELECT * FROM payments WHERE provider_id = ?1 AND (status = 'failed' OR late = 1) AND receipt IS NOT NULL",
    "SELECT * FROM plans WHERE provider_id = ?1 AND NOT EXISTS (SELECT 1 FROM vouchers WHERE provider_id = ?1)",
    "SELECT * FROM plans WHERE provider_id = ?1 AND name = 'here; -- or there'",
    "INSERT INTO usage (provider_id, mac) VALUES (?1, ?2) ON CONFLICT (provider_id, mac) DO UPDATE SET seconds = max(seconds, excluded.seconds)",
    "WITH used AS (SELECT code FROM vouchers WHERE provider_id = ?1) SELECT * FROM used",
    "WITH used AS MATERIALIZED (SELECT code FROM vouchers WHERE provider_id = ?1) SELECT * FROM used",
  ])("may run: %s", (sql) => {
    expect(() => checkTenantStatement(sql)).not.toThrow();
  });

  test.each([
    ["reads without a provider", "SELECT * FROM payments WHERE id = ?2"],
    ["reads everybody's", "SELECT * FROM payments"],
    ["reads in lower case", "select * from payments where id = ?"],
    ["reads a quoted table", 'SELECT * FROM "payments" WHERE id = ?'],
    ["changes everybody's", "UPDATE vouchers SET revoked_at = ?2"],
    ["deletes everybody's", "DELETE FROM vouchers WHERE id = ?2"],
    [
      "joins a second table without its provider",
      "SELECT * FROM payments p JOIN plans l ON l.id = p.plan_id WHERE p.provider_id = ?1",
    ],
    ["lists a second table after a comma", "SELECT * FROM payments p, plans l WHERE p.provider_id = ?1"],
    [
      "looks into another table in a subquery",
      "SELECT (SELECT count(*) FROM vouchers) FROM payments WHERE provider_id = ?1",
    ],
    ["names the provider in the text", "SELECT * FROM payments WHERE provider_id = 'other'"],
    ["compares the provider with itself", "SELECT * FROM payments WHERE provider_id = provider_id"],
    ["wants every provider but one", "SELECT * FROM payments WHERE provider_id != ?1"],
    ["says or", "SELECT * FROM payments WHERE provider_id = ?1 OR id = ?2"],
    ["binds another value as provider", "SELECT * FROM payments WHERE provider_id = ?2"],
    ["leaves the number to its place", "SELECT * FROM payments WHERE provider_id = ?"],
    ["binds a tenth value as provider", "SELECT * FROM payments WHERE provider_id = ?10"],
    ["binds where it chooses columns", "SELECT provider_id = ?1 FROM payments"],
    ["binds where it sets a value", "UPDATE plans SET provider_id = ?1 WHERE id = ?2"],
    ["turns the condition round", "SELECT * FROM payments WHERE NOT provider_id = ?1"],
    [
      "loosens the condition in parentheses",
      "SELECT * FROM payments WHERE (provider_id = ?1 OR id = ?2) AND status = 'x'",
    ],
    ["inserts without a provider", "INSERT INTO usage (mac) VALUES (?2)"],
    ["inserts without columns", "INSERT INTO usage VALUES (?1, ?2)"],
    ["inserts another value as provider", "INSERT INTO usage (provider_id, mac) VALUES (?2, ?1)"],
    ["inserts its provider in another place", "INSERT INTO usage (mac, provider_id) VALUES (?1, ?2)"],
    [
      "inserts a second row of another provider",
      "INSERT INTO usage (provider_id, mac) VALUES (?1, ?2), (?3, ?4)",
    ],
    [
      "inserts a provider by a query",
      "INSERT INTO usage (provider_id, mac) SELECT ?2, mac FROM usage WHERE provider_id = ?1",
    ],
    ["copies everybody's", "INSERT INTO entitlements (provider_id, id) SELECT provider_id, id FROM vouchers"],
    ["replaces without a provider", "REPLACE INTO usage (mac) VALUES (?2)"],
    ["reads the platform's table", "SELECT * FROM bridges WHERE provider_id = ?1"],
    [
      "joins the platform's table",
      "SELECT * FROM payments p JOIN routers r ON r.id = p.router_id WHERE p.provider_id = ?1",
    ],
    ["hides a table behind a comment", "SELECT * FROM/**/payments"],
    ["hides a table behind a line break", "SELECT *\nFROM\n\tpayments"],
    ["binds in a comment", "SELECT * FROM payments -- provider_id = ?1"],
    ["binds in a text", "SELECT 'provider_id = ?1' FROM payments"],
    ["hides a table in brackets", "SELECT * FROM [payments]"],
    ["hides a table behind its schema", "SELECT * FROM main.payments"],
    ["hides a table behind its quoted schema", 'SELECT * FROM "main"."payments"'],
    ["names no table", "PRAGMA table_list"],
    ["reads the catalogue", "SELECT * FROM sqlite_master WHERE provider_id = ?1"],
    ["says two things at once", "SELECT * FROM payments WHERE provider_id = ?1; SELECT * FROM plans"],
  ])("is refused if it %s", (_fault, sql) => {
    expect(() => checkTenantStatement(sql)).toThrow();
  });
});

describe("a statement of the platform", () => {
  test("reads and writes its own tables, and no tenant's: alone, beside its own, or in part of it", () => {
    expect(() => checkPlatformStatement("SELECT * FROM operators")).not.toThrow();
    for (const wrong of [
      "SELECT sum(cents) FROM sales_daily",
      "SELECT * FROM payments WHERE provider_id = ?1",
      "SELECT * FROM routers r JOIN payments p ON p.provider_id = r.provider_id",
      "SELECT * FROM operators WHERE id IN (SELECT resolved_by FROM reviews)",
      "INSERT INTO audit (id) SELECT id FROM reviews",
      "UPDATE payments SET status = 'failed'",
      "DELETE FROM vouchers",
    ])
      for (const _again of [1, 2]) expect(() => checkPlatformStatement(wrong)).toThrow("a tenant's table");
    expect(() => checkPlatformStatement("SELECT * FROM operators o, payments p")).toThrow("comma");
  });

  test("reads whole rows of its own tables only", async () => {
    await expect(testContext().platform.select(payments)).rejects.toThrow("no table of the platform");
  });
});

test("every table of a tenant starts its key with the provider, and every reference carries it", async () => {
  for (const table of tenantTableNames) {
    const database = tenantDatabase(platformBooks);
    const { results: columns } = await database
      .prepare(`SELECT name, pk FROM pragma_table_info('${table}')`)
      .all<{ name: string; pk: number }>();
    expect([table, columns.find(({ pk }) => pk === 1)?.name]).toEqual([table, "provider_id"]);
    const { results: references } = await database
      .prepare(`SELECT id, "from" AS own FROM pragma_foreign_key_list('${table}')`)
      .all<{ id: number; own: string }>();
    for (const id of new Set(references.map((reference) => reference.id))) {
      const columnsOfKey = references.filter((reference) => reference.id === id).map(({ own }) => own);
      expect([table, columnsOfKey]).toEqual([table, expect.arrayContaining(["provider_id"])]);
    }
  }
});
