import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { listTransactions } from "#contract/transactions";
import { dayMs } from "#contract/values/time";
import { exec } from "#worker/db/executor";
import { tenantTableNames } from "#worker/db/statement-rules";
import { retentionDue, sweepRetention } from "#worker/features/provider-data/index";
import { type ProviderRecords, seedRecords } from "../../seed/provider-records.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

const start = Date.now();
let seeded: TwoProviders;
let records: ProviderRecords;

beforeAll(async () => {
  seeded = await seedBoth();
  records = await seedRecords(testContext(), seeded.demo);
  await seedRecords(testContext(), seeded.savanna);
  await own("UPDATE entitlements SET state = 'ended', ended_at = ?1", start);
  await own("UPDATE reviews SET resolved_at = ?1", start);
  await own(
    `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement,
       gateway_id, status, created_at, updated_at)
     SELECT named.value, 1, router_id, plan_id, terms, '254700000000', 100, 'mpesa', 'direct', 'g', 'failed',
       created_at, updated_at
     FROM payments JOIN json_each('["failed", "listed", "taken back"]') AS named`,
  );
  await own(
    `INSERT INTO reviews (id, at, payment_id, kind, detail)
     SELECT 'listed', 1, 'listed', 'lost', '{}' FROM reviews`,
  );
  await own(
    `INSERT INTO ledger (journal_id, line, at, kind, account, cents, payment_id, router_id, method, settlement, day)
     SELECT 'sale taken back', line, at, kind, account, cents, 'taken back', router_id, method, settlement, day
     FROM ledger`,
  );
});

const own = (text: string, ...values: unknown[]) =>
  tenantDatabase(seeded.demo.id)
    .prepare(text)
    .bind(...values)
    .run();
async function column(text: string): Promise<unknown[]> {
  const { results } = await tenantDatabase(seeded.demo.id).prepare(text).all();
  // How far the copies for the operator are: they follow by themselves.
  return results.flatMap(({ copied_rev: _copied, ...row }) => Object.values(row));
}
const sweepAfter = (days: number, { id } = seeded.demo) =>
  sweepRetention(testContext({ now: () => start + days * dayMs }), id);
const payments = () => column("SELECT id FROM payments ORDER BY id");

async function textOfAll(): Promise<string> {
  const read = tenantTableNames.map((table) => column(`SELECT * FROM ${table}`));
  return JSON.stringify(await Promise.all(read));
}
const figures = () =>
  Promise.all(
    ["sales_daily", "plan_daily", "voucher_daily", "traffic_daily", "ledger"].map((table) =>
      column(`SELECT * FROM ${table}`),
    ),
  );

test("failed payments go after 90 days, but for those that a person looks at and those that were sales", async () => {
  const all = ["failed", "listed", records.paymentId, "taken back"].sort();
  await sweepAfter(89);
  expect(await payments()).toEqual(all);
  await sweepAfter(98);
  await sweepAfter(98);
  await sweepAfter(98);
  expect(await payments()).toEqual(all.filter((id) => id !== "failed"));
  expect(await column("SELECT count FROM payment_tallies WHERE status = 'failed'")).toEqual([2]);
});

test("it is due again a week after the day that it has reached", async () => {
  const { id } = seeded.demo;
  const [reached, due] = await runInDurableObject(env.PROVIDER.getByName(id), (_, { storage: { sql } }) => [
    sql.exec<{ at: number }>("SELECT until AS at FROM retention WHERE kind = 'failed'").one().at,
    retentionDue().map((statement) => exec(sql, statement).one().at),
  ]);
  expect(reached).toBe(start + 8 * dayMs);
  expect(due[0]).toBe(start + (8 + 90 + 7) * dayMs);
});

test("phone numbers and devices go after 24 months; what was paid and every sum stay", async () => {
  const { phone, mac, receipt } = records;
  const before = await figures();
  await sweepAfter(730);
  expect(await textOfAll()).toContain(phone);
  await sweepAfter(740);
  const text = await textOfAll();
  expect([text.includes(phone), text.includes(mac), text.includes(receipt)]).toEqual([false, false, true]);
  expect(await figures()).toEqual(before);
  const cookie = await signInProvider(seeded.demo);
  const listed = await call(listTransactions, {}, { host: hostOf("demo"), cookie });
  expect(listed.ok).toBe(true);
});

test("of another provider nothing goes", async () => {
  const { results } = await tenantDatabase(seeded.savanna.id).prepare("SELECT phone FROM payments").all();
  expect(results).toEqual([{ phone: expect.stringMatching(/^2547/) }]);
});
