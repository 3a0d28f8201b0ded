import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultTemplates } from "#contract/values/message-templates";
import { hourMs, minuteMs } from "#contract/values/time";
import { lineText } from "#worker/features/messages/line-texts";
import { textOf } from "#worker/features/messages/text-of";
import { paidByReceipt } from "#worker/features/payments/paid-by-receipt";
import { findTransaction } from "#worker/features/transactions/transactions";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { visit } from "../../support/portal-page.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "./money-rows.ts";
import { openWorld, type PaymentWorld, paymentStub } from "./payment-world.ts";
import {
  bridgeAt,
  cap,
  capped,
  more,
  purchaseRow,
  run,
  running,
  servedBy,
  toppedUp,
  usedUp,
} from "./top-up-world.ts";

// More data for a plan that is used up before its time: the same purchase goes on until its unchanged end.

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
  await capped(world);
});
beforeEach(() => world.renew());
afterEach(closeAllLinks);
afterAll(() => world.close());

test("what is used up goes on with more data until its unchanged end, and its bridge is told", async () => {
  const link = await bridgeAt(world);
  const buyer = world.buyer();
  const id = await running(buyer);
  await usedUp(buyer, id);
  const before = await purchaseRow(buyer, id);
  await world.advance(hourMs);

  const started = await buyer.start({ topUp: true });
  expect(started.amount).toBe(5);
  await buyer.answer("paid");

  const after = await purchaseRow(buyer, id);
  expect(after).toMatchObject({ state: "running", end_reason: null, top_up_bytes: more });
  expect(after?.ends_at).toBe(before?.ends_at);
  expect(after?.rev).toBe((before?.rev ?? 0) + 1);
  const desired = await link.until(
    () => link.desiredEntitlements.find((one) => one.id === id && one.rev === after?.rev),
    "the purchase with more data",
  );
  expect(desired.spec).toMatchObject({ kind: "serve", dataBytes: cap + more, usedBytes: cap });

  const { payment, ledger, entitlements, reviews } = await moneyRows(started.transactionId);
  expect(payment).toMatchObject({ status: "completed", amount_cents: 500, entitlement_id: id });
  expect(payment).toMatchObject({ top_up_of: id, top_up_bytes: more });
  expect(ledger.map(({ cents, kind }) => ({ cents, kind }))).toEqual([
    { cents: 500, kind: "sale" },
    { cents: -500, kind: "sale" },
  ]);
  expect([entitlements, reviews]).toEqual([[], []]);
  expect(await buyer.status(started.transactionId)).toMatchObject({
    status: "completed",
    expiresAt: new Date(before?.ends_at ?? 0).toISOString(),
  });
});

test("told again, it adds nothing; bought again, it adds once more", async () => {
  const buyer = world.buyer();
  const id = await running(buyer);
  await usedUp(buyer, id);
  const payment = await toppedUp(buyer);
  const after = await purchaseRow(buyer, id);
  await paymentStub(payment).reproject();
  await paymentStub(payment).sweep();
  expect(await purchaseRow(buyer, id)).toEqual(after);
  await world.advance(5 * minuteMs);
  await toppedUp(buyer);
  expect((await purchaseRow(buyer, id))?.top_up_bytes).toBe(2 * more);
});

test("the terms are those of the sale, whatever became of the plan", async () => {
  const buyer = world.buyer();
  const id = await running(buyer);
  await usedUp(buyer, id);
  const plan = buyer.provider.plans[0]?.id ?? "";
  await run(buyer.provider.id, "UPDATE plans SET top_up_bytes = NULL, archived_at = 1 WHERE id = ?1", plan);
  try {
    expect((await buyer.start({ topUp: true })).amount).toBe(5);
    await buyer.answer("paid");
  } finally {
    await run(buyer.provider.id, "UPDATE plans SET archived_at = NULL WHERE id = ?1", plan);
    await capped(world);
  }
  expect((await purchaseRow(buyer, id))?.top_up_bytes).toBe(more);
});

