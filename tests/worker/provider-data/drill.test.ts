import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint";
import { restoreProvider } from "#contract/provider-data";
import { activateProvider, suspendProvider } from "#contract/providers";
import { compareNow, listRuns } from "#contract/reconciliation";
import { nairobiDay } from "#contract/values/duration";
import { redeemVoucher } from "#contract/vouchers";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { sweepReconciliation } from "#worker/features/reconciliation/index";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { newMac } from "../../support/sell.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { keepHistory } from "../../support/storage-history.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallInput, call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { type Buyer, openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// `npm run drill`: what is done when a provider's database is damaged while it sells (docs/operate.md, "One provider"), and what
// is lost by it. The runtime here has no point-in-time recovery; `keepHistory` stands in for it.

const [minuteMs, dayMs] = [60_000, 86_400_000];
let world: PaymentWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await closeAllLinks();
  await world.close();
});

const provider = () => world.seeded.demo;
async function asOperator<E extends Endpoint>(endpoint: E, input: CallInput = {}) {
  const cookie = await signInOperator(world.seeded.operator);
  const answer = await call(endpoint, input, { host: hostOf(), cookie });
  if (!answer.ok) throw new Error(`${endpoint.name}: ${answer.status} ${answer.text}`);
  return answer.answer;
}
const rows = async <Row>(sql: string) =>
  (await tenantDatabase(provider().id).prepare(sql).all<Row>()).results;

/** What is known of money and access: sums, and each purchase with who has it. */
async function standing() {
  const [sums] = await rows<{ paid: number; payments: number; booked: number }>(
    `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM payments WHERE status = 'completed') AS paid,
      (SELECT count(*) FROM payments WHERE status = 'completed') AS payments,
      (SELECT -coalesce(sum(cents), 0) FROM ledger WHERE account = 'sales') AS booked`,
  );
  const [daily] = await rows<{ sold: number }>("SELECT coalesce(sum(cents), 0) AS sold FROM sales_daily");
  const lines = await rows<object>(
    "SELECT journal_id, account, cents FROM ledger ORDER BY journal_id, account, cents",
  );
  const purchases = await rows<{ id: string; source: string; mac: string }>(
    `SELECT e.id, e.source, substr(d.subject, 8) AS mac FROM entitlements e JOIN devices d ON d.entitlement_id = e.id
      WHERE d.detached_at IS NULL ORDER BY e.id`,
  );
  return { ...sums, ...daily, lines, purchases };
}

async function sale(): Promise<Buyer> {
  const buyer = world.buyer("demo");
  await buyer.start();
  await buyer.answer("paid");
  await world.advance(20_000);
  return buyer;
}

async function redeem(code: string): Promise<boolean> {
  const body = { voucherCode: code, macAddress: newMac(), routerId: provider().routers[0]?.id };
  return (await call(redeemVoucher, { body }, { host: hostOf("demo") })).ok;
}

