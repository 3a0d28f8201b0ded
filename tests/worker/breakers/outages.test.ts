import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listGatewayAlarms } from "#contract/gateway-alarms";
import { listOwnGateways } from "#contract/own-gateways";
import { minuteMs } from "#contract/values/time";
import { servicesOf } from "#worker/features/gateways/index";
import { reachGateways, sweepApps } from "#worker/features/payments/index";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// The demonstration's provider collects by the platform's own app, Savanna by credentials of its own.

let world: PaymentWorld;
let operator: CallOptions;
const relay = "https://relay.test";

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  await world.renew();
  operator = await signedIn();
  await env.DB.batch(
    ["gateway_faults", "gateway_breakers", "mail"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
});
afterAll(() => world.close());

const signedIn = async () => ({ host: hostOf(), cookie: await signInOperator(world.seeded.operator) });

async function alarms() {
  const answer = await call(listGatewayAlarms, {}, operator);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.map(({ what, level, service }) => [what, level, service].join(" "));
}

async function offered(provider: "demo" | "savanna"): Promise<string[]> {
  const { id, routers } = world.seeded[provider];
  return servicesOf(testContext(), id, routers[0]?.id ?? null);
}

async function sale(provider: "demo" | "savanna"): Promise<boolean> {
  const answer = await world.buyer(provider).initiate();
  await world.advance(0);
  return answer.ok && answer.answer.success;
}

const letters = async () => {
  const { results } = await env.DB.prepare("SELECT subject FROM mail").all<{ subject: string }>();
  return results.map(({ subject }) => subject);
};

test("a deployment is told whether M-Pesa takes the platform's app", async () => {
  const states = async () =>
    (await reachGateways(testContext())).map(({ gateway, state }) => [gateway, state]);
  expect(await states()).toEqual([["M-Pesa", "reached"]]);
  await world.daraja.set({ closedApps: ["platform-key"] });
  expect(await states()).toEqual([["M-Pesa", "refused"]]);
  await world.daraja.set({ closedApps: [] });
});

test("refused credentials of the platform's app: the operator knows at the first sale, a minute later nothing is offered by it, and it comes back by itself", async () => {
  expect(await sale("demo")).toBe(true);
  expect(await alarms()).toEqual([]);
  await world.daraja.set({ closedApps: ["platform-key"] });
  expect(await sale("demo")).toBe(false);
  expect(await alarms()).toEqual(["app failing mpesa"]);
  await sweepApps(testContext());
  expect(await alarms()).toEqual(["app stopped mpesa"]);
  expect(await letters()).toEqual([expect.stringContaining("M-Pesa app (sandbox) is out of order")]);
  expect(await offered("demo")).toEqual([]);
  expect(await offered("savanna")).toEqual(["mpesa"]);
  expect(await sale("savanna")).toBe(true);
  const own = await call(
    listOwnGateways,
    {},
    { host: hostOf("demo"), cookie: await signInProvider(world.seeded.demo) },
  );
  expect(own.ok && own.answer).toMatchObject([
    { status: "cannot_collect", fault: expect.stringContaining("comes back by itself") },
  ]);
  await sweepApps(testContext());
  expect(await alarms()).toEqual(["app stopped mpesa"]);
  await world.daraja.set({ closedApps: [] });
  await sweepApps(testContext());
  expect(await alarms()).toEqual([]);
  expect(await offered("demo")).toEqual(["mpesa"]);
  expect(await sale("demo")).toBe(true);
});

test("a token that ended at night and is refused is known before anybody buys", async () => {
  expect(await sale("demo")).toBe(true);
  await world.daraja.set({ closedApps: ["platform-key"] });
  await sweepApps(testContext());
  expect(await alarms()).toEqual([]);
  await world.advance(3_600_000);
  operator = await signedIn();
  await sweepApps(testContext());
  expect(await alarms()).toEqual(["app stopped mpesa"]);
});

test("three silences in a row stop the platform's app; a provider's own go on", async () => {
  world.wire = (request) => {
    if (request.url.includes("processrequest")) throw new TypeError("Network connection lost.");
    return undefined;
  };
  for (let visitor = 1; visitor <= 3; visitor += 1) {
    expect(await offered("demo")).toEqual(["mpesa"]);
    await sale("demo");
  }
  expect(await alarms()).toEqual(["app stopped mpesa", "host failing mpesa"]);
  expect(await offered("demo")).toEqual([]);
  expect(await offered("savanna")).toEqual(["mpesa"]);
  world.wire = null;
  await sweepApps(testContext());
  expect(await offered("demo")).toEqual(["mpesa"]);
  expect(await sale("demo")).toBe(true);
});

