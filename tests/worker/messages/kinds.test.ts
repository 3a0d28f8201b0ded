import { beforeAll, describe, expect, test } from "vitest";
import * as contract from "#contract/messages";
import { hourMs, minuteMs } from "#contract/values/time";
import { noteOutage } from "#worker/features/entitlements/index";
import { settleOutage } from "#worker/features/entitlements/outages";
import { recoveryCodeOf } from "#worker/features/entitlements/recovery-code";
import { receiptStatements } from "#worker/features/messages/index";
import { type Sold, sell, setEntitlement } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  demo,
  inUse,
  messageWorld,
  pass,
  phone,
  providers,
  rows,
  saved,
  sms,
  sweep,
} from "./message-world.ts";

// What is written to customers, when, and once.

messageWorld();

let ctx: ReturnType<typeof testContext>;
beforeAll(() => {
  ctx = testContext();
});

const db = () => ctx.tenant(providers().demo.id);
const texts = () => sms().accepted.map(({ message }) => message);

/** Bought by this phone; it runs until then. */
async function running(
  hours: number,
  endsAt: number,
  number = phone,
  language: "en" | "sw" | null = null,
): Promise<Sold> {
  const { demo: provider } = providers();
  const sold = await sell(provider, { undelivered: true, terms: { durationMs: hours * hourMs } });
  await setEntitlement(sold, { state: "running", started_at: endsAt - hours * hourMs, ends_at: endsAt });
  await tenantDatabase(provider.id)
    .prepare(
      `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement, gateway_id, status, created_at, updated_at, language)
        VALUES (?1, 1, ?2, ?3, '{}', ?4, 1000, 'mpesa', 'direct', '', 'completed', 1, 1, ?5)`,
    )
    .bind(`payment of ${sold.id}`, sold.routerId, sold.terms.planId, number, language)
    .run();
  return sold;
}

describe("a receipt", () => {
  const paid = (over: Partial<Parameters<typeof receiptStatements>[1]> = {}) =>
    db().batch(
      receiptStatements(Date.now(), {
        paymentId: "p1",
        entitlementId: "e1",
        phone,
        planName: "1 Hour",
        amountCents: 1_000,
        receipt: "TKL1A2B3C4",
        language: null,
        completedAt: Date.now(),
        ...over,
      }),
    );

  test("has a link that opens the purchase; its code is kept nowhere, and not shown in the console", async () => {
    await inUse();
    for (let told = 0; told < 3; told += 1) await paid();
    await sweep();
    await sweep();
    const code = recoveryCodeOf(ctx, "e1");
    expect(texts()).toEqual([
      `Demo WiFi: KSh 10 paid for 1 Hour, TKL1A2B3C4. Not online, or on another phone? Open on our WiFi: http://demo.hotspot.localhost/r/${code}`,
    ]);
    expect(JSON.stringify(await rows())).not.toContain(code);
    const listed = await call(contract.listMessages, { query: { phone: "0712345678" } }, demo());
    expect(listed.ok && listed.answer).toMatchObject([
      { kind: "receipt", state: "sent", price: 0.8, segments: 1, phoneNumber: phone },
    ]);
    expect(listed.text).toContain("/r/…");
    expect(listed.text).not.toContain(code);
  });

  test("is sent at night, too, in the provider's own words and language", async () => {
    await inUse({ language: "sw" });
    const text = "{business}: asante! {plan}, risiti {receipt}";
    const body = { kind: "receipt", language: "sw", text } as const;
    expect((await call(contract.saveMessageTemplate, { body }, demo())).ok).toBe(true);
    const wrong = await call(contract.saveMessageTemplate, { body: { ...body, text: "{minutes}" } }, demo());
    expect([wrong.status, wrong.ok ? "" : wrong.refusal?.message]).toEqual([
      400,
      "{minutes} means nothing in this message. It can use {business}, {plan}, {amount}, {receipt}, {link}.",
    ]);
    pass(12 * hourMs);
    await paid();
    await sweep();
    expect(texts()).toEqual(["Demo WiFi: asante! 1 Hour, risiti TKL1A2B3C4"]);
  });

  test("of a payment long ago, of a number that is none, or of a kind that is off is not written", async () => {
    await inUse({ receipt: false });
    await paid();
    await saved();
    await paid({ completedAt: Date.now() - 6 * hourMs });
    await paid({ phone: "25420123456" });
    expect(await rows()).toEqual([]);
  });

  test("to a number that wants none is held back", async () => {
    await inUse();
    const optOut = (optedOut: boolean) =>
      call(contract.setOptOut, { body: { phoneNumber: "+254 712 345 678", optedOut } }, demo());
    expect((await optOut(true)).ok).toBe(true);
    const listed = await call(contract.listOptOuts, {}, demo());
    expect(listed.ok && listed.answer).toMatchObject([{ phoneNumber: phone }]);
    await paid();
    await sweep();
    expect(await rows()).toMatchObject([{ state: "held", reason: "opted_out" }]);
    await optOut(false);
    await paid({ paymentId: "p2" });
    await sweep();
    expect(texts()).toHaveLength(1);
  });
});

