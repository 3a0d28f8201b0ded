import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { exportOwnData, exportProviderData } from "#contract/provider-data";
import { tenantTableNames } from "#worker/db/statement-rules";
import { exportProvider } from "#worker/features/provider-data/export-provider";
import { ownTables, platformTables } from "#worker/features/provider-data/exported-tables";
import { type ProviderRecords, seedRecords } from "../../seed/provider-records.ts";
import { seedGateways, type TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { failStatements } from "../../support/database-faults.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { rowsOfAllTenants, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let records: { demo: ProviderRecords; savanna: ProviderRecords };
let own: { host: string; cookie: string };
let operator: { host: string; cookie: string };

beforeAll(async () => {
  seeded = await seedBoth();
  await seedGateways(testContext(), seeded);
  records = {
    demo: await seedRecords(testContext(), seeded.demo),
    savanna: await seedRecords(testContext(), seeded.savanna),
  };
  own = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
});

type Line = { table?: string; row?: Record<string, unknown>; end?: boolean; rows?: Record<string, number> };
const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
const rowsOf = (lines: Line[], table: string) =>
  lines.flatMap((line) => (line.table === table && line.row ? [line.row] : []));
const read = (providerId: string) => new Response(exportProvider(testContext(), providerId)).text();
const asOperator = (id: string) => call(exportProviderData, { params: { id } }, operator);

describe("the file of a provider's data", () => {
  test("has each row of each of its tables once, and in its last line how many", async () => {
    const answer = await call(exportOwnData, {}, own);
    const lines = linesOf(answer.text);
    expect(lines[0]).toMatchObject({ export: "provider", version: 1, providerId: seeded.demo.id });
    const end = lines.at(-1);
    expect(end?.end).toBe(true);
    expect(end?.rows).not.toHaveProperty("sessions");
    for (const table of tenantTableNames.filter((name) => name !== "sessions")) {
      const count = await tenantDatabase(seeded.demo.id)
        .prepare(`SELECT count(*) AS n FROM ${table}`)
        .first<number>("n");
      expect([table, rowsOf(lines, table).length, end?.rows?.[table]]).toEqual([table, count, count]);
    }
    expect(rowsOf(lines, "payments")).toMatchObject([
      { id: records.demo.paymentId, phone: records.demo.phone, terms: { planName: "1 Hour" } },
    ]);
    expect(rowsOf(lines, "routers").map(({ name }) => name)).toEqual(["Main Gate", "Market Stall"]);
    expect(rowsOf(lines, "providers")).toMatchObject([{ business_name: "Demo WiFi" }]);
    expect(rowsOf(lines, "gateways")).toMatchObject([{ account_number: "512345" }]);
  });

  test("is named after the provider and the day, and saved rather than shown", async () => {
    const { headers } = await call(exportOwnData, {}, own);
    expect(headers.get("content-disposition")).toMatch(
      /^attachment; filename="demo-\d{4}-\d\d-\d\d\.jsonl"$/,
    );
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("is the same for the operator, and has nothing of another provider", async () => {
    const [theirs, ours] = [await call(exportOwnData, {}, own), await asOperator(seeded.demo.id)];
    const withoutHead = (text: string) =>
      linesOf(text).filter(({ table }) => table !== undefined && table !== "admins");
    expect(withoutHead(ours.text)).toEqual(withoutHead(theirs.text));
    const { paymentId, phone, receipt, voucherCode, mac } = records.savanna;
    for (const foreign of [seeded.savanna.id, paymentId, phone, receipt, voucherCode, mac])
      expect(ours.text).not.toContain(foreign);
    expect((await asOperator(seeded.savanna.id)).text).toContain(receipt);
  });

  test("has nothing that gives access: no column of a secret, and no value of one", async () => {
    const columns = [...ownTables, ...platformTables].flatMap(({ columns }) =>
      columns.map(({ name }) => name),
    );
    expect(columns.filter((name) => /hash|secret|token|password|totp|key|sealed/.test(name))).toEqual([]);
    const text = await read(seeded.savanna.id);
    const secrets = [
      ...(await env.DB.prepare("SELECT password_hash AS v FROM operators").all<{ v: string }>()).results,
      ...(await rowsOfAllTenants<{ v: string }>(
        "SELECT password_hash AS v FROM admins UNION SELECT token_hash FROM sessions",
      )),
      ...(
        await env.DB.prepare("SELECT secrets AS v FROM routers UNION SELECT secrets FROM gateways").all<{
          v: string | null;
        }>()
      ).results,
      ...(
        await tenantDatabase(seeded.savanna.id)
          .prepare("SELECT buyer_hash AS v FROM entitlements UNION SELECT recovery_hash FROM entitlements")
          .all<{ v: string | null }>()
      ).results,
    ].flatMap(({ v }) => v ?? []);
    expect(secrets.length).toBeGreaterThan(4);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test("tells the code of a voucher once it opens nothing any more: neither of an unused one nor of one whose access is not over", async () => {
    const db = tenantDatabase(seeded.demo.id);
    const codes = async () =>
      Object.fromEntries(
        rowsOf(linesOf((await call(exportOwnData, {}, own)).text), "vouchers").map(
          ({ id, code, foreign_code }) => [id, [code, foreign_code]],
        ),
      );
    const row = await db.prepare("SELECT id, code FROM vouchers").first<{ id: string; code: string }>();
    const { id = "", code = "" } = row ?? {};
    await db.prepare("UPDATE vouchers SET foreign_code = 'user77:pass77'").run();
    const change = (used: string) => db.prepare(`UPDATE vouchers SET ${used}`).run();
    await change("used_at = NULL, redemption_id = NULL");
    expect((await codes())[id]).toEqual([null, null]);
    const ours = await asOperator(seeded.demo.id);
    for (const secret of [code, "pass77"]) expect(ours.text).not.toContain(secret);
    await change("revoked_at = 1");
    expect((await codes())[id]).toEqual([null, null]);
    const [redemption, router] = ["ab".repeat(16), seeded.demo.routers[0]?.id ?? ""];
    await change(`revoked_at = NULL, used_at = 5, redemption_id = '${redemption}', router_id = '${router}'`);
    const began = await db.prepare("SELECT id FROM entitlements LIMIT 1").first<string>("id");
    const access = (state: string) =>
      db
        .prepare(`UPDATE entitlements SET source = 'voucher', source_id = ?2, state = ?3 WHERE id = ?1`)
        .bind(began, `${redemption}${"0".repeat(48)}`, state)
        .run();
    for (const state of ["waiting", "running", "cut_off"]) {
      await access(state);
      expect([state, (await codes())[id]]).toEqual([state, [null, null]]);
    }
    await access("ended");
    expect((await codes())[id]).toEqual([code, "user77:pass77"]);
  });

  test("comes in pages: 1,300 rows are all there, each once, while others are added and some change", async () => {
    const database = tenantDatabase(seeded.savanna.id);
    const add = (from: number, to: number) =>
      database
        .prepare(
          `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
          INSERT INTO customers (phone, first_paid_at) SELECT 'n' || i, i FROM n`,
        )
        .bind(from, to)
        .run();
    await add(1, 1_300);
    const { results: before } = await database
      .prepare("SELECT phone FROM customers")
      .all<{ phone: string }>();
    const reader = exportProvider(testContext(), seeded.savanna.id)
      .pipeThrough(new TextDecoderStream())
      .getReader();
    let text = "";
    let isAdded = false;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      // The provider's own tables have begun.
      if (!isAdded && text.includes('"table":"plans"')) {
        isAdded = true;
        await add(1_301, 1_310);
        await database.prepare("UPDATE customers SET first_paid_at = first_paid_at + 1").run();
      }
    }
    const phones = rowsOf(linesOf(text), "customers").map(({ phone }) => phone);
    expect([isAdded, phones.length]).toEqual([true, new Set(phones).size]);
    expect(phones).toEqual(expect.arrayContaining(before.map(({ phone }) => phone)));
  });

  test("that cannot be read to its end breaks off: it has no last line, and the reader is told", async () => {
    const away = failStatements(/FROM vouchers/);
    await expect(read(seeded.demo.id)).rejects.toThrow();
    away.heal();
  });
});

describe("asking for it", () => {
  test("leaves a line in the audit: who took whose data", async () => {
    await clearAudit();
    await call(exportOwnData, {}, own);
    await asOperator(seeded.savanna.id);
    const { results } = await env.DB.prepare(
      "SELECT actor, provider_id AS provider, action FROM audit ORDER BY rowid",
    ).all();
    expect(results).toEqual([
      { actor: "provider", provider: seeded.demo.id, action: "export.data" },
      { actor: "platform", provider: seeded.savanna.id, action: "export.data" },
    ]);
  });

  test("takes a password that was given a short while ago; a provider that is not there is not found", async () => {
    expect((await asOperator("nobody")).status).toBe(404);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    for (const answer of [await call(exportOwnData, {}, own), await asOperator(seeded.demo.id)])
      expect(answer.ok ? null : answer.refusal?.code).toBe("reauthenticate");
    vi.useRealTimers();
  });
});
