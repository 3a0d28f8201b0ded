import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BridgeRequest, bridgeRequests } from "#contract/bridge-requests";
import * as life from "#contract/line-life";
import * as contract from "#contract/lines";
import { say } from "#contract/texts";
import { minuteMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { creditStatements } from "#worker/features/customers/index";
import { settleAccount } from "#worker/features/lines/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf, send } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A line that is on and does not dial in: its router is asked, at the moment, whether somebody dials with a wrong password.

let seeded: TwoProviders;
let owner: CallOptions;
let bridge: FakeBridge;
let link: FakeLink;
let home: contract.Line;

const routerId = () => seeded.demo.routers[0]?.id ?? "";

async function dial(requests: BridgeRequest["kind"][]): Promise<void> {
  link = await bridge.dial();
  await link.hello({ keepsLines: true, requests });
  await link.next("welcome");
  link.say({ type: "router", routerId: routerId(), state: "reachable", message: "", version: null });
  await link.settled();
}

beforeAll(async () => {
  seeded = await seedBoth();
  owner = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  const demo = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?").bind(bridge.id, routerId()).run();
  await dial([...bridgeRequests]);
  const body = { name: "Home", price: 1_500, period: { days: 30 }, uploadMbps: 5, downloadMbps: 10 };
  const made = await call(contract.addPackage, { body }, owner);
  if (!made.ok) throw new Error(made.text);
  const wanted: contract.AddLine = {
    customer: { name: "Mercy Wanjiru", phoneNumber: "0722300400" },
    routerId: routerId(),
    packageId: made.answer.package.id,
    login: "mercy",
    password: "fibre4you",
  };
  const added = await call(contract.addLine, { body: wanted }, owner);
  if (!added.ok) throw new Error(added.text);
  home = added.answer.line;
  const credit = { customerId: home.customer.id, cents: 150_000, at: Date.now() };
  await testContext()
    .tenant(seeded.demo.id)
    .batch(creditStatements(credit, "payment 1", 1));
  await settleAccount(testContext(), seeded.demo.id, home.customer.id);
  await link.report({ kind: "line_applied", rev: 2, state: "open", ...event(0) });
});
afterAll(() => closeAllLinks());

type Result = { sinceMs: number | string | null } | string | null;
const event = (ageMs: number) => ({ routerId: routerId(), lineId: home.id, ageMs });

/** Its bridge answers the question of the moment. */
async function answering<T>(ask: Promise<T>, result: Result, ok = true): Promise<T> {
  const { id, request } = await link.next("request", ({ request: { kind } }) => kind === "refused_dials");
  expect(request).toEqual({ kind: "refused_dials", routerId: routerId(), login: "mercy" });
  link.say({ type: "answer", id, ok, message: say("refused_dials_read"), result });
  return ask;
}

async function asked() {
  const answer = await call(life.whyLineOffline, { params: { id: home.id } }, owner);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
const why = (result: Result, ok?: boolean) => answering(asked(), result, ok);
async function page(query: Record<string, string>): Promise<string> {
  const link = new URL(home.payLink).pathname.replace("/my/", "");
  const response = await send(contract.customerPage, { params: { link }, query }, { host: hostOf("demo") });
  return response.text();
}

test("a wrong password is said, while it is dialled with, and not of before the device hung up", async () => {
  const answer = await why({ sinceMs: 20_000 });
  expect(answer.cause).toBe("refused");
  expect(answer.sentence).toContain("the PPPoE password was wrong");
  expect(await why({ sinceMs: null })).toMatchObject({ cause: "silent" });
  // Whoever was refused an hour ago is not dialling now.
  expect(await why({ sinceMs: 60 * minuteMs })).toMatchObject({ cause: "silent" });
  await link.report({ kind: "line_session", session: null, ...event(minuteMs) });
  expect(await why({ sinceMs: 2 * minuteMs })).toMatchObject({ cause: "silent" });
  expect(await why({ sinceMs: 10_000 })).toMatchObject({ cause: "refused" });
});

test("what a bridge cannot say is not said: no answer, a refusal, another shape, an older bridge", async () => {
  for (const result of [null, { sinceMs: -5 }, { sinceMs: "soon" }, "<b>"])
    expect(await why(result)).toMatchObject({ cause: "silent" });
  expect(await why({ sinceMs: 1 }, false)).toMatchObject({ cause: "silent" });
  await link.close();
  await dial(bridgeRequests.filter((kind) => kind !== "refused_dials"));
  expect(await asked()).toMatchObject({ cause: "silent" });
  expect(link.all("request")).toEqual([]);
  await link.close();
  await dial([...bridgeRequests]);
});

test("the customer's page says it where it is asked, in the reader's language, and asks nothing by itself", async () => {
  expect(await page({})).toContain("No internet? See why");
  expect(link.all("request")).toEqual([]);
  expect(await answering(page({ why: "1" }), { sinceMs: 5_000 })).toContain("wrong PPPoE password");
  expect(await answering(page({ why: "1", lang: "sw" }), { sinceMs: 5_000 })).toContain(
    "nenosiri la PPPoE lisilo sahihi",
  );
});