describe("a reminder", () => {
  test("comes half an hour before the end of a plan of three hours or more, once for each end", async () => {
    await inUse();
    const long = await running(24, Date.now() + 31 * minuteMs);
    await running(2, Date.now() + 31 * minuteMs, "254712000001");
    await sweep();
    expect(texts()).toEqual([]);
    pass(minuteMs);
    for (let time = 0; time < 3; time += 1) await sweep();
    expect(texts()).toEqual([
      `Demo WiFi: your 1 Hour ends at 12:31. To stay online, buy the next one: http://demo.hotspot.localhost`,
    ]);
    // Given more time, it has another end.
    await setEntitlement(long, { ends_at: Date.now() + 3 * hourMs });
    await sweep();
    expect(texts()).toHaveLength(1);
    pass(3 * hourMs - 30 * minuteMs);
    await sweep();
    expect(texts()).toHaveLength(2);
  });

  test("of a plan of some hours comes before its end, and never before a close", async () => {
    await inUse();
    const night = await running(24, Date.now() + 24 * hourMs);
    const terms = { ...night.terms, durationMs: 8 * hourMs, hours: { from: 10 * 60, until: 13 * 60 } };
    await tenantDatabase(night.providerId)
      .prepare("UPDATE entitlements SET terms = ?2 WHERE id = ?1")
      .bind(night.id, JSON.stringify(terms))
      .run();
    // 12:40: it closes at 13:00.
    pass(40 * minuteMs);
    await sweep();
    expect(await rows()).toEqual([]);
    pass(23 * hourMs - 10 * minuteMs);
    await sweep();
    expect(texts()).toHaveLength(1);
  });

  test("in quiet hours waits for their end, or lapses with its plan", async () => {
    await inUse();
    // 06:40, and the plans end at 07:10 and at 06:55.
    pass(18 * hourMs + 40 * minuteMs);
    await running(24, Date.now() + 30 * minuteMs);
    await running(24, Date.now() + 15 * minuteMs, "254712000001");
    await sweep();
    expect((await rows()).map(({ state, reason }) => [state, reason]).sort()).toEqual([
      ["held", "quiet_hours"],
      ["waiting", "quiet_hours"],
    ]);
    pass(20 * minuteMs);
    await sweep();
    expect(sms().accepted.map(({ to }) => to)).toEqual([`+${phone}`]);
  });
});

test("time that was given back after an outage is told to each buyer, once", async () => {
  await inUse();
  const routerId = providers().demo.routers[0]?.id ?? "";
  const beganAt = Date.now() - 50 * minuteMs;
  await running(24, Date.now() + 2 * hourMs);
  await noteOutage(ctx, providers().demo.id, { routerId, beganAt, endedAt: beganAt + 45 * minuteMs });
  const id = `${routerId}.${beganAt}`;
  expect(await settleOutage(ctx, providers().demo.id, id, true)).toMatchObject({ purchases: 1 });
  await settleOutage(ctx, providers().demo.id, id, true).catch(() => undefined);
  await sweep();
  expect(texts()).toEqual([
    "Demo WiFi: the internet was away. We gave you 45 minutes back: 1 Hour now ends at 14:45.",
  ]);
});

test("each message is in the language of the page on which its plan was bought", async () => {
  await inUse();
  const { demo: provider } = providers();
  const bought = { planName: "1 Hour", amountCents: 1_000, receipt: "TKL1A2B3C4", completedAt: Date.now() };
  await db().batch(
    receiptStatements(Date.now(), { paymentId: "p1", entitlementId: "e1", phone, language: "sw", ...bought }),
  );
  await running(24, Date.now() + 20 * minuteMs, phone, "sw");
  await sweep();
  const routerId = provider.routers[0]?.id ?? "";
  const beganAt = Date.now() - 50 * minuteMs;
  await noteOutage(ctx, provider.id, { routerId, beganAt, endedAt: beganAt + 45 * minuteMs });
  await settleOutage(ctx, provider.id, `${routerId}.${beganAt}`, true);
  await sweep();
  expect(texts().sort()).toMatchObject([
    expect.stringMatching(/^Demo WiFi: 1 Hour yako inaisha saa /),
    expect.stringMatching(/^Demo WiFi: KSh 10 zimelipwa kwa 1 Hour/),
    expect.stringMatching(/^Demo WiFi: intaneti ilikatika/),
  ]);
});

test("an outage that is left so is told to nobody", async () => {
  await inUse();
  const routerId = providers().demo.routers[0]?.id ?? "";
  const beganAt = Date.now() - 50 * minuteMs;
  await running(24, Date.now() + 2 * hourMs);
  await noteOutage(ctx, providers().demo.id, { routerId, beganAt, endedAt: beganAt + 45 * minuteMs });
  await settleOutage(ctx, providers().demo.id, `${routerId}.${beganAt}`, false);
  expect(await rows()).toEqual([]);
});
