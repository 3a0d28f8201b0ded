import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { verifyProviderGateway } from "#contract/gateway-verification";
import { listPaybillPayments, registerPaybillAddresses } from "#contract/paybill";
import {
  compareNow,
  listDifferences,
  listOwnDifferences,
  listRuns,
  replayDeadLetter,
  resolveDifference,
} from "#contract/reconciliation";
import { trySwitchAccount } from "#contract/switch";
import { nairobiDay } from "#contract/values/duration";
import { platformBooks } from "#contract/values/platform-books";
import { dayMs, hourMs } from "#contract/values/time";
import { readSettings } from "#worker/env";
import { addGateway } from "#worker/features/gateways/store";
import { handleDeadCallbacks } from "#worker/features/payments/index";
import { compareStatement } from "#worker/features/reconciliation/compare-statement";
import { sweepReconciliation } from "#worker/features/reconciliation/index";
import { savannaApp } from "../../seed/two-providers.ts";
import { copyAll, forgetCopies } from "../../support/copies.ts";
import { failStatements } from "../../support/database-faults.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import {
  emptyTenantTables,
  rowsOfAllTenants,
  tenantDatabase,
  tenantDatabases,
} from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "../payments/money-rows.ts";
import { type Buyer, centralTill, openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";

// Whole nights: a day of payments at a real gateway, then the sweep, a minute a step, from half past two.

let world: PaymentWorld;
let operator: CallOptions;
const shortCode = "600200";

beforeAll(async () => {
  world = await openWorld();
});
/** Noon of the next day in Nairobi: no night compares what an earlier test left. */
beforeEach(async () => {
  await passTo(midnightOf(Date.now()) + dayMs + 12 * hourMs);
  await world.renew();
  await emptyTenantTables("reviews");
  await env.DB.prepare("DELETE FROM reconciliation_runs").run();
  await forgetCopies();
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
  expect((await call(registerPaybillAddresses, { params }, operator)).ok).toBe(true);
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

/** As in a minute that is used up by one step. */
const oneStep = { ms: 0, calls: 0 };

async function runs() {
  const answer = await call(listRuns, {}, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const run = async () => (await runs())[0];

const compare = (day: string) => call(compareNow, { params: { day } }, operator);

async function differences() {
  await copyAll();
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
  const tried = await verified();
  const done = await night();
  expect(await differences()).toEqual([]);
  expect(done).toMatchObject({
    counts: { pushes: 4, payments: 3 + 1, statements: 1, rows: 3, learned: 1, differences: 0 },
    faults: [],
  });
  const [moved] = (await transfers()).filter((one) => one.shortCode === shortCode && one.account !== tried);
  const known = (await moneyRows(silent)).payment;
  expect(known?.receipt).toBe(moved?.receipt);
  // Each provider's database was asked for its size, which the object's own SQLite knows.
  const { results: sizes } = await env.DB.prepare("SELECT provider_id AS id, bytes FROM provider_sizes").all<{
    id: string;
    bytes: number;
  }>();
  const { demo, savanna } = world.seeded;
  for (const { id } of [demo, savanna])
    expect(sizes.find((one) => one.id === id)?.bytes).toBe(await env.PROVIDER.getByName(id).size());
  expect(Math.min(...sizes.map(({ bytes }) => bytes))).toBeGreaterThan(100_000);
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

/** KSh 1 through Savanna's pay bill. @returns under which reference */
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
  const answer = await call(listPaybillPayments, { query: { status: "unmatched" } }, operator);
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
    faults: [
      { provider: world.seeded.savanna.businessName, shortCodes: [shortCode], nextAt: expect.any(String) },
    ],
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
        shortCodes: [shortCode],
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
  await tenantDatabase(demo.id)
    .prepare(
      `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement,
      gateway_id, status, created_at, updated_at)
    SELECT value ->> 0, 3, ?1, ?2, '{}', '254700000000', 1000, 'mpesa', 'direct', 'g', 'failed',
      ?3 + (value ->> 1) / 7, ?3 FROM json_each(?4)`,
    )
    .bind(demo.routers[0]?.id, demo.plans[0]?.id, Date.now(), JSON.stringify(rows))
    .run();
}

test("a night goes on where it stopped, also where it died in the middle of a step, and counts everybody once", async () => {
  await strangers(400);
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  const sweep = () => sweepReconciliation(testContext(), oneStep);
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
  const listed = await rowsOfAllTenants<{ id: string }>("SELECT payment_id AS id FROM reviews");
  expect([listed.length, new Set(listed.map(({ id }) => id)).size]).toEqual([400, 400]);
  await tenantDatabase(world.seeded.demo.id).prepare("DELETE FROM payments WHERE id LIKE 'stranger-%'").run();
});

test("a copy for the operator that differs is made anew, and listed among the platform's own differences", async () => {
  const { savanna } = world.seeded;
  await paid(world.buyer("savanna"));
  await copyAll();
  const copied = () =>
    env.DB.prepare("SELECT sum(cents) AS cents FROM provider_sales WHERE provider_id = ?1")
      .bind(savanna.id)
      .first<{ cents: number }>();
  const before = await copied();
  await env.DB.prepare(
    "UPDATE provider_sales SET cents = cents + 700 WHERE rowid = (SELECT max(rowid) FROM provider_sales WHERE provider_id = ?1)",
  )
    .bind(savanna.id)
    .run();
  expect((await night())?.counts).toMatchObject({ differences: 1 });
  expect(await copied()).toEqual(before);
  await copyAll();
  const listed = await call(listDifferences, {}, operator);
  expect(listed.ok && listed.answer).toMatchObject([
    { kind: "projection", providerId: platformBooks, detail: { providerId: savanna.id } },
  ]);
});

test("a step that always fails is tried after 1, 5, 15 and then every 60 minutes, and says so until it is done", async () => {
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  const dead = failStatements(/switch_id AS switchId\s+FROM switch_transactions/);
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
  for (let step = 0; step < 3; step += 1) await sweepReconciliation(testContext(), oneStep);
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
  await tenantDatabase(world.seeded.demo.id).prepare("DELETE FROM payments WHERE id LIKE 'stranger-%'").run();
});

test("a night that cannot be finished ends after a week, with where it stood, and can be compared once more", async () => {
  await passTo(midnightOf(Date.now()) + dayMs + 2.5 * hourMs);
  const dead = failStatements(/switch_id AS switchId\s+FROM switch_transactions/);
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
    state: "given-up",
    step: "switches",
    finishedAt: expect.any(String),
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
  const sales = await rowsOfAllTenants<{ cents: number }>(
    "SELECT -cents AS cents FROM ledger WHERE account = 'sales' AND day = ?1",
    day,
  );
  const cents = sales.reduce((sum, line) => sum + line.cents, 0);
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
  const database = tenantDatabase(buyer.provider.id);
  await database.batch([
    database
      .prepare(
        "UPDATE payments SET status = 'pending', seq = 1, receipt = NULL, completed_at = NULL WHERE id = ?1",
      )
      .bind(old),
    database.prepare("DELETE FROM payments WHERE id = ?1").bind(lost),
    database.prepare("UPDATE payments SET status = 'completed', seq = 99 WHERE id = ?1").bind(failed),
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
      kind: "projection",
      transactionId: failed,
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
  for (const database of await tenantDatabases())
    await database.prepare("UPDATE reviews SET resolved_at = 1").run();
  await night();
  expect(await differences()).toEqual([]);
  await env.DB.prepare("UPDATE switch_transactions SET cents = cents - 500 WHERE payment_id = ?1")
    .bind(more)
    .run();
  calls = await operatorCalls(world.seeded);
  expect((await calls.deactivate(id)).ok).toBe(true);
  expect((await calls.remove(id)).ok).toBe(true);
});

/** For one test, a configuration that has Savanna's pay bill, or another one, beside what the seed made. */
async function configured(
  of: { id: string },
  accountNumber: string,
  over: { archivedAt?: number; consumerSecret?: string } = {},
): Promise<void> {
  const { archivedAt = null, consumerSecret = savannaApp.consumerSecret } = over;
  const { shortCode: _own, ...app } = savannaApp;
  const gateway = { type: "mpesa", accountNumber, environment: "sandbox", useAutoApi: false } as const;
  const id = crypto.randomUUID();
  const place = { id, providerId: of.id, routerId: null, createdAt: Date.now() };
  const isUsed = { isActive: archivedAt === null, archivedAt };
  const secrets = { ...app, consumerSecret };
  await testContext().platform.run(addGateway(testContext(), { ...gateway, ...place, ...isUsed }, secrets));
  onTestFinished(async () => {
    await env.DB.prepare("DELETE FROM gateways WHERE id = ?1").bind(id).run();
  });
}

/** For one test. */
async function archivedSince(at: number): Promise<void> {
  const set = (archivedAt: number | null) =>
    env.DB.prepare("UPDATE gateways SET archived_at = ?2, is_active = ?3 WHERE account_number = ?1")
      .bind(shortCode, archivedAt, archivedAt === null ? 1 : 0)
      .run();
  await set(at);
  onTestFinished(async () => {
    await set(null);
  });
}

test("each short code is asked for once a night, however often its gateway was edited; an archived mistake is silent", async () => {
  const { savanna } = world.seeded;
  await reported();
  await paid(world.buyer("savanna"));
  await configured(savanna, shortCode, { archivedAt: Date.now() - 90 * dayMs });
  await configured(savanna, shortCode, { archivedAt: Date.now() });
  await configured(savanna, shortCode, { archivedAt: Date.now() + 1 });
  await configured(savanna, "600201", { archivedAt: Date.now() - 90 * dayMs });
  await configured(savanna, "600202", { archivedAt: Date.now() });
  expect(await night()).toMatchObject({ counts: { statements: 1, rows: 1 }, faults: [] });
  expect(await differences()).toEqual([]);
  // Refused once, then registered, then had.
  expect(await world.daraja.counts()).toMatchObject({ pulls: 2 });
});

test("an archived pay bill is compared as long as money is typed there, and no longer", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await reported();
  await archivedSince(Date.now() - 90 * dayMs);
  await world.daraja.set({ validation: false });
  const typed = { shortCode, account: "WATER", amount: 40, phone: "254733000003" };
  expect((await world.daraja.typed(typed)).status).toBe(200);
  await world.advance(30_000);
  await world.daraja.set({ confirmations: "lost" });
  await world.daraja.typed({ ...typed, account: "SILENT" });
  expect(await night()).toMatchObject({ counts: { statements: 1, rows: 2 }, faults: [] });
  // What was reported waits as money without a purchase.
  expect(await differences()).toMatchObject([{ kind: "unknown-receipt", detail: { account: "SILENT" } }]);
  await passTo(Date.now() + dayMs);
  expect((await night())?.counts.statements ?? 0).toBe(0);
});

test("one short code at two providers: money of both is known, and what neither knows is shown to neither", async () => {
  const { demo, savanna } = world.seeded;
  await reported();
  await configured(demo, shortCode);
  const paidAt = async (of: "demo" | "savanna") => (await moneyRows(await paid(world.buyer(of)))).payment;
  const told = [await paidAt("demo"), await paidAt("savanna")];
  await world.daraja.set({ callbacks: "lost", confirmations: "lost", validation: false });
  const silent = [await paid(world.buyer("demo")), await paid(world.buyer("savanna"))];
  await world.daraja.typed({ shortCode, account: "RENT", amount: 60, phone: "254733000002" });
  const at = (await transfers()).filter((one) => one.shortCode === shortCode);
  expect(at).toHaveLength(5);
  expect(await night()).toMatchObject({ counts: { statements: 1, rows: 5, learned: 2 }, faults: [] });
  expect(await world.daraja.counts()).toMatchObject({ pulls: 2 });
  for (const one of told) expect(at.map(({ receipt }) => receipt)).toContain(one?.receipt);
  for (const id of silent) {
    const { payment, ledger } = await moneyRows(id);
    expect(at.map(({ receipt }) => receipt)).toContain(payment?.receipt);
    expect(ledger).toHaveLength(2);
  }
  await copyAll();
  const listed = await call(listDifferences, {}, operator);
  expect(listed.ok && listed.answer).toMatchObject([
    { providerId: platformBooks, provider: "The platform", detail: { account: "RENT", shortCode } },
  ]);
  for (const one of [demo, savanna]) {
    const as = { host: hostOf(one.subdomain), cookie: await signInProvider(one) };
    const own = await call(listOwnDifferences, {}, as);
    expect(own.ok && own.answer).toEqual([]);
  }
});

test("a provider that configures another's short code with wrong credentials keeps no statement from it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await reported();
  await paid(world.buyer("savanna"));
  await configured(world.seeded.demo, shortCode, { consumerSecret: "guessed" });
  expect(await night()).toMatchObject({ counts: { statements: 1, rows: 1 }, faults: [] });
  expect(await differences()).toEqual([]);
});

test("two providers at one till by the platform's app: a payment of either is known where the other's statement has it", async () => {
  const { savanna, demo } = world.seeded;
  const ctx = testContext();
  const gateway = { id: "shared till", type: "mpesa", environment: "sandbox", useAutoApi: true } as const;
  const place = { providerId: demo.id, accountNumber: shortCode, isActive: false, createdAt: 1 };
  await ctx.platform.run(addGateway(ctx, { ...gateway, ...place }, null));
  const from = Date.now();
  const sold = (id: string, receipt: string | null) =>
    tenantDatabase(demo.id)
      .prepare(
        `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, method, settlement,
        gateway_id, status, receipt, created_at, completed_at, updated_at)
      VALUES (?1, 3, ?2, ?3, '{"planName":"Hour"}', '254700000009', 1000, 'mpesa', 'direct', 'shared till', 'completed', ?4, ?5, ?5, ?5)`,
      )
      .bind(id, demo.routers[0]?.id, demo.plans[0]?.id, receipt, from);
  await tenantDatabase(demo.id).batch([
    sold("told", "SHARED1"),
    sold("untold", null),
    sold("lacking", "SHARED3"),
  ]);
  const account = { environment: "sandbox", shortCode, unknownTo: savanna.id } as const;
  const row = (receipt: string) => ({ receipt, amountCents: 1_000, account: "", at: from, phone: null });
  await passTo(from + hourMs);
  const compared = await compareStatement(ctx, account, [row("SHARED1"), row("SHARED2")], {
    from,
    to: from + hourMs,
    foundAt: from,
  });
  expect(compared.differences).toBe(1);
  await copyAll();
  const listed = await call(listDifferences, {}, operator);
  expect(listed.ok && listed.answer).toMatchObject([
    { kind: "not-in-statement", providerId: demo.id, transactionId: "lacking" },
  ]);
  await tenantDatabase(demo.id).prepare("DELETE FROM payments WHERE gateway_id = 'shared till'").run();
  await env.DB.prepare("DELETE FROM gateways WHERE id = 'shared till'").run();
});

const platformApp = {
  consumerKey: "platform-key",
  consumerSecret: "platform-secret",
  shortCode: "600100",
  passkey: "p",
};

/** The gateway gives statements of what reports its payments: as if an operator had had both registered. */
async function platformReports(ShortCode: string): Promise<void> {
  // The last one may have ended long ago.
  await world.daraja.token(platformApp);
  const nowhere = "http://hotspot.localhost/none";
  const fields = { ShortCode, ConfirmationURL: nowhere, ValidationURL: nowhere };
  expect((await world.daraja.register(fields, { app: platformApp })).status).toBe(200);
  await world.daraja.set({ validation: false });
}

/** For one test. */
function withSettings(given: { PLATFORM_NOMINATED_NUMBER?: string; PLATFORM_PAYBILL?: string }): void {
  const settings = readSettings(env);
  Object.assign(settings, given);
  onTestFinished(() => {
    for (const name of Object.keys(given)) Reflect.deleteProperty(settings, name);
  });
}

test("a switch's central account is compared by the platform's own app; without the platform's number that is said once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await platformReports(centralTill);
  withSettings({ PLATFORM_PAYBILL: platformApp.shortCode });
  let calls = await operatorCalls(world.seeded);
  const id = idOf(await calls.create({ centralAccountNumber: centralTill }));
  expect((await calls.activate(id)).ok).toBe(true);
  // A verification of the account is money there, too, and no sale.
  const body = { phoneNumber: "0798000002" };
  expect((await call(trySwitchAccount, { params: { id }, body }, operator)).ok).toBe(true);
  const prompt = (await world.daraja.prompts()).find(({ phoneNumber }) => phoneNumber === "254798000002");
  await world.daraja.answer(prompt?.id ?? "none", "paid");
  await world.advance(30_000);
  await paid(world.buyer("demo"));
  await paid(world.buyer("savanna"));
  await world.daraja.typed({ shortCode: centralTill, account: "RENT", amount: 60, phone: "254733000002" });
  const without = await night();
  expect(without?.faults.filter(({ providerId }) => providerId === platformBooks)).toEqual([
    {
      providerId: platformBooks,
      provider: "The platform",
      nextAt: null,
      shortCodes: [platformApp.shortCode, centralTill],
      fault:
        "The platform has no Kenyan mobile number (PLATFORM_NOMINATED_NUMBER), which a statement asks for.",
    },
  ]);
  // Nothing that a person would have to close each morning.
  expect(await differences()).toEqual([]);
  await platformReports(platformApp.shortCode);
  withSettings({ PLATFORM_NOMINATED_NUMBER: "254712345678" });
  const { day = "" } = without ?? {};
  await compare(day);
  await sweepFor(30);
  const again = (await runs()).find((one) => one.day === day);
  expect(again).toMatchObject({ state: "done", counts: { rows: 4, statements: 2 } });
  expect(again?.faults.filter(({ providerId }) => providerId === platformBooks)).toEqual([]);
  const query = { kind: "unknown-receipt", providerId: platformBooks, q: "the platform" };
  await copyAll();
  const listed = await call(listDifferences, { query }, operator);
  expect(listed.ok && listed.answer).toMatchObject([
    {
      kind: "unknown-receipt",
      provider: "The platform",
      giveBack: null,
      detail: { statementCents: 6_000, shortCode: centralTill },
    },
  ]);
  const [unknown] = listed.ok ? listed.answer : [];
  const params = { providerId: unknown?.providerId ?? "", id: unknown?.id ?? "" };
  const closed = await call(resolveDifference, { params, body: { note: "The landlord's own" } }, operator);
  expect(closed.status).toBe(200);
  expect(await differences()).toEqual([]);
  const resolved = await call(listDifferences, { query: { state: "resolved" } }, operator);
  expect(resolved.ok && resolved.answer).toMatchObject([{ ...params, resolution: "The landlord's own" }]);
  calls = await operatorCalls(world.seeded);
  expect((await calls.deactivate(id)).ok).toBe(true);
  expect((await calls.remove(id)).ok).toBe(true);
});

test("the pay bill at which invoices are paid is compared with what providers told of, and shows them nothing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { demo } = world.seeded;
  await platformReports(platformApp.shortCode);
  withSettings({ PLATFORM_NOMINATED_NUMBER: "254712345678", PLATFORM_PAYBILL: platformApp.shortCode });
  await env.DB.prepare(
    `INSERT INTO billing_configs (provider_id, billing_model, monthly_fee_cents, billing_cycle, due_day, payment_account_number,
      billed_from, created_at, updated_at) VALUES (?1, 'monthly_fee', 5000, 'monthly', 28, 'PROV-DEMO', '2031-01-01', 1, 1)`,
  )
    .bind(demo.id)
    .run();
  const pay = async (account: string) => {
    const payer = { account, amount: 1_500, phone: "254733000009" };
    const answer = await world.daraja.typed({ shortCode: platformApp.shortCode, ...payer });
    return (await answer.json<{ receipt: string }>()).receipt;
  };
  const tell = (code: string, cents: number) =>
    env.DB.prepare(
      `INSERT INTO payment_confirmations (id, provider_id, amount_cents, payment_code, status, submitted_by, created_at)
      VALUES (?1, ?2, ?3, ?1, 'pending', 'admin', 1)`,
    )
      .bind(code, demo.id, cents)
      .run();
  await tell(await pay("PROV-DEMO"), 150_000);
  const exaggerated = await pay("PROV-DEMO");
  await tell(exaggerated, 1_500_000);
  const [silent, strange] = [await pay("prov-demo"), await pay("RENT")];
  await night();
  await copyAll();
  const listed = await call(listDifferences, { query: { providerId: platformBooks } }, operator);
  const told = listed.ok ? listed.answer : [];
  expect(told).toHaveLength(3);
  expect(told.map(({ kind, detail }) => [kind, detail.receipt, detail.billedTo])).toEqual(
    expect.arrayContaining([
      ["amount", exaggerated, undefined],
      ["unknown-receipt", silent, demo.businessName],
      ["unknown-receipt", strange, undefined],
    ]),
  );
  const as = { host: hostOf(demo.subdomain), cookie: await signInProvider(demo) };
  const own = await call(listOwnDifferences, {}, as);
  expect(own.ok && own.answer).toEqual([]);
  // What is told of the day after, with its amount, is nothing to look for any more.
  await tell(silent, 150_000);
  await night();
  expect((await differences()).map(({ detail }) => detail.receipt).sort()).toEqual(
    [exaggerated, strange].sort(),
  );
  await env.DB.batch([
    env.DB.prepare("DELETE FROM billing_configs"),
    env.DB.prepare("DELETE FROM payment_confirmations"),
  ]);
});

test("a run that was kept in an older form is shown, and ends", async () => {
  const day = nairobiDay(midnightOf(Date.now()) - 1);
  const missing = { gatewayId: "g", providerId: world.seeded.savanna.id, shortCode, tries: 1 };
  const counts = { payments: 1, faults: [{ ...missing, fault: "HTTP 502", nextAt: Date.now() - 1 }] };
  await env.DB.prepare(
    `INSERT INTO reconciliation_runs (day, started_at, cursor, counts) VALUES (?1, ?2, '{"step":"again","turn":1}', ?3)`,
  )
    .bind(day, Date.now(), JSON.stringify(counts))
    .run();
  expect(await run()).toMatchObject({ day, faults: [{ shortCodes: [shortCode], fault: "HTTP 502" }] });
  await sweepFor(3);
  expect(await run()).toMatchObject({ day, state: "done", faults: [] });
});

test("a dead letter that is delivered again by two people at once counts once, and is closed", async () => {
  await world.daraja.set({ callbacks: "lost", query: "down" });
  const buyer = world.buyer("demo");
  const { transactionId: id } = await buyer.start();
  const [prompt] = await buyer.prompts();
  const body = JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: "1-2-3",
        CheckoutRequestID: prompt?.checkoutRequestId,
        ResultCode: 0,
        ResultDesc: "paid",
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
  await handleDeadCallbacks({ messages: [{ attempts: 3, body: message, ack, retry: vi.fn() }] }, env);
  expect(ack).toHaveBeenCalled();
}
