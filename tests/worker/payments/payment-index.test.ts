import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { attributePaybillPayment } from "#contract/paybill";
import { listPaid } from "#contract/refunds";
import { ProviderDatabase } from "#worker/db/provider-database";
import { newPaymentId } from "#worker/features/payments/core/payment-id";
import { type HeldEntry, PaymentIndexObject } from "#worker/features/payments/core/payment-index";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { savannaApp } from "../../seed/two-providers.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { collectBy } from "./collect-by.ts";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, kill, openWorld, owed, type PaymentWorld, paymentStub } from "./payment-world.ts";

// One receipt serves one payment over all providers, and the operator finds that payment by it.

const { shortCode, ...savannaSecrets } = savannaApp;
let world: PaymentWorld;
let operator: string;

beforeAll(async () => {
  world = await openWorld();
  await collectBy(world.seeded.savanna.id, { type: "mpesa", accountNumber: shortCode }, savannaSecrets);
});
beforeEach(async () => {
  vi.restoreAllMocks();
  await world.renew();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  // A sign-in begins the count of tries anew if it is later than the one before.
  vi.setSystemTime(Date.now() + 1);
  operator = await signInOperator(world.seeded.operator);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

type Bought = { buyer: Buyer; id: string; amount: number };

async function started(of: "demo" | "savanna" = "demo"): Promise<Bought> {
  const buyer = world.buyer(of);
  const { transactionId: id, amount } = await buyer.start();
  return { buyer, id, amount };
}

async function paid(of: "demo" | "savanna" = "demo"): Promise<Bought & { receipt: string }> {
  const bought = await started(of);
  await bought.buyer.answer("paid");
  return { ...bought, receipt: String((await bought.buyer.prompts())[0]?.receipt) };
}

/** "Paid", at the payment's own address and as its gateway says it, but with this receipt. */
async function post({ buyer, amount }: Bought, receipt: string): Promise<void> {
  const [prompt] = await buyer.prompts();
  const values = { Amount: amount, MpesaReceiptNumber: receipt, PhoneNumber: Number(buyer.phone) };
  const stkCallback = {
    MerchantRequestID: "1-2-3",
    CheckoutRequestID: prompt?.checkoutRequestId,
    ResultCode: 0,
    ResultDesc: "The service request is processed successfully.",
    CallbackMetadata: { Item: Object.entries(values).map(([Name, Value]) => ({ Name, Value })) },
  };
  const body = JSON.stringify({ Body: { stkCallback } });
  const answer = await exports.default.fetch(
    new Request(String(prompt?.callBackUrl), { method: "POST", body }),
  );
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}

const gatewayIsSilent = () => world.daraja.set({ query: "down" });
const statusOf = async (id: string) => (await paymentStub(id).read())?.status;
const isServed = async (id: string) => (await moneyRows(id)).entitlements.length === 1;

let numbered = 0;
function newReceipt(): string {
  numbered += 1;
  return `SGE${String(numbered).padStart(7, "0")}`;
}

async function entries(): Promise<HeldEntry[]> {
  const ids = await listDurableObjectIds(env.PAYMENT_INDEX);
  const read = ids.map((id) =>
    runInDurableObject(env.PAYMENT_INDEX.get(id), (_object, { storage }) =>
      // A shard that was only looked into has no table.
      storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'entries'").toArray().length === 0
        ? []
        : storage.sql.exec<HeldEntry>("SELECT *, payment_id AS paymentId FROM entries").toArray(),
    ),
  );
  return (await Promise.all(read)).flat();
}

const entriesOf = async (id: string) => (await entries()).filter(({ paymentId }) => paymentId === id);

async function found(q: string): Promise<string[]> {
  const answer = await call(listPaid, { query: { q } }, { host: hostOf(), cookie: operator });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ id }) => id);
}

/** The next payment gets no answer from the index, which has entered it. Nor does the queue, a second later, tell it again. */
function diesHolding(): void {
  const queue = Object.getPrototypeOf(env.CALLBACKS) as { send(message: unknown): Promise<void> };
  vi.spyOn(queue, "send").mockResolvedValue(undefined);
  const real = PaymentIndexObject.prototype.hold;
  vi.spyOn(PaymentIndexObject.prototype, "hold").mockImplementationOnce(async function (
    this: PaymentIndexObject,
    ...given
  ) {
    await real.apply(this, given);
    throw new Error("Network connection lost.");
  });
}