test.each(["forbidden", "unavailable", "page"] as const)(
  "a web firewall in front of the gateway (%s) is none of our credentials: the app is tried again within the minute",
  async (firewall) => {
    expect(await sale("demo")).toBe(true);
    await world.daraja.set({ firewall });
    for (let visitor = 1; visitor <= 3; visitor += 1) {
      await world.buyer().initiate();
      await world.advance(0);
    }
    expect(await alarms()).toEqual(["app stopped mpesa", "host failing mpesa"]);
    const { results } = await env.DB.prepare("SELECT text FROM mail").all<{ text: string }>();
    expect(results).toEqual([
      {
        text: expect.stringMatching(
          /A web page or an error of a machine in front .*It is tried every minute/s,
        ),
      },
    ]);
    await sweepApps(testContext());
    expect(await offered("demo")).toEqual([]);
    await world.daraja.set({ firewall: "none" });
    await world.advance(minuteMs);
    await sweepApps(testContext());
    expect(await offered("demo")).toEqual(["mpesa"]);
    expect(await sale("demo")).toBe(true);
  },
);

test("a firewall in front of the token is none of our credentials either", async () => {
  await world.daraja.set({ firewall: "forbidden" });
  await world.advance(3_600_000);
  for (let visitor = 1; visitor <= 3; visitor += 1) await sale("demo");
  operator = await signedIn();
  expect(await alarms()).toEqual(["app stopped mpesa", "host failing mpesa"]);
  await world.daraja.set({ firewall: "none" });
  await sweepApps(testContext());
  expect(await offered("demo")).toEqual(["mpesa"]);
});

test("an app whose pushes are refused for its credentials is tried again after ten minutes, and the letter says so", async () => {
  world.wire = (request) =>
    request.url.includes("processrequest")
      ? Response.json(
          { requestId: "1", errorCode: "500.001.1001", errorMessage: "Wrong credentials" },
          { status: 500 },
        )
      : undefined;
  for (let visitor = 1; visitor <= 3; visitor += 1) await sale("demo");
  const { results } = await env.DB.prepare("SELECT text FROM mail").all<{ text: string }>();
  expect(results).toEqual([
    { text: expect.stringContaining("Sales try it again after ten minutes, and it comes back by itself.") },
  ]);
  world.wire = null;
  await sweepApps(testContext());
  expect(await offered("demo")).toEqual([]);
  await world.advance(10 * minuteMs);
  await sweepApps(testContext());
  expect(await offered("demo")).toEqual(["mpesa"]);
});

test("a gateway that is busy three times in a row is told to the operator, and goes on being offered", async () => {
  await world.daraja.set({ answer: "busy" });
  for (let visitor = 1; visitor <= 3; visitor += 1) {
    expect(await alarms()).toEqual([]);
    await sale("demo");
  }
  expect(await alarms()).toEqual(["host failing mpesa"]);
  expect(await offered("demo")).toEqual(["mpesa"]);
  await world.daraja.set({ answer: "normal" });
  const buyer = world.buyer();
  await buyer.start();
  await buyer.answer("paid");
  expect(await alarms()).toEqual([]);
});

test("one provider's till that refuses everything stops that provider alone, and both are told", async () => {
  const { id } = world.seeded.demo;
  await world.daraja.set({ closedReceivers: ["512345"] });
  for (let visitor = 1; visitor <= 3; visitor += 1) {
    expect(await offered("demo")).toEqual(["mpesa"]);
    await sale("demo");
    await world.advance(10_000);
  }
  expect(await offered("demo")).toEqual([]);
  expect(await alarms()).toEqual(["gateway stopped mpesa"]);
  expect(await letters()).toHaveLength(2);
  await env.DB.prepare("UPDATE gateways SET suspended_at = NULL, suspended_for = NULL WHERE provider_id = ?1")
    .bind(id)
    .run();
});

test("a relay that is away stops every gateway once it does not answer itself, and comes back by itself", async () => {
  const ctx = testContext();
  const through = { ...ctx, settings: { ...ctx.settings, GATEWAY_RELAY_URL: relay } };
  await env.DB.prepare(
    "INSERT INTO gateway_faults (subject, payment_id, kind, detail, at) VALUES ('relay', 'p', 'unreachable', ?2, ?1)",
  )
    .bind(Date.now(), JSON.stringify({ fault: { code: "not-reached" }, detail: "Error: lost" }))
    .run();
  world.others.set("relay.test", () => Promise.reject(new TypeError("fetch failed")));
  await sweepApps(through);
  expect(await alarms()).toEqual(["relay stopped "]);
  expect(await offered("savanna")).toEqual([]);
  world.others.set("relay.test", async () => new Response("nothing here", { status: 404 }));
  await sweepApps(through);
  expect(await alarms()).toEqual([]);
  expect(await offered("savanna")).toEqual(["mpesa"]);
});
