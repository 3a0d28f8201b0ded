import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { verifyProviderGateway } from "#contract/gateway-verification";
import { compareNow, listDifferences, listRuns, replayDeadLetter } from "#contract/reconciliation";
import { listTyped, registerTyped } from "#contract/typed";
import { nairobiDay } from "#contract/values/duration";
import { takeDeadCallbacks } from "#worker/features/payments/index";
import { sweepReconciliation } from "#worker/features/reconciliation/index";
import { failStatements } from "../../support/database-faults.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "../payments/money-rows.ts";
import { type Buyer, centralTill, openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";

// Whole nights: a day of payments at a real gateway, then the sweep, a minute a step, from half past two.

let world: PaymentWorld;
let operator: CallOptions;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const shortCode = "600200";

beforeAll(async () => {
  world = await openWorld();
});
/** Noon of the next day in Nairobi: no night compares what an earlier test left. */
beforeEach(async () => {
  await passTo(midnightOf(Date.now()) + dayMs + 12 * hourMs);
  await world.renew();
  await env.DB.batch(
    ["reviews", "reconciliation_runs"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** Without ringing anything; sessions end with the hours. */
async function passTo(moment: number): Promise<void> {
  vi.setSystemTime(moment);
  operator = { host: hostOf(), cookie: await signInOperator(world.seeded.operator) };
}

const midnightOf = (at: number) => Date.parse(`${nairobiDay(at)}T00:00:00+03:00`);

async function gatewayId(): Promise<string> {
  const row = await env.DB.prepare("SELECT id FROM gateways WHERE account_number = ?1")
    .bind(shortCode)
    .first<{ id: string }>();
  return row?.id ?? "";
}

/** Statements are for pay bills that report payments. */
async function reported(): Promise<void> {
  const params = { id: world.seeded.savanna.id, configId: await gatewayId() };
  expect((await call(registerTyped, { params }, operator)).ok).toBe(true);
}

async function night() {
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  return sweepFor(30);
}

/** A sweep each minute, until the night is done or so many minutes passed. */
async function sweepFor(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    await sweepReconciliation(testContext());
    if ((await run())?.finishedAt) break;
    vi.setSystemTime(Date.now() + 60_000);
  }
  return run();
}

async function runs() {
  const answer = await call(listRuns, {}, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const run = async () => (await runs())[0];

const compare = (day: string) => call(compareNow, { params: { day } }, operator);

async function differences() {
  const answer = await call(listDifferences, {}, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ kind, transactionId, detail }) => ({ kind, transactionId, detail }));
}

async function paid(buyer: Buyer): Promise<string> {
  const { transactionId } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(30_000);
  expect((await moneyRows(transactionId)).payment?.status).toBe("completed");
  return transactionId;
}

test("a day on which everything agrees: what the gateway never told is learned, and nobody is troubled", async () => {
  await reported();
  await paid(world.buyer("savanna"));
  await paid(world.buyer("demo"));
  await world.daraja.set({ callbacks: "lost", confirmations: "lost" });
  const silent = await paid(world.buyer("savanna"));
  expect((await moneyRows(silent)).payment?.receipt).toBeNull();
  const trial = await verified();
  const done = await night();
  expect(await differences()).toEqual([]);
  expect(done).toMatchObject({
    counts: { pushes: 4, payments: 3 + 1, statements: 1, rows: 3, learned: 1, differences: 0 },
    faults: [],
  });
  const [moved] = (await transfers()).filter((one) => one.shortCode === shortCode && one.account !== trial);
  const known = (await moneyRows(silent)).payment;
  expect(known?.receipt).toBe(moved?.receipt);
  // The night is over: the next minute begins no other.
  const calls = await world.daraja.counts();
  await sweepFor(3);
  expect(await world.daraja.counts()).toEqual(calls);
});

/** Newest first. */
type Transfer = { receipt: string; account: string; shortCode: string };
async function transfers(): Promise<Transfer[]> {
  return (await world.daraja.call("/control/transfers")).json();
}

/** KES 1 through Savanna's pay bill. @returns under which reference */
async function verified(): Promise<string> {
  const params = { id: world.seeded.savanna.id, configId: await gatewayId() };
  const body = { phoneNumber: "0798000001" };
  expect((await call(verifyProviderGateway, { params, body }, operator)).ok).toBe(true);
  const prompt = (await world.daraja.prompts()).find(({ phoneNumber }) => phoneNumber === "254798000001");
  await world.daraja.answer(prompt?.id ?? "none", "paid");
  await world.advance(30_000);
  return String(prompt?.accountReference);
}

test("a test push that the pay bill reports is no money without a purchase", async () => {
  await reported();
  await verified();
  const answer = await call(listTyped, { query: { status: "unmatched" } }, operator);
  expect(answer.ok && answer.answer).toEqual([]);
  await night();
  expect(await differences()).toEqual([]);
});

test("a payment of which neither callback nor query told is paid by the statement, once", async () => {
  await reported();
  await world.daraja.set({ callbacks: "lost", confirmations: "lost", query: "down" });
  const buyer = world.buyer("savanna");
  const { transactionId: id } = await buyer.start();
  await buyer.answer("paid");
  await world.advance(60_000);
  expect((await moneyRows(id)).payment?.status).toBe("pending");
  await night();
  const rows = await moneyRows(id);
  expect(rows.payment).toMatchObject({ status: "completed", receipt: expect.any(String) });
  expect([rows.ledger.length, rows.entitlements.length]).toEqual([2, 1]);
  expect(await differences()).toEqual([]);
});

test("money under no code of ours is listed with what is known of it, and a paid one that the statement lacks", async () => {
  await reported();
  await world.daraja.set({ validation: false, confirmations: "lost" });
  await world.daraja.typed({ shortCode, account: "SCHOOL FEES", amount: 75, phone: "254733000001" });
  const id = await paid(world.buyer("savanna"));
  const { payment } = await moneyRows(id);
  // The gateway's books without this one.
  const forgetful: typeof world.wire = async (request) => {
    if (!request.url.endsWith("/pulltransactions/v1/query")) return undefined;
    world.wire = null;
    const answer = await fetch(request);
    world.wire = forgetful;
    const body = await answer.json<{ Response?: [{ transactionId: string }[]] }>();
    const kept = body.Response?.[0].filter(({ transactionId }) => transactionId !== payment?.receipt);
    return Response.json(kept ? { ...body, Response: [kept] } : body, { status: answer.status });
  };
  world.wire = forgetful;
  await night();
  expect((await differences()).sort((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
    { kind: "not-in-statement", transactionId: id, detail: { receipt: payment?.receipt, shortCode } },
    {
      kind: "unknown-receipt",
      transactionId: null,
      detail: { statementCents: 7_500, account: "SCHOOL FEES" },
    },
  ]);
});

test("a gateway that is down at night holds up nothing and is asked again; what it gives then is compared", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await reported();
  await world.daraja.set({ validation: false, confirmations: "lost" });
  await world.daraja.typed({ shortCode, account: "RENT", amount: 60, phone: "254733000002" });
  let asked = 0;
  world.wire = (request) => {
    if (!request.url.includes("/pulltransactions/")) return undefined;
    asked += 1;
    return new Response("<html>bad gateway</html>", { status: 502 });
  };
  const waiting = await night();
  expect(waiting).toMatchObject({
    finishedAt: null,
    faults: [{ provider: world.seeded.savanna.businessName, shortCode, nextAt: expect.any(String) }],
  });
  // Half an hour: at once, after ten minutes and after twenty more, each time with a registration.
  expect(asked).toBeGreaterThanOrEqual(2);
  expect(asked).toBeLessThanOrEqual(6);
  world.wire = null;
  const done = await sweepFor(60);
  expect(done).toMatchObject({
    faults: [],
    counts: { statements: 1, differences: 1 },
    finishedAt: expect.any(String),
  });
  expect(await differences()).toMatchObject([{ kind: "unknown-receipt", detail: { account: "RENT" } }]);
});

test("a statement that is down until the gateway has forgotten the day is a person's to get", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await reported();
  world.wire = (request) =>
    request.url.includes("/pulltransactions/") ? new Response("", { status: 503 }) : undefined;
  await night();
  const day = nairobiDay(midnightOf(Date.now()) - 1);
  for (let hour = 3; hour <= 23; hour += 1) {
    vi.setSystemTime(midnightOf(Date.now()) + hour * hourMs);
    await sweepReconciliation(testContext());
  }
  await passTo(Date.now());
  expect(await run()).toMatchObject({
    finishedAt: expect.any(String),
    counts: { skipped: 1 },
    faults: [{ nextAt: null }],
  });
  expect(await differences()).toMatchObject([{ kind: "statement", detail: { shortCode, day } }]);
});

test("a short code that the gateway has no statements of is said so, once a night, and is nobody's work", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const done = await night();
  expect(done).toMatchObject({
    counts: { skipped: 1 },
    faults: [
      {
        shortCode,
        fault:
          "M-Pesa refuses it (Invalid ShortCode, HTTP 400): ask Safaricom to allow Pull Transactions there.",
        nextAt: null,
      },
    ],
  });
  expect(await differences()).toEqual([]);
});

/** Rows of payments that no object knows: each is one difference. */
async function strangers(count: number): Promise<void> {
  const { demo } = world.seeded;
  const rows = Array.from({ length: count }, (_, place) => [
    `stranger-${String(place).padStart(4, "0")}`,
    place,
  ]);
  await env.DB.prepare(
    `INSERT INTO payments (provider_id, id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement,
      gateway_id, status, created_at, updated_at)
    SELECT ?1, value ->> 0, 3, ?2, ?3, '{}', '254700000000', 1000, 'mpesa', 'direct', 'g', 'failed',
      ?4 + (value ->> 1) / 7, ?4 FROM json_each(?5)`,
  )
    .bind(demo.id, demo.routers[0]?.id, demo.plans[0]?.id, Date.now(), JSON.stringify(rows))
    .run();
}

test("a night goes on where it stopped, also where it died in the middle of a step, and counts everybody once", async () => {
  await strangers(400);
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  const sweep = () => sweepReconciliation(testContext());
  const cursor = async () =>
    (await env.DB.prepare("SELECT cursor FROM reconciliation_runs").first<{ cursor: string }>())?.cursor;
  for (let minute = 0; !(await cursor())?.includes('"payments"'); minute += 1) {
    if (minute > 9) throw new Error("the night never came to the payments");
    await sweep();
  }
  await sweep();
  const part = (await run())?.counts.payments ?? 0;
  expect([part > 100, part < 200]).toEqual([true, true]);
  // It compares and lists, and dies before it can say how far it came.
  const dead = failStatements(/UPDATE reconciliation_runs/);
  const before = await cursor();
  await expect(sweep()).rejects.toThrow("connection lost");
  // Neither how far it came nor that it failed.
  expect(dead.count).toBe(2);
  dead.heal();
  expect(await cursor()).toBe(before);
  // Two crons at the same time take the same step; it is counted once.
  await Promise.all([sweep(), sweep()]);
  expect(await run()).toMatchObject({ counts: { payments: part + 150 }, finishedAt: null });
  const done = await sweepFor(10);
  expect(done).toMatchObject({ finishedAt: expect.any(String), counts: { payments: 400 } });
  const listed = await env.DB.prepare(
    "SELECT count(DISTINCT payment_id) AS ids, count(*) AS rows FROM reviews",
  ).first();
  expect(listed).toEqual({ ids: 400, rows: 400 });
  await env.DB.prepare("DELETE FROM payments WHERE id LIKE 'stranger-%'").run();
});

test("a step that always fails is tried after 1, 5, 15 and then every 60 minutes, and says so until it is done", async () => {
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  const dead = failStatements(/FROM switch_transactions/);
  const tried: number[] = [];
  const began = Date.now();
  // Nothing is due in the minutes that are left out.
  const minutes = Array.from({ length: 92 }, (_, minute) => minute).filter((at) => at < 32 || at > 80);
  for (const minute of minutes) {
    vi.setSystemTime(began + minute * 60_000);
    await sweepReconciliation(testContext()).catch(() => tried.push(minute));
  }
  const [first = 0] = tried;
  expect(tried.map((minute) => minute - first)).toEqual([0, 1, 6, 21, 81]);
  await passTo(Date.now());
  expect(await run()).toMatchObject({
    finishedAt: null,
    broken: { step: "switches", tries: 5, nextAt: new Date(began + (first + 141) * 60_000).toISOString() },
  });
  dead.heal();
  const done = await sweepFor(60);
  expect(done).toMatchObject({ finishedAt: expect.any(String), broken: null });
  expect(Date.now()).toBe(began + (first + 141) * 60_000);
});

test("a night that was cut off past its day says so, and is finished after the next one", async () => {
  await strangers(400);
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  for (let minute = 0; minute < 5; minute += 1) await sweepReconciliation(testContext());
  const cut = await run();
  expect(cut).toMatchObject({ state: "comparing", finishedAt: null });
  // Nothing ran for two days.
  await passTo(Date.now() + 2 * dayMs);
  expect((await run())?.state).toBe("interrupted");
  await sweepFor(30);
  for (let minute = 0; minute < 10; minute += 1) await sweepReconciliation(testContext());
  const both = await runs();
  expect(both.map(({ state }) => state)).toEqual(["done", "done"]);
  expect(both[1]).toMatchObject({ day: cut?.day, counts: { payments: 400 }, step: null });
  await env.DB.prepare("DELETE FROM payments WHERE id LIKE 'stranger-%'").run();
});

test("a night that cannot be finished ends after a week, with where it stood, and can be compared once more", async () => {
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  const dead = failStatements(/FROM switch_transactions/);
  const sweep = () => sweepReconciliation(testContext()).catch(() => undefined);
  for (let minute = 0; minute < 20; minute += 1) await sweep();
  const { day = "" } = (await run()) ?? {};
  await passTo(Date.now() + 8 * dayMs);
  for (let minute = 0; minute < 20; minute += 1) {
    await sweep();
    vi.setSystemTime(Date.now() + 60_000);
  }
  dead.heal();
  const ended = (await runs()).find((one) => one.day === day);
  expect(ended).toMatchObject({
    ...{ state: "given-up", step: "switches", finishedAt: expect.any(String) },
    broken: { step: "switches", tries: expect.any(Number) },
  });
  expect(await compare(day)).toMatchObject({ ok: true, status: 200 });
  expect((await runs()).find((one) => one.day === day)?.state).toBe("comparing");
  for (let minute = 0; minute < 90; minute += 1) {
    await sweep();
    vi.setSystemTime(Date.now() + 60_000);
  }
  await passTo(Date.now());
  expect((await runs()).find((one) => one.day === day)).toMatchObject({ state: "done", broken: null });
});

test("a day is compared when asked, and shows the same sum by its payments and by its books", async () => {
  await reported();
  const day = nairobiDay(Date.now());
  await paid(world.buyer("savanna"));
  await paid(world.buyer("demo"));
  expect(await compare(day)).toMatchObject({ ok: false, status: 400 });
  await passTo(midnightOf(Date.now()) + dayMs + hourMs);
  expect(await compare(day)).toMatchObject({ ok: true });
  expect(await compare(nairobiDay(Date.now() - 31 * dayMs))).toMatchObject({ ok: false, status: 400 });
  await sweepFor(30);
  const { results } = await env.DB.prepare(
    "SELECT -sum(cents) AS cents FROM ledger WHERE account = 'sales' AND day = ?1",
  )
    .bind(day)
    .all<{ cents: number }>();
  const cents = results[0]?.cents;
  const done = (await runs()).find((one) => one.day === day);
  expect(done).toMatchObject({ state: "done", counts: { paidCents: cents, bookedCents: cents } });
  // What came to Savanna's own pay bill stands in its statement.
  expect(done?.counts.receivedCents).toBe(3_000);
  // Once more, later: the same, and nothing is listed because the gateway has forgotten the day.
  await passTo(Date.now() + 3 * dayMs);
  await compare(day);
  for (let minute = 0; minute < 40; minute += 1) {
    await sweepReconciliation(testContext());
    vi.setSystemTime(Date.now() + 60_000);
  }
  await passTo(Date.now());
  expect((await runs()).find((one) => one.day === day)).toMatchObject({
    state: "done",
    counts: { paidCents: cents, bookedCents: cents },
  });
  expect((await differences()).filter(({ kind }) => kind === "statement")).toEqual([]);
});

test("a row that D1 lost, or shows as it was before, is written again; what D1 made up is listed", async () => {
  const [old, lost] = [await paid(world.buyer("demo")), await paid(world.buyer("demo"))];
  const buyer = world.buyer("demo");
  const { transactionId: failed } = await buyer.start();
  await buyer.answer("cancelled");
  await world.advance(30_000);
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE payments SET status = 'pending', seq = 1, receipt = NULL, completed_at = NULL WHERE id = ?1",
    ).bind(old),
    env.DB.prepare("DELETE FROM payments WHERE id = ?1").bind(lost),
    env.DB.prepare("UPDATE payments SET status = 'completed', seq = 99 WHERE id = ?1").bind(failed),
  ]);
  const done = await night();
  expect(done?.counts.repaired).toBe(2);
  for (const id of [old, lost]) {
    const rows = await moneyRows(id);
    expect(rows.payment).toMatchObject({ status: "completed", receipt: expect.any(String) });
    expect([rows.ledger.length, rows.entitlements.length]).toEqual([2, 1]);
  }
  expect(await differences()).toMatchObject([
    {
      ...{ kind: "projection", transactionId: failed },
      detail: { knownStatus: "failed", shownStatus: "completed", bookedCents: null },
    },
  ]);
});

