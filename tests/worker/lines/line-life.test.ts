import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as z from "zod";
import * as life from "#contract/line-life";
import * as contract from "#contract/lines";
import { say } from "#contract/texts";
import type { LineChoice } from "#contract/values/line-choices";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { settleAccount, sweepLines } from "#worker/features/lines/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { credited } from "./account-world.ts";

// A line after it was made: parts of a price, grace, hours, and what is done with it by hand. Noon in Nairobi is 9 in the morning here.

let seeded: TwoProviders;
let link: FakeLink;
let bridge: FakeBridge;
let cookie: string;
const noon = Date.UTC(2031, 0, 31, 9);

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
  const demo = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?").bind(bridge.id, routerId()).run();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: noon });
  link = await bridge.dial();
  await link.hello({ keepsLines: true });
  await link.next("welcome");
});
afterEach(async () => {
  await closeAllLinks();
  vi.useRealTimers();
});
afterAll(() => closeAllLinks());

const routerId = () => seeded.demo.routers[0]?.id ?? "";
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
/** Time passes further than a session lasts. */
async function asOwner(): Promise<CallOptions> {
  await tenantDatabase(seeded.demo.id)
    .prepare("UPDATE sessions SET confirmed_at = ?1, last_seen_at = ?1, expires_at = ?1 + 86400000")
    .bind(Date.now())
    .run();
  return { host: hostOf("demo"), cookie };
}

type Input = Partial<z.input<typeof contract.PackageInput>>;
let made = 0;

async function packageOf(input: Input = {}): Promise<contract.Package> {
  const body = {
    name: "Home",
    price: 1_500,
    period: { months: 1 },
    uploadMbps: 5,
    downloadMbps: 10,
    ...input,
  };
  const answer = await call(contract.addPackage, { body }, await asOwner());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.package;
}

async function lineOn(input: Input = {}): Promise<contract.Line> {
  made += 1;
  const body: contract.AddLine = {
    customer: { name: "Mercy Wanjiru", phoneNumber: `0722${String(200_000 + made)}` },
    routerId: routerId(),
    packageId: (await packageOf(input)).id,
    login: `home-${made}`,
    password: "fibre4you",
  };
  const answer = await call(contract.addLine, { body }, await asOwner());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.line;
}

/** As money arrives, whichever way. */
async function paid({ customer }: contract.Line, amount: number): Promise<void> {
  await credited(seeded.demo, customer.id, amount * 100);
  await settleAccount(testContext(), seeded.demo.id, customer.id);
}

async function shown(id: string): Promise<contract.Line> {
  const answer = await call(contract.listLines, {}, await asOwner());
  if (!answer.ok) throw new Error(answer.text);
  const found = answer.answer.find((one) => one.id === id);
  if (!found) throw new Error(`line ${id} is not listed`);
  return found;
}

async function listed(show: LineChoice): Promise<string[]> {
  const answer = await call(contract.listLines, { query: { show } }, await asOwner());
  return answer.ok ? answer.answer.map(({ id }) => id) : [];
}

/** How long its bridge was last told to leave it on; undefined: nothing yet. */
function toldMs(id: string): number | null | undefined {
  const spec = link
    .all("lines")
    .flatMap(({ lines }) => lines.filter((one) => one.id === id))
    .at(-1)?.spec;
  return spec?.kind === "serve" ? spec.openMs : undefined;
}

const at = (iso: string | null) => Date.parse(iso ?? "");

test("a part buys whole days once the line has ended, and whole periods first; it waits until then", async () => {
  const home = await lineOn({ daysFrom: 200, period: { days: 30 } });
  await paid(home, 500);
  // 500 of 1,500 for 30 days.
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 10 * dayMs);
  await paid(home, 700);
  expect(await shown(home.id)).toMatchObject({ customer: { balance: 700 }, standing: "open" });
  pass(10 * dayMs - 10 * minuteMs);
  await sweepLines(testContext(), seeded.demo.id);
  // 14 days, spent before the end comes, so that the line is never off.
  expect(await shown(home.id)).toMatchObject({ customer: { balance: 0 }, standing: "open" });
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 24 * dayMs);
  await paid(home, 1_650);
  // The month, and what is left is below the least.
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 54 * dayMs);
  expect(await shown(home.id)).toMatchObject({ customer: { balance: 150 } });
});

