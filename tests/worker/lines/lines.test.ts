import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/lines";
import { dayMs, minuteMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf, send } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// Homes and offices: a line is blocked until it is paid, any amount counts, and a period is bought once for its price.

let world: PaymentWorld;
let link: FakeLink;
let owner: CallOptions;
let bridge: FakeBridge;

beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAllLinks());
afterAll(() => world.close());
beforeEach(async () => {
  await world.renew();
  owner = { host: hostOf("demo"), cookie: await signInProvider(world.seeded.demo) };
});

const routerId = () => world.seeded.demo.routers[0]?.id ?? "";

async function atBridge(keepsLines = true): Promise<void> {
  const demo = { providerId: world.seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?").bind(bridge.id, routerId()).run();
  link = await bridge.dial();
  await link.hello({ keepsLines });
  await link.next("welcome");
}

let made = 0;
async function addPackage(price = 1_500, period: { days: number } | { months: number } = { days: 30 }) {
  const body = { name: `Home ${price}`, price, period, uploadMbps: 5, downloadMbps: 10 };
  const answer = await call(contract.addPackage, { body }, owner);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.package;
}

async function addLine(packageId: string, more: Partial<contract.AddLine> = {}) {
  made += 1;
  const body: contract.AddLine = {
    customer: { name: "Mercy Wanjiru", phoneNumber: `0722${String(100_000 + made)}` },
    routerId: routerId(),
    packageId,
    login: `mercy-${made}`,
    password: "fibre4you",
    ...more,
  };
  return call(contract.addLine, { body }, owner);
}

async function added(packageId: string, more: Partial<contract.AddLine> = {}): Promise<contract.Line> {
  const answer = await addLine(packageId, more);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.line;
}

const linkIn = ({ payLink }: contract.Line) => new URL(payLink).pathname.replace("/my/", "");

/** As the page's form sends it. @returns the id of the payment */
async function prompt(of: contract.Line, amount: number | string, more: Record<string, string> = {}) {
  const response = await send(
    contract.payCustomerAccount,
    { params: { link: linkIn(of) }, body: { amount: String(amount), phone: "", ...more } },
    { host: hostOf("demo") },
  );
  const id = new URL(response.headers.get("location") ?? "/", "https://x").searchParams.get("payment");
  return { status: response.status, id: id ?? "", text: await response.text() };
}

async function pay(of: contract.Line, amount: number): Promise<string> {
  const { id } = await prompt(of, amount);
  expect(id).not.toBe("");
  const [asked] = (await world.daraja.prompts()).filter(
    ({ phoneNumber }) => phoneNumber === of.customer.phoneNumber,
  );
  expect((await world.daraja.answer(asked?.id ?? "none", "paid")).ok).toBe(true);
  await world.advance(1_000);
  return id;
}

async function shown(id: string): Promise<contract.Line> {
  const answer = await call(contract.listLines, {}, owner);
  if (!answer.ok) throw new Error(answer.text);
  const found = answer.answer.find((one) => one.id === id);
  if (!found) throw new Error(`line ${id} is not listed`);
  return found;
}

const wanted = (id: string) =>
  link
    .all("lines")
    .flatMap(({ lines }) => lines.filter((one) => one.id === id))
    .at(-1);

const database = () => tenantDatabase(world.seeded.demo.id);
async function sum(statement: string): Promise<number> {
  return (await database().prepare(statement).first<{ cents: number }>())?.cents ?? 0;
}
const books = async () => ({
  balances: await sum("SELECT coalesce(sum(balance_cents), 0) AS cents FROM customer_accounts"),
  entries: await sum("SELECT coalesce(sum(cents), 0) AS cents FROM customer_entries"),
  owed: await sum(
    "SELECT coalesce(-sum(cents), 0) AS cents FROM general_ledger WHERE account = 'owed to customers'",
  ),
});

test("a line is made blocked, opens when it is paid, and its bridge is told how long", async () => {
  await atBridge();
  const made = await added((await addPackage()).id);
  expect(made).toMatchObject({ standing: "unpaid", paidUntil: null, applied: null, dialled: null });
  expect(made.customer.number).toMatch(/^[89]\d{7}$/);
  expect(wanted(made.id)).toMatchObject({
    rev: 1,
    spec: {
      kind: "serve",
      login: made.login,
      password: "fibre4you",
      upKbps: 5_000,
      downKbps: 10_000,
      openMs: 0,
    },
  });
  const since = Date.now();
  await pay(made, 1_500);
  const paid = await shown(made.id);
  expect(paid).toMatchObject({ standing: "open", customer: { balance: 0 } });
  expect(Date.parse(paid.paidUntil ?? "") - since).toBeGreaterThanOrEqual(30 * dayMs);
  const { rev, spec } =
    (await link.until(() => wanted(made.id)?.rev === 2 && wanted(made.id), "the paid line")) ?? {};
  expect(rev).toBe(2);
  expect(spec).toMatchObject({ kind: "serve" });
  expect(Math.abs((spec as { openMs: number }).openMs - 30 * dayMs)).toBeLessThan(minuteMs);
  await link.report({
    kind: "line_applied",
    routerId: routerId(),
    lineId: made.id,
    rev: 2,
    state: "open",
    ageMs: 0,
  });
  await link.report({
    kind: "line_session",
    routerId: routerId(),
    lineId: made.id,
    session: { sessionMs: 60_000, address: "10.9.0.7", callerId: "02:00:00:00:00:07" },
    ageMs: 0,
  });
  expect(await shown(made.id)).toMatchObject({ applied: "open", dialled: { address: "10.9.0.7" } });
  expect(await books()).toEqual({ balances: 0, entries: 0, owed: 0 });
});

test("any amount counts: parts add up to a period, more buys further ones, and it is revenue when it comes in", async () => {
  await atBridge();
  const made = await added((await addPackage(1_000)).id);
  await pay(made, 400);
  expect(await shown(made.id)).toMatchObject({ standing: "unpaid", customer: { balance: 400 } });
  expect(await books()).toMatchObject({ balances: 40_000, owed: 40_000 });
  await world.advance(10 * minuteMs);
  await pay(made, 2_700);
  const paid = await shown(made.id);
  expect(paid.customer.balance).toBe(100);
  expect(Math.round((Date.parse(paid.paidUntil ?? "") - Date.now()) / dayMs)).toBe(90);
  const revenue = await sum(
    `SELECT coalesce(-sum(cents), 0) AS cents FROM ledger WHERE account = 'sales'
      AND payment_id IN (SELECT payment_id FROM customer_entries WHERE customer_id = '${made.customer.id}')`,
  );
  expect(revenue).toBe(310_000);
});

test("the same form sent twice asks once; a stranger's link, another provider's or a changed one shows nothing", async () => {
  await atBridge();
  const made = await added((await addPackage()).id);
  const [one, other] = await Promise.all([
    prompt(made, 1_500, { once: "a" }),
    prompt(made, 1_500, { once: "a" }),
  ]);
  expect(one.id).toBe(other.id);
  expect(await world.daraja.prompts()).toHaveLength(1);
  const link = linkIn(made);
  const page = (params: { link: string }, host = "demo") =>
    send(contract.customerPage, { params }, { host: hostOf(host) });
  expect((await page({ link })).status).toBe(200);
  expect((await page({ link }, "savanna")).status).toBe(404);
  const flipped = link.slice(0, -1) + (link.endsWith("0") ? "1" : "0");
  expect((await page({ link: flipped })).status).toBe(404);
  expect((await page({ link: link.split("-")[0] ?? "" })).status).toBe(404);
});

test("what comes in is called Lines in reports, not by each customer; prompts to strange phones do not use up the own one's", async () => {
  await atBridge();
  const made = await added((await addPackage()).id);
  for (let n = 0; n < 6; n += 1)
    expect((await prompt(made, 100 + n, { phone: `07331000${10 + n}` })).status).toBe(303);
  expect((await prompt(made, 100, { phone: "0733100099" })).status).toBe(429);
  await pay(made, 1_500);
  const named = await database()
    .prepare(
      "SELECT plan_name AS name FROM plan_daily WHERE plan_name LIKE 'Account%' OR plan_name = 'Lines'",
    )
    .all<{ name: string }>();
  expect([...new Set(named.results.map(({ name }) => name))]).toEqual(["Lines"]);
});

test("what cannot be is refused with a sentence", async () => {
  await atBridge();
  const { id } = await addPackage();
  const made = await added(id);
  const twin = await addLine(id, { login: made.login.toUpperCase() });
  expect(twin).toMatchObject({ status: 409, refusal: { reason: "line_login_taken" } });
  expect(await addLine(id, { customer: undefined })).toMatchObject({
    refusal: { reason: "customer_needed" },
  });
  expect(await addLine("none")).toMatchObject({ status: 404, refusal: { reason: "package_gone" } });
  expect(await addLine(id, { routerId: world.seeded.savanna.routers[0]?.id ?? "" })).toMatchObject({
    status: 404,
    refusal: { reason: "no_such_router" },
  });
  expect((await prompt(made, 5)).status).toBe(400);
  expect((await prompt(made, "lots")).status).toBe(400);
  expect((await prompt(made, 1_500, { phone: "12345" })).status).toBe(400);
});

test("a bridge that is too old is told nothing of lines, and gets none", async () => {
  await atBridge(false);
  const { id } = await addPackage();
  expect(await addLine(id)).toMatchObject({ refusal: { reason: "line_bridge_old" } });
  expect(link.all("lines")).toEqual([]);
});

test("what was not delivered is told again by the sweep, and at the next dial-in", async () => {
  await atBridge();
  const made = await added((await addPackage()).id);
  await link.close();
  await pay(made, 1_500);
  link = await bridge.dial();
  await link.hello({ keepsLines: true });
  await link.until(() => wanted(made.id)?.rev === 2, "the paid line at the next dial-in");
});

test("a name that the router has of its own is told to its provider, until it is gone there", async () => {
  await atBridge();
  const made = await added((await addPackage()).id);
  const shown = async () => (await call(contract.listLines, { query: { q: made.login } }, owner)).text;
  await link.until(() => wanted(made.id)?.rev === 1, "the line");
  const at = { routerId: routerId(), lineId: made.id, rev: 1, ageMs: 0 } as const;
  await link.report({ kind: "line_hindered", ...at, hindrance: "name_taken" });
  expect(await shown()).toContain(`${made.login} is a name of the router's own`);
  await link.report({ kind: "line_applied", ...at, state: "blocked" });
  expect(await shown()).not.toContain("router's own");
});