describe("a receipt serves one payment over all providers", () => {
  test.each([
    ["as it is", (receipt: string) => receipt],
    ["in small letters", (receipt: string) => receipt.toLowerCase()],
    ["with spaces around it", (receipt: string) => ` ${receipt} `],
  ])("%s: another provider's purchase is not served for it while the gateway is silent", async (_, write) => {
    const first = await paid("demo");
    const second = await started("savanna");
    await gatewayIsSilent();
    await post(second, write(first.receipt));
    expect(await statusOf(second.id)).toBe("pending");
    expect(await isServed(second.id)).toBe(false);
    expect((await moneyRows(second.id)).reviews).toMatchObject([{ kind: "receipt" }]);
    expect((await moneyRows(second.id)).reviews[0]?.detail).not.toContain(first.id);
    // By a receipt of its own it is.
    await post(second, newReceipt());
    expect(await statusOf(second.id)).toBe("completed");
    expect(await isServed(second.id)).toBe(true);
    expect((await moneyRows(first.id)).payment).toMatchObject({ status: "completed" });
  });

  test("one receipt for purchases of both providers at the same moment: one of them is served", async () => {
    await gatewayIsSilent();
    for (let round = 0; round < 6; round += 1) {
      const rivals = [await started("demo"), await started("savanna"), await started("demo")];
      const receipt = newReceipt();
      await Promise.all(rivals.map((one) => post(one, receipt)));
      const served = await Promise.all(rivals.map(({ id }) => isServed(id)));
      expect(served.filter(Boolean)).toHaveLength(1);
      const winner = rivals[served.indexOf(true)];
      expect(await entriesOf(winner?.id ?? "")).toHaveLength(1);
    }
  });

  test("a payment that dies while it is judged leaves its receipt to the next, and is not served when it wakes", async () => {
    const [first, second] = [await started("demo"), await started("savanna")];
    const receipt = newReceipt();
    await gatewayIsSilent();
    diesHolding();
    await post(first, receipt);
    expect(await entriesOf(first.id)).toHaveLength(1);
    expect(await statusOf(first.id)).toBe("pending");
    await kill(first.id);
    await post(second, receipt);
    expect([await isServed(first.id), await isServed(second.id)]).toEqual([false, true]);
    await world.advance(60_000);
    expect([await isServed(first.id), await isServed(second.id)]).toEqual([false, true]);
    expect((await moneyRows(first.id)).reviews).toMatchObject([{ kind: "receipt" }]);
  });

  test("held once more after it was asked, it is not given to the other", async () => {
    const [first, second] = [await started("demo"), await started("savanna")];
    const receipt = newReceipt();
    await gatewayIsSilent();
    diesHolding();
    await post(first, receipt);
    await kill(first.id);
    // It does not have it, says the first. Before that is acted on, it wakes.
    vi.spyOn(PaymentObject.prototype, "hasReceipt").mockImplementationOnce(async () => {
      await paymentStub(first.id).sweep();
      return false;
    });
    await post(second, receipt);
    expect([await isServed(first.id), await isServed(second.id)]).toEqual([true, false]);
    expect(await entriesOf(first.id)).toMatchObject([{ rev: 2 }]);
  });

  test("of a payment that failed, it is free", async () => {
    const [first, second] = [await started("demo"), await started("savanna")];
    const receipt = newReceipt();
    world.wire = async (request) =>
      request.url.includes("stkpushquery")
        ? Response.json({ ResponseCode: "0", ResultCode: "1032", ResultDesc: "cancelled" })
        : undefined;
    await post(first, receipt);
    expect(await statusOf(first.id)).toBe("failed");
    expect(await entriesOf(first.id)).toHaveLength(1);
    world.wire = null;
    await gatewayIsSilent();
    await post(second, receipt);
    expect(await isServed(second.id)).toBe(true);
    expect([await entriesOf(first.id), await entriesOf(second.id)]).toMatchObject([[], [{}]]);
  });

  test("money that is typed at a pay bill under the receipt of a prompt of another provider grants nothing", async () => {
    const first = await paid("demo");
    const second = await started("savanna");
    const [prompt] = await second.buyer.prompts();
    const { confirmation } = paybillAddresses(testContext(), { environment: "sandbox", shortCode });
    const body = JSON.stringify({
      TransactionType: "Pay Bill",
      TransID: first.receipt,
      TransTime: "20310304120000",
      TransAmount: `${second.amount}.00`,
      BusinessShortCode: shortCode,
      BillRefNumber: String(prompt?.accountReference),
      MSISDN: "2547 ***** 126",
      FirstName: "ASHA",
    });
    const told = () => exports.default.fetch(new Request(confirmation, { method: "POST", body }));
    await (await told()).arrayBuffer();
    expect(await statusOf(second.id)).toBe("pending");
    const row = await env.DB.prepare("SELECT status, note FROM paybill_payments WHERE receipt = ?1")
      .bind(first.receipt)
      .first();
    expect(row).toEqual({ status: "unmatched", note: "This receipt paid another purchase." });
    // Nor may a person give it away, to this purchase or to a new one.
    const { plans, routers } = second.buyer.provider;
    const anew = { planId: plans[0]?.id, routerId: routers[0]?.id, phoneNumber: second.buyer.phone };
    for (const input of [{ paymentId: second.id }, anew]) {
      const given = await call(
        attributePaybillPayment,
        { params: { id: `${shortCode}-${first.receipt}` }, body: input },
        { host: hostOf(), cookie: operator },
      );
      expect(given).toMatchObject({ ok: false, status: 409, refusal: { reason: "paybill_receipt_taken" } });
    }
    expect(await isServed(second.id)).toBe(false);
    expect(await entriesOf(first.id)).toHaveLength(1);
  });

  test("told by the gateway's own answer, it is served and listed: a person decides whose it is", async () => {
    const first = await paid("demo");
    const second = await started("savanna");
    await runInDurableObject(paymentStub(second.id), (object, { storage }) => {
      // As Airtel Money's answer to our question has it.
      const kept = object as unknown as { apply(event: object): void };
      kept.apply({ type: "paid", by: "query", handle: "h", receipt: first.receipt });
      return storage.setAlarm(Date.now());
    });
    expect(await owed(second.id)).toContain("index");
    await world.advance(5_000);
    expect(await owed(second.id)).toEqual([]);
    expect(await isServed(second.id)).toBe(true);
    expect((await moneyRows(second.id)).reviews).toMatchObject([{ kind: "receipt" }]);
    expect(await found(first.receipt)).toEqual([first.id]);
  });
});

