import { env, exports } from "cloudflare:workers";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { registerPaybillAddresses } from "#contract/paybill";
import { listDifferences } from "#contract/reconciliation";
import { hourMs, minuteMs } from "#contract/values/time";
import { copyToPlatform } from "#worker/features/copies/index";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { planById, termsOf } from "#worker/features/plans/index";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { type Buyer, openWorld, type PaymentWorld, paymentStub } from "./payment-world.ts";
import { megabyte, purchaseRow, run, servedBy } from "./top-up-world.ts";

// A top-up is never cheaper access: it is not sold late, and money that comes late all the same buys its share of the plan.

const weekMs = 7 * 24 * hourMs;
const shortCode = "600200";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
  for (const { id, plans } of [world.seeded.savanna, world.seeded.demo])
    await run(
      id,
      `UPDATE plans SET price_cents = 20000, duration_minutes = 10080, data_bytes = ?2, top_up_bytes = ?2,
        top_up_price_cents = 3000 WHERE id = ?1`,
      plans[0]?.id ?? "",
      1_000 * megabyte,
    );
});
beforeEach(async () => {
  await world.renew();
  const gateway = await env.DB.prepare("SELECT id FROM gateways WHERE account_number = ?1")
    .bind(shortCode)
    .first<{ id: string }>();
  const params = { id: world.seeded.savanna.id, configId: gateway?.id ?? "" };
  const registered = await call(registerPaybillAddresses, { params }, await asOperator());
  expect(registered.ok && registered.answer.success).toBe(true);
});
afterAll(() => world.close());

/** Hours pass in these tests, and a session ends. */
const asOperator = async () => ({
  host: hostOf(),
  cookie: await signInOperator(world.seeded.operator),
});

async function differencesOf(transactionId: string) {
  await copyToPlatform(testContext(), world.seeded.savanna.id);
  const listed = await call(listDifferences, {}, await asOperator());
  if (!listed.ok) throw new Error(listed.text);
  return listed.answer.filter(({ transactionId: of }) => of === transactionId);
}

/** A week's purchase with so much of its time left, and a top-up of it whose prompt was cancelled. */
async function cancelled(leftMs = 20 * minuteMs, buyer = world.buyer("savanna")) {
  const { transactionId: first } = await buyer.start();
  await buyer.answer("paid");
  const id = (await servedBy(buyer, first)) ?? "";
  await run(
    buyer.provider.id,
    "UPDATE entitlements SET state = 'running', started_at = ?2, ends_at = ?3, rev = rev + 1 WHERE id = ?1",
    id,
    Date.now() + leftMs - weekMs,
    Date.now() + leftMs,
  );
  const { transactionId, amount } = await buyer.start({ topUp: true });
  expect(amount).toBe(30);
  const [prompt] = await buyer.prompts();
  await buyer.answer("cancelled");
  return { buyer, id, transactionId, account: String(prompt?.accountReference) };
}

const type = async (buyer: Buyer, account: string) => {
  const answer = await world.daraja.typed({ shortCode, account, amount: 30, phone: buyer.phone });
  const said = await answer.text();
  await world.advance(0);
  return said;
};

const shownPaybill = async (id: string) => (await paymentStub(id).poll())?.paybill;

/** As a pay bill reports money that nobody asked us about first. */
async function reported(account: string, receipt: string): Promise<void> {
  const { confirmation } = paybillAddresses(testContext(), { environment: "sandbox", shortCode });
  const body = JSON.stringify({
    TransactionType: "Pay Bill",
    TransID: receipt,
    TransTime: "20310304120000",
    TransAmount: "30.00",
    BusinessShortCode: shortCode,
    BillRefNumber: account,
    MSISDN: "2547 ***** 126",
    FirstName: "ASHA",
  });
  await exports.default.fetch(new Request(confirmation, { method: "POST", body }));
  await world.advance(5_000);
}