test("a switch's counter and its transactions: what D1 lost is told again, what nobody counted is listed", async () => {
  let calls = await operatorCalls(world.seeded);
  const id = idOf(await calls.create({ centralAccountNumber: centralTill }));
  expect((await calls.activate(id)).ok).toBe(true);
  const payments = [
    await paid(world.buyer("demo")),
    await paid(world.buyer("savanna")),
    await paid(world.buyer("demo")),
  ];
  const shown = async () => (await calls.transactions()).rows.map((row) => row.id).sort();
  expect(await shown()).toEqual([...payments].sort());
  await env.DB.prepare("DELETE FROM switch_transactions WHERE payment_id = ?1").bind(payments[1]).run();
  expect((await night())?.counts).toMatchObject({ repaired: 1 });
  calls = await operatorCalls(world.seeded);
  expect(await shown()).toEqual([...payments].sort());
  expect(await differences()).toEqual([]);

  await passTo(midnightOf(Date.now()) + 12 * hourMs);
  const more = await paid(world.buyer("demo"));
  await env.DB.prepare("UPDATE switch_transactions SET cents = cents + 500 WHERE payment_id = ?1")
    .bind(more)
    .run();
  await night();
  expect((await differences()).map(({ kind, transactionId }) => [kind, transactionId])).toEqual([
    ["projection", more],
  ]);
  // From the next day on the sums alone are wrong: that is listed once, and closed for good.
  await night();
  const sums = (await differences()).filter(({ transactionId }) => transactionId === null);
  expect(sums).toMatchObject([{ kind: "projection", detail: { fault: "Head office" } }]);
  await env.DB.prepare("UPDATE reviews SET resolved_at = 1").run();
  await night();
  expect(await differences()).toEqual([]);
  await env.DB.prepare("UPDATE switch_transactions SET cents = cents - 500 WHERE payment_id = ?1")
    .bind(more)
    .run();
  calls = await operatorCalls(world.seeded);
  expect((await calls.deactivate(id)).ok).toBe(true);
  expect((await calls.remove(id)).ok).toBe(true);
});