describe("the index is written", () => {
  test("once for a payment, however its receipt became known, and holds nothing that can be read", async () => {
    const byCallback = await paid("savanna");
    await world.daraja.set({ callbacks: "late", delayMs: 60_000 });
    const byQuery = await paid("demo");
    await world.advance(8_000);
    expect(await statusOf(byQuery.id)).toBe("completed");
    expect(await entriesOf(byQuery.id)).toEqual([]);
    await world.advance(60_000);
    for (const { id, receipt } of [byCallback, byQuery]) {
      expect(await entriesOf(id)).toMatchObject([{ rev: 1 }]);
      expect(await found(receipt)).toEqual([id]);
    }
    const all = JSON.stringify(await entries());
    for (const { buyer, receipt } of [byCallback, byQuery])
      for (const secret of [receipt, buyer.phone]) expect(all).not.toContain(secret);
  });

  test("later where it was away, and sells nothing twice: what is judged waits, what the gateway said itself does not", async () => {
    const [judged, told] = [await started("demo"), await started("savanna")];
    const away = vi
      .spyOn(PaymentIndexObject.prototype, "hold")
      .mockRejectedValue(new Error("Network connection lost."));
    await judged.buyer.answer("paid");
    expect(await isServed(judged.id)).toBe(false);
    await runInDurableObject(paymentStub(told.id), (object) => {
      const kept = object as unknown as { apply(event: object): void };
      kept.apply({ type: "paid", by: "query", handle: "h", receipt: "SGF0000001" });
    });
    await paymentStub(told.id).sweep();
    expect([await isServed(told.id), await owed(told.id)]).toEqual([true, ["index"]]);
    expect(await found("SGF0000001")).toEqual([]);
    away.mockRestore();
    await world.advance(120_000);
    expect([await isServed(judged.id), await isServed(told.id)]).toEqual([true, true]);
    for (const id of [judged.id, told.id]) expect(await entriesOf(id)).toHaveLength(1);
    expect(await found("SGF0000001")).toEqual([told.id]);
    expect((await moneyRows(told.id)).ledger).toHaveLength(2);
  });

  test("twice or late it is the same: the first that is entered stays, unless its entry is named", async () => {
    const shard = env.PAYMENT_INDEX.getByName("a test");
    const [a, b] = [
      { providerId: "p", paymentId: "a" },
      { providerId: "q", paymentId: "b" },
    ];
    expect(await shard.find("k")).toBeNull();
    expect(await shard.hold("k", a, null)).toEqual({ ...a, rev: 1 });
    expect(await shard.hold("k", b, null)).toEqual({ ...a, rev: 1 });
    expect(await shard.hold("k", a, null)).toEqual({ ...a, rev: 2 });
    // Asked before that repeat: too late.
    expect(await shard.hold("k", b, 1)).toEqual({ ...a, rev: 2 });
    expect(await shard.hold("k", b, 2)).toEqual({ ...b, rev: 3 });
    expect(await shard.hold("k", a, null)).toEqual({ ...b, rev: 3 });
    expect(await shard.find("k")).toEqual({ ...b, rev: 3 });
  });
});

