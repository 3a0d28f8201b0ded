import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  type AttributePaybillPayment,
  attributePaybillPayment,
  listPaybillPayments,
} from "#contract/paybill";
import { listDifferences, listOwnDifferences, reconciliationCounts } from "#contract/reconciliation";
import { deviceSubject } from "#contract/values/subject";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { copyAll, forgetCopies } from "../../support/copies.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "./money-rows.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

// What people decide about money that was typed by hand: one money stands in one list, and is given out once.

const shortCode = "600200";
let world: PaymentWorld;
let operator: string;
const asOperator = () => ({ host: hostOf(), cookie: operator });

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await signInOperator(world.seeded.operator);
  await emptyTenantTables("reviews");
  await env.DB.prepare("DELETE FROM paybill_payments").run();
  await forgetCopies();
});
afterAll(() => world.close());

/** As it comes where the gateway asks us nothing before money moves. */
function confirmation(account: string, amount: number, receipt: string) {
  const { confirmation: url } = paybillAddresses(testContext(), { environment: "sandbox", shortCode });
  const body = JSON.stringify({
    TransactionType: "Pay Bill",
    TransID: receipt,
    TransTime: "20310304120000",
    TransAmount: `${amount}.00`,
    BusinessShortCode: shortCode,
    BillRefNumber: account,
    MSISDN: "2547 ***** 126",
    FirstName: "ASHA",
  });
  return exports.default.fetch(new Request(url, { method: "POST", body }));
}

/** A purchase whose prompt waits, and what its payer would type. */
async function purchase() {
  const buyer = world.buyer("savanna");
  const { transactionId: id, amount: price } = await buyer.start();
  const [prompt] = await buyer.prompts();
  return { id, price, account: String(prompt?.accountReference) };
}

async function differences() {
  await copyAll();
  const answer = await call(listDifferences, { query: {} }, asOperator());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

test("too little money under a code, then the whole price: the first waits as typed money alone, and offers itself", async () => {
  const { id, price, account } = await purchase();
  await confirmation(account, price - 1, "SGD0000001");
  await confirmation(account, price, "SGD0000002");
  expect((await moneyRows(id)).payment).toMatchObject({ status: "completed", receipt: "SGD0000002" });
  expect(await differences()).toEqual([]);
  const typed = await call(listPaybillPayments, { query: { status: "unmatched" } }, asOperator());
  expect(typed.ok && typed.answer).toMatchObject([
    { receipt: "SGD0000001", amount: price - 1, asked: price, note: "Less money than the purchase costs." },
  ]);
  const counts = await call(reconciliationCounts, {}, asOperator());
  expect(counts.ok && counts.answer).toEqual({
    confirmations: 0,
    nights: 0,
    differences: 0,
    paybill: 1,
    refunds: 0,
    appeals: 0,
  });
  const own = await call(
    listOwnDifferences,
    {},
    { host: hostOf("savanna"), cookie: await signInProvider(world.seeded.savanna) },
  );
  expect(own.ok && own.answer).toEqual([]);
});

test("a difference about one receipt never gives back the payment that another receipt paid", async () => {
  const { id, price, account } = await purchase();
  await confirmation(account, price, "SGD0000003");
  const review = (kind: string, detail: object) =>
    tenantDatabase(world.seeded.savanna.id)
      .prepare("INSERT INTO reviews (id, at, payment_id, kind, detail) VALUES (?1, 1, ?2, ?3, ?4)")
      .bind(`${kind} ${id} ${JSON.stringify(detail)}`, id, kind, JSON.stringify(detail));
  const short = { askedCents: price * 100, reportedCents: 100, receipt: "SGD0000004" };
  await tenantDatabase(world.seeded.savanna.id).batch([
    review("amount", short),
    review("double", { receipt: "SGD0000005", also: "SGD0000003", cents: price * 100 }),
    review("not-in-statement", { receipt: "SGD0000003" }),
  ]);
  const offered = (await differences()).map(({ detail, giveBack }) => [detail.receipt, giveBack]);
  expect(new Map(offered as [string, unknown][])).toEqual(
    new Map<string, unknown>([
      ["SGD0000004", null],
      ["SGD0000005", null],
      ["SGD0000003", { kind: "payment", id }],
    ]),
  );
  // What was asked and what came is for the row to show.
  expect((await differences()).find(({ kind }) => kind === "amount")?.detail).toEqual(short);
});

async function madeFrom(receipt: string): Promise<string[]> {
  const { results } = await tenantDatabase(world.seeded.savanna.id)
    .prepare("SELECT id FROM payments WHERE receipt = ?1")
    .bind(receipt)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

test("one receipt given to three devices at once is given to one; the others hear to which", async () => {
  const { savanna } = world.seeded;
  await confirmation("my house", 50, "SGD0000006");
  const give = (over: Partial<AttributePaybillPayment>) =>
    call(
      attributePaybillPayment,
      {
        params: { id: `${shortCode}-SGD0000006` },
        body: {
          planId: savanna.plans[0]?.id,
          routerId: savanna.routers[0]?.id,
          macAddress: "02:00:00:00:00:01",
          phoneNumber: "0711000001",
          ...over,
        },
      },
      asOperator(),
    );
  const wishes = [1, 2, 3].map((n) => ({ macAddress: `02:00:00:00:00:0${n}`, phoneNumber: `071100000${n}` }));
  const answers = await Promise.all(wishes.map(give));
  const won = answers.findIndex(({ ok }) => ok);
  const first = wishes[won];
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const decided = expect.stringMatching(
    `^Somebody has decided about this money already: it pays .+ for \\+254 711 000 00${won + 1} on the device 02:00:00:00:00:0${won + 1}\\.$`,
  );
  const refusals = answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal?.message]));
  expect(refusals).toEqual([decided, decided]);
  // Later as well, and for another plan; the same wish once more is no other.
  const others = [
    { ...first, phoneNumber: "0711000009" },
    { ...first, planId: savanna.plans[1]?.id },
    { ...first, macAddress: undefined },
  ];
  for (const other of others) {
    const later = await give(other);
    expect([later.status, !later.ok && later.refusal?.message]).toEqual([409, decided]);
  }
  expect((await give({ ...first })).status).toBe(200);
  const [id = "", ...more] = await madeFrom("SGD0000006");
  expect(more).toEqual([]);
  const { ledger, entitlements } = await moneyRows(id);
  expect([ledger.length, entitlements.map(({ subject }) => subject)]).toEqual([
    2,
    [deviceSubject(first?.macAddress ?? "")],
  ]);
  const elsewhere = await purchase();
  const taken = await give({ paymentId: elsewhere.id });
  expect([taken.status, !taken.ok && taken.refusal?.message]).toEqual([409, decided]);
});

test("money that goes back to its payer says so to who would give it to a purchase", async () => {
  await confirmation("my house", 50, "SGD0000007");
  await env.DB.prepare("UPDATE paybill_payments SET status = 'refunding'").run();
  const { id } = await purchase();
  const given = await call(
    attributePaybillPayment,
    { params: { id: `${shortCode}-SGD0000007` }, body: { paymentId: id } },
    asOperator(),
  );
  expect([given.status, !given.ok && given.refusal?.message]).toEqual([
    409,
    "Somebody has decided about this money already: it goes back to its payer.",
  ]);
  expect((await moneyRows(id)).payment?.status).toBe("pending");
});