/** As by a fault of the storage: no rule and no trigger of ours sees it. @returns how many rows are gone */
async function damage(): Promise<number> {
  return runInDurableObject(env.PROVIDER.getByName(provider().id), (_, { storage }) => {
    const { sql } = storage;
    const triggers = sql
      .exec<{ name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
      .toArray();
    return storage.transactionSync(() => {
      sql.exec("PRAGMA defer_foreign_keys = ON");
      for (const { name } of triggers) sql.exec(`DROP TRIGGER ${name}`);
      const ofPayments = "SELECT id FROM entitlements WHERE source = 'payment'";
      const gone = [
        "DELETE FROM ledger",
        "DELETE FROM sales_daily",
        "DELETE FROM plan_daily",
        "DELETE FROM payments",
        `DELETE FROM devices WHERE entitlement_id IN (${ofPayments})`,
        "DELETE FROM entitlements WHERE source = 'payment'",
        "DELETE FROM vouchers WHERE used_at IS NULL",
        "UPDATE plans SET price_cents = 1",
      ].reduce((sum, statement) => sum + sql.exec(statement).rowsWritten, 0);
      for (const trigger of triggers) sql.exec(trigger.sql);
      return gone;
    });
  });
}

/** By day, until each is over. */
async function compare(day: string): Promise<Record<string, number>> {
  await asOperator(compareNow, { params: { day } });
  for (let minute = 0; minute < 30; minute += 1) {
    await sweepReconciliation(testContext());
    const run = (await asOperator(listRuns)).find((one) => one.day === day);
    if (run?.finishedAt) return run.counts;
    vi.setSystemTime(Date.now() + minuteMs);
  }
  throw new Error(`${day} is not compared`);
}

test("a damaged provider is restored, caught up with by gateways and bridges, and its books are equal to the cent", async () => {
  const { id, businessName } = provider();
  const owner = { providerId: id, adminId: null };
  const { code } = await createBridgeCode(testContext(), owner, "drill");
  const bridge = await FakeBridge.enrol(code);
  const link = await bridge.connect();

  for (let count = 0; count < 5; count += 1) await sale();
  const input = { planId: provider().plans[0]?.id ?? "", quantity: 3 };
  const vouchers = (await generateVouchers(testContext(), id, input, null)).map(({ code }) => code);
  expect(await redeem(vouchers[0] ?? "")).toBe(true);
  await world.advance(minuteMs);
  const at = Date.now();
  const history = await keepHistory(id);
  await world.advance(minuteMs);

  // After that minute: sales, a voucher, and a prompt that is open while the damage is done.
  for (let count = 0; count < 4; count += 1) await sale();
  expect(await redeem(vouchers[1] ?? "")).toBe(true);
  // The site's own link is gone, too: what begins there is told when it is back.
  await link.close();
  const begunAt = Date.now();
  const open = world.buyer("demo");
  await open.start();
  const before = await standing();
  const gone = await damage();
  await open.answer("paid");
  await world.advance(minuteMs);
  const damaged = await standing();
  expect(damaged.purchases.length).toBeLessThan(before.purchases.length);

  const watch = performance.now();
  await asOperator(suspendProvider, { params: { id } });
  vi.setSystemTime(Date.now() + minuteMs + 1);
  await asOperator(restoreProvider, {
    params: { id },
    body: { name: businessName, at: new Date(at).toISOString() },
  });
  history.forget();
  const restored = await standing();
  const day = nairobiDay(begunAt);
  vi.setSystemTime(Date.parse(`${day}T00:00:00+03:00`) + dayMs + 3 * 3_600_000);
  const counts = await compare(day);
  await asOperator(activateProvider, { params: { id } });
  const again = await bridge.restarted().connect();
  const after = await standing();
  for (const { id: purchase } of after.purchases)
    await again.until(() => again.desired(purchase), `purchase ${purchase}`);
  const [late] = before.purchases.filter((one) => !restored.purchases.some((kept) => kept.id === one.id));
  const startedAt = begunAt;
  await again.report({
    kind: "started",
    ageMs: Date.now() - startedAt,
    routerId: provider().routers[0]?.id ?? "",
    entitlementId: late?.id ?? "",
    rev: 1,
  });
  const [told] = await rows<{ startedAt: number }>(
    `SELECT started_at AS startedAt FROM entitlements WHERE id = '${late?.id}'`,
  );
  const seconds = (performance.now() - watch) / 1_000;

  // What the customers' phones say they paid, which none of our databases has a part in.
  const transfers = (await (await world.daraja.call("/control/transfers")).json()) as { amount: number }[];
  const atGateway = transfers.reduce((sum, { amount }) => sum + amount * 100, 0);
  console.log(
    [
      `drill: ${gone} rows damaged; restored, compared and told to the bridge in ${seconds.toFixed(1)} s,`,
      `${Math.round((Date.now() - begunAt) / minuteMs)} minutes by the platform's clock with the wait for the night`,
      `rows: ${before.purchases.length} purchases before, ${damaged.purchases.length} when it was seen,`,
      `${restored.purchases.length} after the restore, ${after.purchases.length} after ${counts.repaired} repairs from payments`,
      `cents: ${atGateway} at the gateway, ${after.paid} paid, ${after.booked} booked, ${after.sold} in the sums`,
    ].join("\n"),
  );
  expect(after.payments).toBe(10);
  expect([after.paid, after.booked]).toEqual([atGateway, atGateway]);
  expect(after.sold).toBe((before.sold ?? 0) + (atGateway - (before.paid ?? 0)));
  expect(after.lines).toEqual(expect.arrayContaining(before.lines));
  expect(after.purchases).toEqual(expect.arrayContaining(before.purchases));
  expect(after.purchases).toHaveLength(before.purchases.length + 1);
  expect(counts.differences ?? 0).toBe(0);
  expect(told?.startedAt).toBe(startedAt);
  await again.close();

  // Nothing is redeemed twice, what was not used still works, and prices are what they were.
  vi.setSystemTime(Date.now() + minuteMs);
  expect(await redeem(vouchers[0] ?? "")).toBe(false);
  expect(await redeem(vouchers[1] ?? "")).toBe(false);
  expect(await redeem(vouchers[2] ?? "")).toBe(true);
  const [plan] = await rows<{ cents: number }>("SELECT min(price_cents) AS cents FROM plans");
  expect(plan?.cents).toBe(1_000);
});