test.each(["its end", "a cut-off"] as const)(
  "money that comes after %s makes a purchase of its own",
  async (what) => {
    const buyer = world.buyer();
    const id = await running(buyer);
    await usedUp(buyer, id);
    const { transactionId } = await buyer.start({ topUp: true });
    await run(
      buyer.provider.id,
      what === "its end"
        ? "UPDATE entitlements SET ends_at = 1 WHERE id = ?1"
        : "UPDATE entitlements SET state = 'cut_off' WHERE id = ?1",
      id,
    );
    await buyer.answer("paid");
    const served = await servedBy(buyer, transactionId);
    expect(served).not.toBe(id);
    const own = await purchaseRow(buyer, served ?? "");
    expect(own).toMatchObject({ state: "waiting", top_up_bytes: 0 });
    expect(JSON.parse(own?.terms ?? "{}")).toMatchObject({ dataBytes: more, priceCents: 500 });
    expect((await purchaseRow(buyer, id))?.top_up_bytes).toBe(0);
    await paymentStub(transactionId).reproject();
    expect(await servedBy(buyer, transactionId)).toBe(served);
    expect(await buyer.status(transactionId)).toMatchObject({ status: "completed", access: "connecting" });
  },
);

describe("nothing is asked for where", () => {
  const refusedWith = async (buyer: ReturnType<PaymentWorld["buyer"]>, over = {}) => {
    const answer = await buyer.initiate({ topUp: true, ...over });
    expect(await buyer.prompts()).toHaveLength(1);
    return [answer.status, JSON.parse(answer.text).reason];
  };

  test("the device has nothing of the plan", async () => {
    const buyer = world.buyer();
    await running(buyer);
    const other = world.buyer();
    const plan = buyer.provider.plans[1]?.id;
    expect(await refusedWith(buyer, { macAddress: other.mac })).toEqual([404, "top_up_nothing"]);
    expect(await refusedWith(buyer, { macAddress: undefined })).toEqual([404, "top_up_nothing"]);
    expect(await refusedWith(buyer, { planId: plan })).toEqual([404, "top_up_nothing"]);
    expect(await refusedWith(buyer, { topUp: false })).toEqual([400, expect.anything()]);
  });

  test.each([
    ["its time is over", { ends_at: 1, state: "running" }, "top_up_over"],
    ["its provider stopped it", { state: "cut_off" }, "top_up_cut_off"],
    ["it has not started", { state: "waiting", started_at: null, ends_at: null }, "top_up_not_started"],
    ["its plan was sold without", { terms: null }, "top_up_not_offered"],
    ["it ends in nine minutes", { ends_at: 9 * minuteMs }, "top_up_too_late"],
  ] as const)("%s", async (_what, change, reason) => {
    const buyer = world.buyer();
    const id = await running(buyer);
    for (const [name, value] of Object.entries(change)) {
      if (name === "terms")
        await run(
          buyer.provider.id,
          "UPDATE entitlements SET terms = json_remove(terms, '$.topUp') WHERE id = ?1",
          id,
        );
      else
        await run(
          buyer.provider.id,
          `UPDATE entitlements SET ${name} = ?2 WHERE id = ?1`,
          id,
          reason === "top_up_too_late" ? Date.now() + Number(value) : value,
        );
    }
    expect(await refusedWith(buyer)).toEqual([409, reason]);
  });

  test("another plan runs since it was used up", async () => {
    const buyer = world.buyer();
    const id = await running(buyer);
    await usedUp(buyer, id);
    const other = await buyer.start({ planId: buyer.provider.plans[1]?.id });
    await buyer.answer("paid");
    const served = (await servedBy(buyer, other.transactionId)) ?? "";
    await run(
      buyer.provider.id,
      "UPDATE entitlements SET state = 'running', started_at = 1, ends_at = ?2 WHERE id = ?1",
      served,
      Date.now() + hourMs,
    );
    const answer = await buyer.initiate({ topUp: true });
    expect([answer.status, JSON.parse(answer.text).reason]).toEqual([409, "top_up_other_runs"]);
  });
});