describe("the operator finds a payment", () => {
  /** Statements that providers were asked. */
  function statementsAsked(): Set<string> {
    const asked = new Set<string>();
    const real = ProviderDatabase.prototype.run;
    vi.spyOn(ProviderDatabase.prototype, "run").mockImplementation(async function (
      this: ProviderDatabase,
      queries,
    ) {
      asked.add(JSON.stringify(queries));
      return real.call(this, queries);
    });
    return asked;
  }

  test("by its receipt, and asks no provider but its own; by an unknown one it asks none", async () => {
    const { id, receipt } = await paid("savanna");
    const asked = statementsAsked();
    expect(await found(receipt)).toEqual([id]);
    // The payment, and what became of its access.
    expect(asked.size).toBe(2);
    asked.clear();
    expect(await found("SGZ0000000")).toEqual([]);
    expect(await found(newPaymentId(testContext()))).toEqual([]);
    expect(asked.size).toBe(0);
  });

  test("by receipt and by id after its object forgot it, and only then: where the index is away it forgets nothing", async () => {
    const { id, receipt } = await paid("savanna");
    await world.advance(60_000);
    vi.setSystemTime(Date.now() + 41 * 86_400_000);
    const away = vi
      .spyOn(PaymentIndexObject.prototype, "hold")
      .mockRejectedValue(new Error("Network connection lost."));
    await runDurableObjectAlarm(paymentStub(id));
    expect(await statusOf(id)).toBe("completed");
    away.mockRestore();
    await runDurableObjectAlarm(paymentStub(id));
    expect(await paymentStub(id).read()).toBeNull();
    operator = await signInOperator(world.seeded.operator);
    expect(await found(id)).toEqual([id]);
    expect(await found(receipt)).toEqual([id]);
    // Its row still has the receipt: no other purchase gets it.
    const other = await started("demo");
    await gatewayIsSilent();
    await post(other, receipt);
    expect(await isServed(other.id)).toBe(false);
  });

  test("not where its row is gone, and again once it is projected anew, as after a restore", async () => {
    const { id, receipt, buyer } = await paid("savanna");
    const rows = tenantDatabase(buyer.provider.id);
    await rows.prepare("UPDATE payments SET receipt = 'OTHER' || id WHERE id = ?1").bind(id).run();
    expect(await found(receipt)).toEqual([]);
    await rows.prepare("UPDATE payments SET receipt = NULL, seq = 0 WHERE id = ?1").bind(id).run();
    await paymentStub(id).reproject();
    expect(await found(receipt)).toEqual([id]);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  test("not of a provider that was erased, whose receipts are free once its payments are forgotten", async () => {
    const { id, receipt, buyer } = await paid("demo");
    await world.advance(60_000);
    const { id: providerId } = buyer.provider;
    await env.DB.prepare("UPDATE providers SET status = 'erased' WHERE id = ?1").bind(providerId).run();
    await env.PROVIDER.getByName(providerId).erase();
    expect(await found(receipt)).toEqual([]);
    expect(await found(id)).toEqual([]);
    const other = await started("savanna");
    await gatewayIsSilent();
    await post(other, receipt);
    // Its object still knows it was paid.
    expect(await statusOf(other.id)).toBe("pending");
    vi.setSystemTime(Date.now() + 41 * 86_400_000);
    await runDurableObjectAlarm(paymentStub(id));
    expect(await paymentStub(id).read()).toBeNull();
    operator = await signInOperator(world.seeded.operator);
    expect(await found(id)).toEqual([]);
    const later = await started("savanna");
    await post(later, receipt);
    expect(await statusOf(later.id)).toBe("completed");
  });
});