test("a dead letter that is delivered again by two people at once counts once, and is closed", async () => {
  await world.daraja.set({ callbacks: "lost", query: "down" });
  const buyer = world.buyer("demo");
  const { transactionId: id } = await buyer.start();
  const [prompt] = await buyer.prompts();
  const body = JSON.stringify({
    Body: {
      stkCallback: {
        ...{ MerchantRequestID: "1-2-3", CheckoutRequestID: prompt?.checkoutRequestId },
        ...{ ResultCode: 0, ResultDesc: "paid" },
        CallbackMetadata: {
          Item: [
            { Name: "Amount", Value: 10 },
            { Name: "MpesaReceiptNumber", Value: "TKLDEAD001" },
            { Name: "PhoneNumber", Value: Number(buyer.phone) },
          ],
        },
      },
    },
  });
  await handDead({ paymentId: id, door: { kind: "own" }, body, receivedAt: Date.now() });
  const [letter] = await differences();
  expect(letter).toMatchObject({ kind: "dead-letter", transactionId: id });
  const params = { providerId: world.seeded.demo.id, id: `dead-letter ${id}` };
  const replay = () => call(replayDeadLetter, { params }, operator);
  const answers = await Promise.all([replay(), replay()]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect((await replay()).status).toBe(409);
  const rows = await moneyRows(id);
  expect(rows.payment).toMatchObject({ status: "completed", unverified: 1 });
  expect([rows.ledger.length, rows.entitlements.length]).toEqual([2, 1]);
  expect(await differences()).toEqual([]);
  const audited = await env.DB.prepare(
    "SELECT count(*) AS count FROM audit WHERE action = 'difference.replay' AND subject = ?1",
  )
    .bind(params.id)
    .first();
  expect(audited).toEqual({ count: 1 });
});

async function handDead(message: {
  paymentId: string;
  door: { kind: "own" };
  body: string;
  receivedAt: number;
}): Promise<void> {
  const ack = vi.fn();
  await takeDeadCallbacks({ messages: [{ attempts: 3, body: message, ack, retry: vi.fn() }] }, env);
  expect(ack).toHaveBeenCalled();
}