async function boughtBy(buyer: Buyer, transactionId: string) {
  const served = (await servedBy(buyer, transactionId)) ?? "";
  return { served, terms: JSON.parse((await purchaseRow(buyer, served))?.terms ?? "{}") };
}

/** What the receipt by SMS is made of. */
async function receiptOf({ buyer, transactionId }: { buyer: Buyer; transactionId: string }) {
  const given = await tenantDatabase(buyer.provider.id)
    .prepare("SELECT given FROM messages WHERE id = ?1")
    .bind(`receipt.${transactionId}`)
    .first<string>("given");
  return JSON.parse(given ?? "null");
}

/** KSh 30 of a plan for KSh 200. */
const share = { priceCents: 3_000, durationMs: 0.15 * weekMs, dataBytes: 150 * megabyte };

describe("at a pay bill it is not sold late", () => {
  test("its account is shown and taken until five minutes before the end", async () => {
    const { buyer, transactionId, account } = await cancelled();
    expect(await shownPaybill(transactionId)).toMatchObject({ amount: 30 });
    await world.advance(15 * minuteMs);
    expect(await shownPaybill(transactionId)).toBe(null);
    expect(await type(buyer, account)).toContain("C2B00012");
    await world.advance(3 * hourMs);
    expect(await type(buyer, account)).toContain("C2B00012");
    expect((await paymentStub(transactionId).poll())?.status).toBe("failed");
  });

  test("in time it is taken, and serves its purchase", async () => {
    const { buyer, id, transactionId, account } = await cancelled();
    await world.advance(10 * minuteMs);
    expect(await type(buyer, account)).not.toContain("C2B");
    expect(await servedBy(buyer, transactionId)).toBe(id);
    expect((await purchaseRow(buyer, id))?.top_up_bytes).toBe(1_000 * megabyte);
  });

  test("a purchase that was cut off takes nothing from that moment on", async () => {
    const { buyer, id, account } = await cancelled(3 * 24 * hourMs);
    await run(buyer.provider.id, "UPDATE entitlements SET state = 'cut_off' WHERE id = ?1", id);
    expect(await type(buyer, account)).toContain("C2B00012");
  });
});

