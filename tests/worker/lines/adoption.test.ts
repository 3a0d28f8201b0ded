import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as contract from "#contract/adoption";
import * as lineContract from "#contract/lines";
import type { RouterSecret } from "#contract/router-secrets";
import { say } from "#contract/texts";
import { dayMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A provider moves in: names of its router become lines, and are the router's own again.

let seeded: TwoProviders;
let link: FakeLink;
let as: CallOptions;
let home: lineContract.Package;

const routerId = () => seeded.demo.routers[0]?.id ?? "";
const secret = (name: string, changes: Partial<RouterSecret> = {}): RouterSecret => ({
  name,
  password: `${name}-pw`,
  profile: "10M",
  comment: "",
  service: "any",
  isOff: false,
  speed: { upKbps: 5_000, downKbps: 10_000 },
  isLine: false,
  isDialled: true,
  ...changes,
});
let atRouter: RouterSecret[] = [];

/** Its bridge answers each question for secrets with what the router has. */
async function reading<T>(ask: Promise<T>): Promise<T> {
  const { id } = await link.next("request", ({ request }) => request.kind === "secrets");
  const result = { secrets: atRouter, left: 0 };
  link.say({ type: "answer", id, ok: true, message: say("secrets_read"), result });
  return ask;
}

beforeAll(async () => {
  seeded = await seedBoth();
  as = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  const demo = { providerId: seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?").bind(bridge.id, routerId()).run();
  link = await bridge.dial();
  await link.hello({ keepsLines: true });
  await link.next("welcome");
  const body = { name: "Home 10", price: 1_500, period: { months: 1 }, uploadMbps: 5, downloadMbps: 10 };
  const added = await call(lineContract.addPackage, { body }, as);
  if (!added.ok) throw new Error(added.text);
  home = added.answer.package;
});
afterAll(() => closeAllLinks());

const read = () => reading(call(contract.readSecrets, { params: { id: routerId() } }, as));
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const wanted = (name: string, changes: object = {}) => ({
  name,
  customer: { name: `${name} Wanjiru`, phoneNumber: "0722 100 200" },
  packageId: home.id,
  paidUntil: inDays(10),
  ...changes,
});
type Wanted = ReturnType<typeof wanted>;
const bringIn = (lines: Wanted[], key = crypto.randomUUID() as string) =>
  reading(
    call(
      contract.adoptLines,
      { params: { id: routerId() }, body: { lines } },
      { ...as, headers: { "idempotency-key": key } },
    ),
  );
const listed = async () => {
  const answer = await call(lineContract.listLines, {}, as);
  return answer.ok ? answer.answer : [];
};
const specOf = (id: string) =>
  link
    .all("lines")
    .flatMap(({ lines }) => lines.filter((one) => one.id === id))
    .at(-1)?.spec;

test("names are read with who they are by their comments, and why one cannot be a line; never a password", async () => {
  atRouter = [
    secret("wanjiku", { comment: "Wanjiku Kamau, +254 722-100-200" }),
    secret("0733200300", { speed: null }),
    secret("hidden", { password: null }),
    secret("Twice"),
    secret("twice"),
    secret("ours", { isLine: true }),
  ];
  const answer = await read();
  if (!answer.ok) throw new Error(answer.text);
  const { secrets } = answer.answer;
  expect(answer.text).not.toContain("-pw");
  expect(secrets.map(({ customer, hindrance }) => [customer.name, customer.phoneNumber, hindrance])).toEqual([
    ["Wanjiku Kamau", "254722100200", null],
    ["0733200300", "254733200300", null],
    ["hidden", null, expect.stringContaining('"sensitive"')],
    ["Twice", null, expect.stringContaining("capital letters")],
    ["twice", null, expect.stringContaining("capital letters")],
    ["ours", null, "It is a line already."],
  ]);
  expect(secrets.slice(0, 2).map(({ downloadMbps }) => downloadMbps)).toEqual([10, null]);
});

test("they become lines that are on until the day that was said; those that cannot are named, and stop no other", async () => {
  atRouter = [secret("achieng"), secret("baraka"), secret("late"), secret("hidden", { password: null })];
  const answer = await bringIn([
    wanted("achieng"),
    wanted("baraka", { customer: { name: "Baraka Clinic", phoneNumber: null } }),
    wanted("late", { paidUntil: inDays(-2) }),
    wanted("hidden"),
    wanted("gone"),
    wanted("achieng", { packageId: "none" }),
  ]);
  if (!answer.ok) throw new Error(answer.text);
  const { adopted, refused } = answer.answer;
  expect(adopted.map(({ name }) => name)).toEqual(["achieng", "baraka", "late"]);
  expect(refused.map(({ name, reason }) => [name, reason.slice(0, 12)])).toEqual([
    ["hidden", "The router d"],
    ["gone", "The router h"],
    ["achieng", "This package"],
  ]);
  expect(answer.answer.message).toMatch(/^3 lines are brought in/);
  const ids = adopted.map(({ lineId }) => lineId);
  await link.until(() => specOf(ids[2] ?? ""), "the lines");
  expect(specOf(ids[0] ?? "")).toMatchObject({
    kind: "serve",
    login: "achieng",
    password: "achieng-pw",
    former: "10M",
    upKbps: 5_000,
  });
  const all = await listed();
  const byLogin = new Map(all.map((one) => [one.login, one]));
  expect(byLogin.get("achieng")).toMatchObject({
    standing: "open",
    isAdopted: true,
    customer: { phoneNumber: "254722100200" },
  });
  expect(byLogin.get("baraka")?.customer).toMatchObject({ name: "Baraka Clinic", phoneNumber: "" });
  expect(Date.parse(byLogin.get("achieng")?.paidUntil ?? "") - Date.now()).toBeGreaterThan(9.9 * dayMs);
  // Its time was over, and it is blocked within the hours for it.
  expect(["grace", "blocked"]).toContain(byLogin.get("late")?.standing);
  expect(new Set(all.map(({ customer }) => customer.number)).size).toBe(all.length);
});

test("the same form sent twice brings nothing in twice", async () => {
  atRouter = [secret("njeri")];
  const key = crypto.randomUUID();
  const lines = [wanted("njeri")];
  const first = await bringIn(lines, key);
  atRouter = [secret("njeri", { isLine: true })];
  const again = await bringIn(lines, key);
  expect(first.ok && again.ok && again.answer.adopted).toEqual(first.ok ? first.answer.adopted : []);
  expect((await listed()).filter(({ login }) => login === "njeri")).toHaveLength(1);
});

test("three hundred come in by a few calls", async () => {
  atRouter = Array.from({ length: 300 }, (_, n) => secret(`home-${n}`));
  const answer = await bringIn(atRouter.map(({ name }) => wanted(name)));
  expect(answer.ok && answer.answer.adopted).toHaveLength(300);
  const { count } = (await testContext()
    .tenant(seeded.demo.id)
    .first(
      sql<{ count: number }>`SELECT count(*) AS count FROM lines WHERE login_small LIKE 'home-%'
        AND closed_at IS NULL AND paid_until > ${Date.now()}`,
    )) ?? { count: 0 };
  expect(count).toBe(300);
});

test("handed back, the router is told how each was, and what was made here is not", async () => {
  atRouter = [secret("otieno", { comment: "Otieno", service: "pppoe", isOff: true })];
  const answer = await bringIn([wanted("otieno")]);
  const id = answer.ok ? (answer.answer.adopted[0]?.lineId ?? "") : "";
  const back = (lines: string[], options = as) => call(contract.handBackLines, { body: { lines } }, options);
  const stranger = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  expect(await back([id], stranger)).toMatchObject({ status: 404 });
  expect(await back([id])).toMatchObject({
    answer: { message: "1 line is the router's own again, as before." },
  });
  await link.until(() => specOf(id)?.kind === "close", "the end");
  expect(specOf(id)).toEqual({
    kind: "close",
    login: "otieno",
    restore: { profile: "10M", comment: "Otieno", service: "pppoe", isOff: true },
  });
  expect(await back([id])).toMatchObject({ status: 404 });
  const made = await call(
    lineContract.addLine,
    {
      body: {
        customer: { name: "Mercy", phoneNumber: "0722100200" },
        routerId: routerId(),
        packageId: home.id,
        login: "made-here",
        password: "fibre4you",
      },
    },
    as,
  );
  expect(await back([made.ok ? made.answer.line.id : ""])).toMatchObject({
    refusal: { reason: "line_not_adopted" },
  });
  // The name is free again.
  atRouter = [secret("otieno")];
  expect(await bringIn([wanted("otieno")])).toMatchObject({ answer: { adopted: [{ name: "otieno" }] } });
});

test("a router that cannot be read says why; another provider's is not there", async () => {
  const ask = call(contract.readSecrets, { params: { id: routerId() } }, as);
  const { id } = await link.next("request", ({ request }) => request.kind === "secrets");
  link.say({ type: "answer", id, ok: false, message: say("router_not_served") });
  expect(await ask).toMatchObject({ status: 503 });
  const other = seeded.savanna.routers[0]?.id ?? "";
  expect(await call(contract.readSecrets, { params: { id: other } }, as)).toMatchObject({ status: 404 });
});

test("a customer's name and phone are changed, and a phone may be left out", async () => {
  const [one] = await listed();
  const save = (phoneNumber: string | null) =>
    call(
      contract.saveCustomer,
      { params: { id: one?.customer.id ?? "" }, body: { name: "Mercy W.", phoneNumber } },
      as,
    );
  expect(await save("0733 444 555")).toMatchObject({ answer: { message: "Mercy W. is saved." } });
  expect((await listed())[0]?.customer).toMatchObject({ name: "Mercy W.", phoneNumber: "254733444555" });
  expect(await save("12")).toMatchObject({ status: 400 });
  expect((await save(null)).ok).toBe(true);
  expect((await listed())[0]?.customer.phoneNumber).toBe("");
});