test("a line without parts keeps them in the balance", async () => {
  const home = await lineOn();
  await paid(home, 500);
  expect(await shown(home.id)).toMatchObject({ standing: "unpaid", customer: { balance: 500 } });
});

test("grace keeps it on and is taken off what is paid next; its bridge is told the moment of the block", async () => {
  const home = await lineOn({ graceDays: 3, period: { days: 30 } });
  await paid(home, 1_500);
  await link.until(() => toldMs(home.id) === 33 * dayMs, "the moment of the block");
  pass(32 * dayMs);
  expect(await shown(home.id)).toMatchObject({ standing: "grace" });
  expect(await listed("overdue")).toContain(home.id);
  expect(await listed("blocked")).not.toContain(home.id);
  await paid(home, 1_500);
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 60 * dayMs);
  pass(40 * dayMs);
  expect(await shown(home.id)).toMatchObject({ standing: "blocked" });
  expect(await listed("blocked")).toContain(home.id);
  await paid(home, 1_500);
  // Blocked from day 63 to day 72; three days of grace are taken off the thirty.
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + (72 + 27) * dayMs);
});

test("what ends at night stays on until the hours begin, and other hours count at once", async () => {
  vi.setSystemTime(noon + 11 * hourMs);
  const home = await lineOn({ period: { days: 1 } });
  await paid(home, 1_500);
  const end = noon + 35 * hourMs;
  expect(at((await shown(home.id)).paidUntil)).toBe(end);
  // At 23 it ends, at 8 it is blocked.
  expect(at((await shown(home.id)).blocksAt)).toBe(end + 9 * hourMs);
  const save = async (cutHours: life.LineSettings["cutHours"]) =>
    call(life.saveLineSettings, { body: { cutHours } }, await asOwner());
  expect((await save(null)).ok).toBe(true);
  expect(at((await shown(home.id)).blocksAt)).toBe(end);
  expect((await save({ from: "10:00", until: "10:00" })).status).toBe(400);
  expect((await save({ from: "10:00", until: "16:30" })).ok).toBe(true);
  expect(at((await shown(home.id)).blocksAt)).toBe(end + 11 * hourMs);
  expect((await save({ from: "08:00", until: "20:00" })).ok).toBe(true);
});

test("days are given once, whatever is repeated, and say so in the record", async () => {
  const home = await lineOn();
  const give = async (key: string) =>
    call(
      life.giveLineDays,
      { params: { id: home.id }, body: { days: 3 } },
      { ...(await asOwner()), headers: { "idempotency-key": key } },
    );
  const [one] = [await give("a"), await give("a")];
  expect(one).toMatchObject({ ok: true, answer: { line: { standing: "open", customer: { balance: 0 } } } });
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 3 * dayMs);
  await give("b");
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 6 * dayMs);
  const { results } = await env.DB.prepare(
    "SELECT action FROM audit WHERE subject = ? AND action = 'line.give_days'",
  )
    .bind(home.id)
    .all();
  expect(results).toHaveLength(2);
});

test("a pause keeps its days, and blocks; what is not paid cannot be paused", async () => {
  const home = await lineOn({ period: { days: 30 } });
  const params = { id: home.id };
  const pause = async () => call(life.pauseLine, { params }, await asOwner());
  expect(await pause()).toMatchObject({ status: 409, refusal: { reason: "line_not_paid" } });
  await paid(home, 1_500);
  pass(10 * dayMs);
  expect(await pause()).toMatchObject({ ok: true, answer: { line: { standing: "paused" } } });
  await link.until(() => toldMs(home.id) === 0, "the block of the pause");
  pass(60 * dayMs);
  await paid(home, 1_500);
  // Nothing is bought of what stands still.
  expect(await shown(home.id)).toMatchObject({ standing: "paused", customer: { balance: 1_500 } });
  const resumed = await call(life.resumeLine, { params }, await asOwner());
  expect(resumed).toMatchObject({ ok: true });
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + (70 + 20 + 30) * dayMs);
});