describe("money that comes late buys its share of the plan", () => {
  test("where the pay bill does not ask first; and the share has no top-up of its own", async () => {
    const { buyer, id, transactionId, account } = await cancelled();
    await world.advance(3 * hourMs);
    await reported(account, "SGH0000001");
    const { served, terms } = await boughtBy(buyer, transactionId);
    expect(served).not.toBe(id);
    expect(terms).toMatchObject(share);
    expect(terms).not.toHaveProperty("topUp");
    await run(
      buyer.provider.id,
      "UPDATE entitlements SET state = 'running', started_at = ?2, ends_at = ?3 WHERE id = ?1",
      served,
      Date.now(),
      Date.now() + share.durationMs,
    );
    const again = await buyer.initiate({ topUp: true });
    expect([again.status, JSON.parse(again.text).reason]).toEqual([409, "top_up_not_offered"]);
  });

  test("its receipt names that purchase and links to it, not to the one that it would have topped up", async () => {
    const { id: savanna } = world.seeded.savanna;
    await run(savanna, "INSERT INTO message_settings (id, receipt, tried_at) VALUES ('own', 1, 1)");
    try {
      const [late, inTime] = [await cancelled(), await cancelled()];
      expect(await type(inTime.buyer, inTime.account)).not.toContain("C2B");
      expect((await receiptOf(inTime)).topUpBytes).toBe(1_000 * megabyte);
      await world.advance(3 * hourMs);
      await reported(late.account, "SGH0000010");
      const given = await receiptOf(late);
      const { served } = await boughtBy(late.buyer, late.transactionId);
      expect(given).toMatchObject({ entitlementId: served, cents: 3_000 });
      expect(given).not.toHaveProperty("topUpBytes");
    } finally {
      await run(savanna, "DELETE FROM message_settings");
      await run(savanna, "DELETE FROM messages");
    }
  });

  test("where the prompt is answered after its purchase was stopped, of a free voucher's or imported terms, too", async () => {
    for (const change of ["json_set(terms, '$.priceCents', 0)", "json_set(terms, '$.durationMs', 60000)"]) {
      const buyer = world.buyer("demo");
      const { transactionId: first } = await buyer.start();
      await buyer.answer("paid");
      const id = (await servedBy(buyer, first)) ?? "";
      await run(
        buyer.provider.id,
        `UPDATE entitlements SET state = 'running', started_at = ?2, ends_at = ?3, terms = ${change} WHERE id = ?1`,
        id,
        Date.now(),
        Date.now() + weekMs,
      );
      const { transactionId } = await buyer.start({ topUp: true });
      await run(buyer.provider.id, "UPDATE entitlements SET state = 'cut_off' WHERE id = ?1", id);
      await buyer.answer("paid");
      expect((await boughtBy(buyer, transactionId)).terms).toMatchObject(share);
    }
  });

  test("for any prices: nobody has more time or data for a shilling than the plan gives", async () => {
    const { id, plans } = world.seeded.savanna;
    const row = await planById(testContext().tenant(id), plans[0]?.id ?? "");
    if (!row) throw new Error("the seed has this plan");
    const cents = fc.integer({ min: 100, max: 1_000_000 });
    const minutes = fc.integer({ min: 1, max: 600_000 });
    fc.assert(
      fc.property(
        cents,
        cents,
        minutes,
        fc.nat(2 ** 40),
        (priceCents, topUpPriceCents, durationMinutes, dataBytes) => {
          const { durationMs, topUp } = termsOf({
            ...row,
            priceCents,
            topUpPriceCents,
            durationMinutes,
            dataBytes,
          });
          const [whole, paid] = [Math.ceil(priceCents / 100), Math.ceil(topUpPriceCents / 100)];
          const got = topUp?.share ?? { durationMs: 0, dataBytes: 0 };
          // To the minute and the byte.
          expect((got.durationMs - minuteMs) * whole).toBeLessThanOrEqual(durationMs * paid);
          expect(((got.dataBytes ?? 0) - 1) * whole).toBeLessThanOrEqual(dataBytes * paid);
          expect(got.durationMs * whole).toBeGreaterThanOrEqual(durationMs * paid * 0.999_999);
          expect(got.durationMs).toBeGreaterThan(0);
        },
      ),
    );
  });

  test.each(["provider is suspended", "router is another's"] as const)(
    "where its %s, the share waits and the operator is asked to give the money back",
    async (what) => {
      const { buyer, transactionId, account } = await cancelled();
      const { id, routers } = buyer.provider;
      await world.advance(3 * hourMs);
      const suspended = env.DB.prepare("UPDATE providers SET status = ?2 WHERE id = ?1");
      const moved = env.DB.prepare("UPDATE routers SET provider_id = ?2 WHERE id = ?1");
      const isSuspended = what === "provider is suspended";
      const lose = isSuspended
        ? suspended.bind(id, "suspended")
        : moved.bind(routers[0]?.id, world.seeded.demo.id);
      await lose.run();
      try {
        await reported(account, `SGH00000${what.length}`);
      } finally {
        await (isSuspended ? suspended.bind(id, "active") : moved.bind(routers[0]?.id, id)).run();
      }
      expect((await boughtBy(buyer, transactionId)).terms).toMatchObject(share);
      expect(await differencesOf(transactionId)).toMatchObject([
        { kind: "unserved", giveBack: { kind: "payment", id: transactionId } },
      ]);
    },
  );

  test("where all is as it was, nobody is asked", async () => {
    const { transactionId, account } = await cancelled();
    await world.advance(3 * hourMs);
    await reported(account, "SGH0000009");
    expect(await differencesOf(transactionId)).toEqual([]);
  });
});
