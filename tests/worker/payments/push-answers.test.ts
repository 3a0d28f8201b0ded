import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formFields, visit } from "../../support/portal-page.ts";
import { moneyRows } from "./money-rows.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

async function expectOneSale(id: string): Promise<void> {
  const { payment, ledger, entitlements } = await moneyRows(id);
  expect(payment?.status).toBe("completed");
  expect(ledger.map(({ cents }) => cents)).toEqual([1_000, -1_000]);
  expect(entitlements).toHaveLength(1);
}

test("a callback that overtakes the answer of its push completes the payment, and the answer is true", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ answer: "callback-first" });
  const started = await buyer.start();
  expect(started.message).toBe("This is already paid. You are being connected.");
  await expectOneSale(started.transactionId);
  expect((await buyer.prompts()).length).toBe(1);
});

test.each([
  ["lost-after-acceptance", "pending"],
  ["internal-after-acceptance", "pending"],
] as const)("%s: nothing is pushed again, and the callback completes it", async (answer, status) => {
  const buyer = world.buyer();
  await world.daraja.set({ answer, expireAfterMs: 600_000 });
  const { transactionId } = await buyer.start();
  expect(await buyer.status(transactionId)).toMatchObject({ status });
  await world.advance(100_000);
  expect((await buyer.start()).transactionId).toBe(transactionId);
  expect(await buyer.prompts()).toHaveLength(1);
  await buyer.answer("paid");
  await expectOneSale(transactionId);
});

test("an unclear answer of a push that sent nothing waits, and is called failed after 24 h", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ answer: "internal" });
  const { transactionId } = await buyer.start();
  expect(await buyer.prompts()).toEqual([]);
  await world.advance(23.9 * 3_600_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "pending" });
  await world.advance(0.2 * 3_600_000);
  expect(await buyer.status(transactionId)).toMatchObject({ status: "failed", reason: "network" });
});

test("a gateway that is busy has sent nothing: the payment fails and the next try is free", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ answer: "busy" });
  const refused = await buyer.initiate();
  expect(refused.ok && refused.answer).toMatchObject({
    success: false,
    message: "M-Pesa is not available right now. No money was taken.",
  });
  await world.daraja.set({ answer: "normal" });
  await buyer.start();
  expect(await buyer.prompts()).toHaveLength(1);
});

test("a number that M-Pesa calls none is the form's fault, and no failure of the gateway", async () => {
  const faults = () => env.DB.prepare("SELECT count(*) AS count FROM gateway_faults").first<number>("count");
  const before = await faults();
  const buyer = world.buyer();
  await world.daraja.set({ unknownPhones: [buyer.phone] });
  const key = { headers: { "idempotency-key": "typed wrong" } };
  for (let turn = 0; turn < 4; turn += 1) {
    const refused = await buyer.initiate({}, key);
    expect([refused.status, refused.ok || refused.refusal]).toMatchObject([
      400,
      { code: "invalid", message: "M-Pesa does not know this number. Check it, or enter another one." },
    ]);
  }
  expect(await faults()).toBe(before);
  await world.daraja.set({ unknownPhones: [] });
  await buyer.start();
});

test("a form without scripts comes back with the number and what is wrong with it", async () => {
  const buyer = world.buyer();
  await world.daraja.set({ unknownPhones: [buyer.phone] });
  const { phoneNumber, planId, macAddress, routerId } = buyer.body() as Record<string, string>;
  const form = {
    phoneNumber: phoneNumber ?? "",
    planId: planId ?? "",
    mac: macAddress ?? "",
    routerId: routerId ?? "",
  };
  const seen = await visit("/buy", { form, host: buyer.host });
  expect([seen.status, formFields(seen, "/buy")?.phoneNumber]).toEqual([400, phoneNumber]);
  expect(seen.text).toContain("Invalid Phone Number");
  expect(seen.text).toContain("M-Pesa does not know this number. Check it, or enter another one.");
});

test("a phone that another prompt holds is told so", async () => {
  // Somebody else's business has a prompt open on the same phone: no lease of ours knows of it.
  const other = world.buyer();
  await world.daraja.push(
    { PartyA: other.phone, PhoneNumber: other.phone, TransactionType: "CustomerPayBillOnline" },
    {
      consumerKey: "savanna-key",
      consumerSecret: "savanna-secret",
      passkey: "savanna-passkey",
      shortCode: "600200",
    },
  );
  const refused = await other.initiate();
  expect(refused.ok && refused.answer).toMatchObject({
    success: false,
    message: "We could not reach your phone, or the prompt was not answered in time.",
  });
});

test("a token that was revoked on the way is renewed once, and the push goes out once", async () => {
  await world.buyer().start();
  await world.daraja.set({ tokens: "revoke-next" });
  const before = await world.daraja.counts();
  const buyer = world.buyer();
  await buyer.start();
  const after = await world.daraja.counts();
  expect(after.tokenFetches).toBe((before.tokenFetches ?? 0) + 1);
  expect(await buyer.prompts()).toHaveLength(1);
});

test("twenty pushes at once share one token", async () => {
  const buyers = Array.from({ length: 20 }, () => world.buyer());
  await Promise.all(buyers.map((buyer) => buyer.start()));
  expect(await world.daraja.counts()).toMatchObject({ tokenFetches: 1, pushesAccepted: 20 });
});

test("a token ends before the gateway ends it", async () => {
  await world.buyer().start();
  const before = await world.daraja.counts();
  await world.advance(3_560_000);
  await world.buyer().start();
  const after = await world.daraja.counts();
  expect(after.tokenFetches).toBe((before.tokenFetches ?? 0) + 1);
  expect(after.pushesRefused).toBe(before.pushesRefused);
});

test("without a token nothing was sent: the payment fails and the next try is free", async () => {
  world.wire = (request) =>
    request.url.includes("/oauth/") ? new Response("bad gateway", { status: 502 }) : undefined;
  const buyer = world.buyer();
  // The token of an earlier test is of a gateway that is gone.
  const refused = await buyer.initiate();
  expect(refused.ok && refused.answer.success).toBe(false);
  world.wire = null;
  await buyer.start();
});