test("by hand it is blocked while its time goes on, and an uplink is never blocked by itself", async () => {
  const home = await lineOn({ period: { days: 30 } });
  const set = async (blocking: contract.Line["blocking"]) =>
    call(life.setLineBlocking, { params: { id: home.id }, body: { blocking } }, await asOwner());
  await paid(home, 1_500);
  expect(await set("now")).toMatchObject({ ok: true, answer: { line: { standing: "held" } } });
  await link.until(() => toldMs(home.id) === 0, "the block by hand");
  expect(await set("due")).toMatchObject({ ok: true, answer: { line: { standing: "open" } } });
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 30 * dayMs);
  expect(await set("never")).toMatchObject({ ok: true, answer: { line: { blocksAt: null } } });
  await link.until(() => toldMs(home.id) === null, "never blocked by itself");
  pass(100 * dayMs);
  expect(await shown(home.id)).toMatchObject({ standing: "grace", blocking: "never" });
});

test("a technician blocks and frees a line, but keeps none on that is not paid", async () => {
  const home = await lineOn({ period: { days: 30 } });
  await paid(home, 1_500);
  const as = await asOwner();
  const role = (name: string) =>
    tenantDatabase(seeded.demo.id)
      .prepare("UPDATE admins SET role = ?1 WHERE id = ?2")
      .bind(name, seeded.demo.admin.id)
      .run();
  const set = (blocking: contract.Line["blocking"]) =>
    call(life.setLineBlocking, { params: { id: home.id }, body: { blocking } }, as);
  await role("technician");
  try {
    expect(await set("never")).toMatchObject({ status: 403, refusal: { reason: "line_never_by_owner" } });
    expect(await set("now")).toMatchObject({ ok: true, answer: { line: { standing: "held" } } });
    expect(await set("due")).toMatchObject({ ok: true, answer: { line: { standing: "open" } } });
  } finally {
    await role("owner");
  }
});

test("another password goes to its router, sealed here and in no answer", async () => {
  const home = await lineOn();
  await paid(home, 1_500);
  const set = async (password: string) =>
    call(life.setLinePassword, { params: { id: home.id }, body: { password } }, await asOwner());
  const answer = await set("another-one");
  expect(answer).toMatchObject({ ok: true, answer: { line: { standing: "open" } } });
  expect(answer.text).not.toContain("another-one");
  const told = () =>
    link
      .all("lines")
      .flatMap(({ lines }) => lines)
      .some(({ id, spec }) => id === home.id && spec.kind === "serve" && spec.password === "another-one");
  await link.until(told, "the password");
  const [row] = await testContext()
    .tenant(seeded.demo.id)
    .all(sql<{ password: string }>`SELECT password FROM lines WHERE id = ${home.id}`);
  expect(row?.password).not.toContain("another-one");
  expect(await set("short")).toMatchObject({ status: 400 });
});

test("another package now is what is left in days of it, shown before; at renewal it begins with what is paid next", async () => {
  const home = await lineOn({ period: { days: 30 } });
  const fast = await packageOf({ name: "Fast", price: 3_000, period: { days: 30 } });
  const params = { id: home.id };
  await paid(home, 1_500);
  pass(10 * dayMs);
  const preview = await call(
    life.previewLinePackage,
    { params, query: { packageId: fast.id } },
    await asOwner(),
  );
  expect(preview).toMatchObject({ answer: { daysLeft: 20, daysThen: 10 } });
  const change = async (packageId: string, when: "now" | "renewal") =>
    call(life.changeLinePackage, { params, body: { packageId, when } }, await asOwner());
  expect(await change(fast.id, "renewal")).toMatchObject({
    answer: { line: { packageName: "Home", next: { packageName: "Fast", from: null } } },
  });
  await paid(home, 3_000);
  // Paid ahead: it begins when the present one ends.
  expect(await shown(home.id)).toMatchObject({ packageName: "Home", next: { packageName: "Fast" } });
  expect(await change(fast.id, "now")).toMatchObject({ refusal: { reason: "line_next_paid" } });
  pass(20 * dayMs);
  await sweepLines(testContext(), seeded.demo.id);
  expect(await shown(home.id)).toMatchObject({ packageName: "Fast", next: null });
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + 60 * dayMs);
  const slow = await packageOf({ name: "Slow", price: 750, period: { days: 30 } });
  expect((await change(slow.id, "now")).ok).toBe(true);
  expect(at((await shown(home.id)).paidUntil)).toBe(noon + (30 + 120) * dayMs);
});