describe("on the portal, without scripts", () => {
  test("what is used up is offered more data in one line, and a form post starts its prompt", async () => {
    const buyer = world.buyer();
    const place = `mac=${encodeURIComponent(buyer.mac)}&routerId=${buyer.provider.routers[0]?.id}`;
    const first = await visit(`/?${place}`);
    const cookie = first.cookie ?? "";
    const id = await running(buyer, { cookie });
    expect((await visit(`/connected?${place}`, { cookie })).data.device?.topUp).toBe(null);
    await usedUp(buyer, id);

    const home = await visit(`/?${place}`, { cookie });
    expect(home.data.ended).toMatchObject({
      why: "data",
      topUp: { planId: buyer.provider.plans[0]?.id, bytes: more, amount: 5 },
    });
    expect(home.text).toContain("Get 50 MB more · KES 5 · until tomorrow at");
    const link = /href="(\/buy\?[^"]*topUp=1[^"]*)"/.exec(home.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = await visit(link, { cookie });
    expect(form.text).toContain("50 MB more");
    expect(form.html).toContain(
      `value="+254 ${buyer.phone.slice(3, 6)} ${buyer.phone.slice(6, 9)} ${buyer.phone.slice(9)}"`,
    );

    const fields = { topUp: "1", planId: buyer.provider.plans[0]?.id ?? "", mac: buyer.mac };
    const router = { routerId: buyer.provider.routers[0]?.id ?? "" };
    const wrong = await visit("/buy", { cookie, form: { ...fields, ...router, phoneNumber: "12" } });
    expect([wrong.status, wrong.data.screen]).toEqual([400, expect.objectContaining({ isTopUp: true })]);
    const sent = await visit("/buy", { cookie, form: { ...fields, ...router, phoneNumber: buyer.phone } });
    expect([sent.status, sent.location]).toEqual([303, expect.stringContaining("/pay/")]);
    await buyer.answer("cancelled");
    const failed = await visit(sent.location ?? "", { cookie });
    expect(failed.data.screen).toMatchObject({ kind: "failure", isTopUp: true });
    expect(failed.html).toContain("topUp=1");
    await buyer.start({ topUp: true }, { cookie });
    await buyer.answer("paid");
    expect((await purchaseRow(buyer, id))?.top_up_bytes).toBe(more);
    // The next one is offered once this data is nearly used up, too.
    expect((await visit(`/connected?${place}`, { cookie })).data.device).toMatchObject({
      dataLeftBytes: more,
    });
  });

  test("nobody else's cookie is offered it, nor a phone that it is not on, nor what ends in nine minutes", async () => {
    const buyer = world.buyer();
    const at = (mac: string) => `/?mac=${encodeURIComponent(mac)}&routerId=${buyer.provider.routers[0]?.id}`;
    const cookie = (await visit(at(buyer.mac))).cookie ?? "";
    const id = await running(buyer, { cookie });
    await usedUp(buyer, id);
    const other = (await visit(at(buyer.mac))).cookie ?? "";
    expect((await visit(at(buyer.mac), { cookie: other })).data.ended).toBe(null);
    expect((await visit(at(world.buyer().mac), { cookie })).data.ended?.topUp).toBe(null);
    await run(
      buyer.provider.id,
      "UPDATE entitlements SET ends_at = ?2 WHERE id = ?1",
      id,
      Date.now() + 9 * minuteMs,
    );
    expect((await visit(at(buyer.mac), { cookie })).data.ended?.topUp).toBe(null);
  });
});

describe("of the payment", () => {
  test("who pays for somebody else's data gets no claim to the purchase; its buyer's own number has one", async () => {
    const buyer = world.buyer();
    const friend = world.buyer();
    const id = await running(buyer);
    await usedUp(buyer, id);
    const { transactionId } = await buyer.start({ topUp: true, phoneNumber: friend.phone });
    await friend.answer("paid");
    expect(await servedBy(buyer, transactionId)).toBe(id);
    const { payment } = await moneyRows(transactionId);
    const providerId = buyer.provider.id;
    const receipt = payment?.receipt ?? "";
    expect(await paidByReceipt(testContext(), { providerId, receipt, phone: friend.phone })).toBe(null);
    await world.advance(5 * minuteMs);
    const own = await moneyRows(await toppedUp(buyer));
    const claim = { providerId, receipt: own.payment?.receipt ?? "", phone: buyer.phone };
    expect(await paidByReceipt(testContext(), claim)).toBe(id);
  });

  test("its SMS names the data, and no link by which its payer could take the purchase", () => {
    const template = () => ({ text: defaultTemplates.receipt.en, isOwn: false });
    const writer = { business: "Demo WiFi", page: "https://demo.example", template, lineText };
    const given = { entitlementId: "e1", plan: "1 Hour", cents: 500, receipt: "ABC", topUpBytes: more };
    const text = textOf(writer, { kind: "receipt", language: "en", given }, 0);
    expect(text).toContain("KSh 5 paid for 1 Hour +50 MB, ABC.");
    expect(text).toContain("https://demo.example");
    expect(text).not.toContain("{link}");
  });

  test("the console's list says what it is, and that it is let out", async () => {
    const buyer = world.buyer();
    const id = await running(buyer);
    await usedUp(buyer, id);
    const payment = await toppedUp(buyer);
    expect(
      await findTransaction(testContext(), { providerId: buyer.provider.id, reader: "owner" }, payment),
    ).toMatchObject({
      topUpMegabytes: 50,
      entitlementId: id,
      activation: "done",
      amount: 5,
    });
  });
});
