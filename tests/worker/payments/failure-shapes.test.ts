import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { collectBy, ownAirtel } from "./collect-by.ts";
import { moneyRows } from "./money-rows.ts";
import { airtelApp, type Buyer, openWorld, type PaymentWorld } from "./payment-world.ts";

// Ways of payments to fail (docs/design.md, "How failures are survived") through the whole worker, those that no other file
// here shows: how a gateway answers questions badly, results nobody listed, callbacks that say odd things or come very late.

let world: PaymentWorld;
let buyer: Buyer;

beforeAll(async () => {
  world = await openWorld();
  await collectBy(world.seeded.demo.id, ownAirtel, airtelApp);
});
beforeEach(async () => {
  await world.renew();
  buyer = world.buyer();
});
afterAll(() => world.close());

async function expectSale(id: string, row: Record<string, unknown> = {}): Promise<void> {
  const { payment, ledger, entitlements } = await moneyRows(id);
  expect(payment).toMatchObject({ status: "completed", ...row });
  expect(ledger.map(({ cents }) => cents)).toEqual([1_000, -1_000]);
  expect(entitlements).toHaveLength(1);
}

async function expectNothingYet(id: string): Promise<void> {
  expect(await buyer.status(id)).toMatchObject({ status: "pending" });
  const { ledger, entitlements } = await moneyRows(id);
  expect([ledger, entitlements]).toEqual([[], []]);
}

describe("M-Pesa", () => {
  const start = async () => (await buyer.start()).transactionId;

  test.each([
    [17, "service"],
    [1001, "network"],
    [1019, "network"],
    [1025, "service"],
    [1036, "network"],
    [8006, "wrong-pin"],
    [9999, "service"],
    ["XK_77", "service"],
    ["SFC_IC0003", "service"],
  ])("result %s is no sale, and the next try gets a prompt", async (resultCode, reason) => {
    const id = await start();
    await buyer.answer("code", { resultCode });
    expect(await buyer.status(id)).toMatchObject({ status: "failed", reason });
    const { payment, ledger, entitlements } = await moneyRows(id);
    expect(payment?.detail).toContain(String(resultCode));
    expect([ledger, entitlements]).toEqual([[], []]);
    expect(await start()).not.toBe(id);
  });

  test("a phone whose network did not acknowledge the prompt was not reached", async () => {
    const id = await start();
    await buyer.answer("unacknowledged");
    expect(await buyer.status(id)).toMatchObject({
      status: "failed",
      reason: "network",
      error: "We could not reach your phone, or the prompt was not answered in time.",
    });
  });

  test("each way to say that it is still open is no end: 4999, being processed, an error without words", async () => {
    await world.daraja.set({ callbacks: "lost" });
    const id = await start();
    // Asked at 8, 15, 25, 40 and 60 s: the simulator answers in turn with all four shapes that were seen.
    await world.advance(61_000);
    expect((await world.daraja.counts()).queries).toBe(5);
    await expectNothingYet(id);
    await buyer.answer("paid");
    await world.advance(30_000);
    await expectSale(id, { unverified: 0, receipt: null });
  });

  test("a query that fails every other time is asked until it answers", async () => {
    await world.daraja.set({ callbacks: "lost", query: "flaky" });
    const id = await start();
    await buyer.answer("paid");
    await world.advance(9_000);
    await expectNothingYet(id);
    await world.advance(7_000);
    await expectSale(id, { unverified: 0 });
  });

  test("a gateway that does not know the push any more proves nothing: the callback counts", async () => {
    world.wire = (request) =>
      request.url.includes("stkpushquery")
        ? Response.json(
            { requestId: "1", errorCode: "500.001.1001", errorMessage: "The transaction does not Exist" },
            { status: 500 },
          )
        : undefined;
    const id = await start();
    await world.advance(61_000);
    await expectNothingYet(id);
    await buyer.answer("paid");
    await expectSale(id, { unverified: 1 });
  });

  test("a token that ends between push and query is renewed, and the query is answered", async () => {
    await world.daraja.set({ callbacks: "lost" });
    const id = await start();
    const before = await world.daraja.counts();
    await buyer.answer("paid");
    await world.daraja.set({ tokens: "revoke-next" });
    await world.advance(9_000);
    await expectSale(id);
    expect((await world.daraja.counts()).tokenFetches).toBe((before.tokenFetches ?? 0) + 1);
  });

  test("a callback 150 s late, with every query down until then, completes the payment in time", async () => {
    await world.daraja.set({ callbacks: "late", delayMs: 150_000, query: "down" });
    const id = await start();
    await buyer.answer("paid");
    await world.advance(149_000);
    await expectNothingYet(id);
    await world.advance(2_000);
    await expectSale(id, { unverified: 1, late: 0 });
  });
});

