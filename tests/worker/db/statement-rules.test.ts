import { describe, expect, test } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import { payments } from "#worker/db/schema/tenant";
import { names, sql } from "#worker/db/sql";
import { checkTenantStatement, tenantTableNames } from "#worker/db/statement-rules";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";

describe("a statement of one provider", () => {
  test.each([
    "SELECT * FROM payments WHERE id = ?1",
    'SELECT * FROM "payments"',
    "SELECT * FROM `payments` WHERE `payments`.`id` = ?1",
    "UPDATE vouchers SET used_at = ?1",
    "DELETE FROM vouchers WHERE id = ?1",
    "INSERT INTO usage (subject) VALUES (?1), (?2) ON CONFLICT DO NOTHING",
    'insert into "plans" ("id") values (?1) on conflict do nothing',
    "INSERT INTO entitlements (id) SELECT DISTINCT v.id FROM vouchers v",
    "SELECT * FROM payments p JOIN plans l ON l.id = p.plan_id",
    "SELECT (SELECT count(*) FROM vouchers) FROM payments WHERE status = 'failed' OR late = 1",
    "SELECT * FROM plans WHERE name = 'here; -- or there'",
    "INSERT INTO usage (subject) VALUES (?1) ON CONFLICT (subject) DO UPDATE SET seconds = max(seconds, excluded.seconds)",
    "WITH used AS (SELECT code FROM vouchers) SELECT * FROM used",
    "WITH used AS MATERIALIZED (SELECT code FROM vouchers) SELECT * FROM used",
  ])("may run: %s", (sql) => {
    expect(() => checkTenantStatement(sql)).not.toThrow();
  });

  test.each([
    ["reads the platform's table", "SELECT * FROM bridges WHERE id = ?1"],
    ["reads the copy of a platform's table in lower case", "select * from routers where id = ?"],
    ["reads it quoted", 'SELECT * FROM "routers"'],
    ["joins it", "SELECT * FROM payments p JOIN routers r ON r.id = p.router_id"],
    ["looks into it in a subquery", "SELECT (SELECT count(*) FROM routers) FROM payments"],
    ["copies from it", "INSERT INTO provider_routers (router_id) SELECT id FROM routers"],
    ["changes it", "UPDATE routers SET status = ?1"],
    ["deletes from it", "DELETE FROM routers WHERE id = ?1"],
    ["fills it", "INSERT INTO routers (id) VALUES (?1)"],
    ["replaces in it", "REPLACE INTO routers (id) VALUES (?1)"],
    ["lists it after a comma", "SELECT * FROM payments p, routers r"],
    ["hides it behind a comment", "SELECT * FROM payments JOIN/**/routers"],
    ["hides it behind a line break", "SELECT *\nFROM\n\trouters"],
    ["carries a comment", "SELECT * FROM payments -- all"],
    ["hides a table in brackets", "SELECT * FROM [routers]"],
    ["hides a table behind its schema", "SELECT * FROM main.routers"],
    ["hides a table behind its quoted schema", 'SELECT * FROM "main"."routers"'],
    ["names no table", "PRAGMA table_list"],
    ["reads the catalogue", "SELECT * FROM sqlite_master"],
    ["says two things at once", "SELECT * FROM payments; SELECT * FROM plans"],
  ])("is refused if it %s", (_fault, sql) => {
    for (const _again of [1, 2]) expect(() => checkTenantStatement(sql)).toThrow();
  });
});

test("a statement of the platform reaches no tenant's table: D1 has none", async () => {
  const { platform } = testContext();
  for (const table of tenantTableNames)
    await expect(platform.all(sql`SELECT 1 FROM ${names(table)}`)).rejects.toThrow(`no such table: ${table}`);
  await expect(platform.select(payments)).rejects.toThrow("no such table: payments");
});

test("no table of a tenant says whose its rows are, and each has a key", async () => {
  for (const table of tenantTableNames) {
    const { results: columns } = await tenantDatabase(platformBooks)
      .prepare(`SELECT name, pk FROM pragma_table_info('${table}')`)
      .all<{ name: string; pk: number }>();
    expect([table, columns.filter(({ name }) => name === "provider_id")]).toEqual([table, []]);
    expect([table, columns.some(({ pk }) => pk === 1)]).toEqual([table, true]);
  }
});