test("a line that is given up goes from its router, gives back what has not begun, and leaves its name free", async () => {
  const home = await lineOn({ period: { days: 30 } });
  await paid(home, 4_500);
  pass(dayMs);
  const remove = async () => call(life.removeLine, { params: { id: home.id } }, await asOwner());
  expect((await remove()).ok).toBe(true);
  const balance = await testContext().tenant(seeded.demo.id).first(
    sql<{
      cents: number;
    }>`SELECT balance_cents AS cents FROM customer_accounts WHERE id = ${home.customer.id}`,
  );
  expect(balance).toEqual({ cents: 300_000 });
  const closes = () =>
    link
      .all("lines")
      .flatMap(({ lines }) => lines)
      .some(({ id, spec }) => id === home.id && spec.kind === "close");
  await link.until(closes, "the end of the line");
  expect(await remove()).toMatchObject({ status: 404 });
  const again: contract.AddLine = {
    customerId: home.customer.id,
    routerId: routerId(),
    packageId: (await packageOf()).id,
    login: home.login,
    password: "fibre4you",
  };
  expect((await call(contract.addLine, { body: again }, await asOwner())).ok).toBe(true);
});

test("a line of another provider is not there", async () => {
  const home = await lineOn();
  const stranger = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  const params = { id: home.id };
  for (const answer of [
    await call(life.giveLineDays, { params, body: { days: 3 } }, stranger),
    await call(life.setLineBlocking, { params, body: { blocking: "never" } }, stranger),
    await call(life.removeLine, { params }, stranger),
  ])
    expect(answer).toMatchObject({ status: 404, refusal: { reason: "line_gone" } });
  expect(await shown(home.id)).toMatchObject({ standing: "unpaid" });
});

test("why a line is offline is said in words, by what its router says, the first that holds", async () => {
  const home = await lineOn({ period: { days: 30 } });
  const why = async () => {
    const answer = await call(life.whyLineOffline, { params: { id: home.id } }, await asOwner());
    return answer.ok ? answer.answer : { cause: answer.text, sentence: "" };
  };
  /** Of one that does not dial: its router's log has nobody who was refused. */
  const whySilent = async () => {
    const answer = why();
    const { id } = await link.next("request", ({ request }) => request.kind === "refused_dials");
    link.say({ type: "answer", id, ok: true, message: say("refused_dials_read"), result: { sinceMs: null } });
    return answer;
  };
  expect(await why()).toMatchObject({ cause: "router_away" });
  link.say({ type: "router", routerId: routerId(), state: "reachable", message: "", version: null });
  await link.settled();
  expect(await why()).toMatchObject({ cause: "unpaid" });
  await paid(home, 1_500);
  expect(await why()).toMatchObject({ cause: "behind" });
  const event = { routerId: routerId(), lineId: home.id, ageMs: 0 };
  await link.report({ kind: "line_applied", rev: 2, state: "open", ...event });
  expect((await whySilent()).sentence).toContain("never dialled in");
  const session = { sessionMs: minuteMs, address: "10.9.0.7", callerId: "02:00:00:00:00:07" };
  await link.report({ kind: "line_session", session, ...event });
  expect(await why()).toMatchObject({ cause: "none" });
  pass(minuteMs);
  await link.report({ kind: "line_session", session: null, ...event });
  expect((await whySilent()).sentence).toBe(
    "It is on, and its device hung up 31 Jan, 12:01. Look at its power and cable, and at the PPPoE name and password in it.",
  );
  expect(await listed("silent")).toContain(home.id);
});