describe("Airtel Money", () => {
  const start = async () => (await buyer.start({ service: "airtel_money" })).transactionId;
  const answer = async (id: string, outcome: string, more: Record<string, unknown> = {}) => {
    const prompt = (await world.airtel.prompts()).find(({ transactionId }) => transactionId === id);
    expect((await world.airtel.answer(prompt?.id ?? "none", outcome, more)).ok).toBe(true);
    await world.advance(0);
  };

  test.each([
    ["DP00800001004", "service"],
    ["DP00800001009", "service"],
    ["DP00800001010", "service"],
    ["DP00800001029", "network"],
    ["DP00899999999", "service"],
  ])("code %s is no sale, and the next try gets a prompt", async (responseCode, reason) => {
    const id = await start();
    await answer(id, "code", { responseCode });
    await world.advance(181_000);
    expect(await buyer.status(id)).toMatchObject({ status: "failed", reason });
    expect((await moneyRows(id)).entitlements).toEqual([]);
    expect(await start()).not.toBe(id);
  });

  test.each(["TIP", "TA"] as const)("a callback that only says %s is no end", async (interim) => {
    await world.airtel.set({ interim });
    const id = await start();
    await world.advance(1_000);
    expect(world.delivered).toHaveLength(1);
    await expectNothingYet(id);
    await answer(id, "paid");
    await expectSale(id);
  });

  test.each(["status", "id"] as const)(
    "a callback with a %s of nobody changes nothing; the enquiry decides",
    async (tamper) => {
      await world.airtel.set({ tamper });
      const id = await start();
      await answer(id, "paid");
      expect(world.delivered).toHaveLength(1);
      // What names this payment makes us ask at once; what names another is none of its business.
      if (tamper === "id") await expectNothingYet(id);
      await world.advance(tamper === "id" ? 181_000 : 0);
      await expectSale(id);
    },
  );

  test("a token that is revoked between push and enquiry is renewed once, and the enquiry is answered", async () => {
    await world.airtel.set({ callbacks: "lost" });
    const id = await start();
    const before = await world.airtel.counts();
    await answer(id, "paid");
    await world.airtel.set({ tokens: "revoke-next" });
    await world.advance(181_000);
    await expectSale(id, { unverified: 0 });
    const { tokenFetches = 0, pushesAccepted } = await world.airtel.counts();
    // The token had run out by itself meanwhile: one for that, one for the revoked one, at most.
    expect(tokenFetches - (before.tokenFetches ?? 0)).toBeLessThanOrEqual(2);
    expect(pushesAccepted).toBe(before.pushesAccepted);
  });

  test("a callback with the money of another payment is one sale, and takes nobody else's receipt", async () => {
    const other = world.buyer();
    const first = (await other.start({ service: "airtel_money" })).transactionId;
    await answer(first, "paid");
    await world.airtel.set({ tamper: "money-id" });
    const id = await start();
    await answer(id, "paid");
    await expectSale(id);
    const [one, two] = [await moneyRows(first), await moneyRows(id)];
    expect(one.payment?.receipt).not.toBe(two.payment?.receipt);
  });

  test.each(["flaky", "ambiguous"] as const)(
    "an enquiry that is %s is asked until it answers",
    async (enquiry) => {
      await world.airtel.set({ callbacks: "lost", enquiry });
      const id = await start();
      await answer(id, "paid");
      await world.advance(181_000);
      await expectNothingYet(id);
      await world.airtel.set({ enquiry: enquiry === "ambiguous" ? "normal" : "flaky" });
      await world.advance(3_600_000);
      await expectSale(id, { unverified: 0 });
    },
  );

  test.each([
    ["its callback", {}, 0],
    ["the enquiry", { callbacks: "lost" }, 181_000],
  ] as const)(
    "a relay that sends the push twice hears ESB000041: one prompt, and %s makes one sale",
    async (_what, settings, wait) => {
      await world.airtel.set(settings);
      world.wire = async (request) => {
        if (!request.url.endsWith("/merchant/v1/payments/")) return undefined;
        const { "content-type": _json, ...headers } = Object.fromEntries(request.headers);
        // One with the token of an earlier test is refused both times, and comes again with a new one.
        await world.airtel.call("/merchant/v1/payments/", { body: await request.text(), headers });
        return undefined;
      };
      const before = await world.airtel.counts();
      const id = await start();
      await expect.poll(async () => (await moneyRows(id)).payment?.detail).toContain("ESB000041");
      const { pushesAccepted = 0, pushesRefused = 0 } = await world.airtel.counts();
      expect(pushesAccepted - (before.pushesAccepted ?? 0)).toBe(1);
      expect(pushesRefused - (before.pushesRefused ?? 0)).toBeGreaterThanOrEqual(1);
      await expectNothingYet(id);
      await answer(id, "paid");
      await world.advance(wait);
      await expectSale(id);
    },
  );

  test("success, then failure: nothing is taken back", async () => {
    const id = await start();
    await answer(id, "paid");
    const before = await moneyRows(id);
    await answer(id, "late-failed");
    await world.advance(600_000);
    expect(world.delivered).toHaveLength(2);
    expect(await moneyRows(id)).toEqual(before);
  });

  test("an address that Airtel does not know is declined: no prompt, a clear end, nothing held", async () => {
    await world.airtel.set({ allowList: true });
    const refused = await buyer.initiate({ service: "airtel_money" });
    expect(refused.ok && refused.answer).toMatchObject({ success: false });
    expect(await world.airtel.prompts()).toEqual([]);
    await world.airtel.set({ allowList: false });
    await start();
  });

  test("a push that failed, maybe, is asked about for a day and then called failed", async () => {
    await world.airtel.set({ answer: "failed" });
    const id = await start();
    expect(await world.airtel.prompts()).toEqual([]);
    await world.advance(3_600_000);
    await expectNothingYet(id);
    await world.advance(24 * 3_600_000);
    expect(await buyer.status(id)).toMatchObject({ status: "failed", reason: "network" });
  });

  test("a callback 170 s late, with the enquiry down until then, completes the payment in time", async () => {
    await world.airtel.set({ callbacks: "late", delayMs: 170_000, enquiry: "down", expireAfterMs: 600_000 });
    const id = await start();
    await answer(id, "paid");
    await world.advance(169_000);
    await expectNothingYet(id);
    await world.advance(2_000);
    await expectSale(id, { unverified: 1, late: 0 });
  });
});
