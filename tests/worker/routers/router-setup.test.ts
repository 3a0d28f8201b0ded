import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { assignRouter } from "#contract/platform-routers";
import { createRouterSetup, readRouterSetup, routerSetupScript } from "#contract/router-setup";
import { closeAllLinks, type FakeBridge } from "../../support/fake-bridge.ts";
import { send } from "../../support/worker-call.ts";
import { FleetWorld, newBridge } from "./platform-world.ts";

let world: FleetWorld;
let bridge: FakeBridge;
let routerId: string;

beforeAll(async () => {
  world = await FleetWorld.make();
  bridge = await newBridge(null, "VPN host");
  routerId = (await world.added({ name: 'Ro"of', host: "10.3.0.1", bridgeId: bridge.id })).id;
  await world.answer(assignRouter, { body: { routerId, providerId: world.seeded.demo.id } });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const body = { routerosVersion: "7.x", interface: "bridge", bridgeAddress: "192.168.88.10" };
const params = () => ({ id: routerId });
const make = (who: "operator" | "demo" = "demo", changes = {}) =>
  world.answer(createRouterSetup, { params: params(), body: { ...body, ...changes } }, who);
const tokenIn = (command: string) => /router-setup\/([0-9a-f]{32})/.exec(command)?.[1] ?? "";

/** As the router asks: without session, from nowhere in particular. */
async function fetched(token: string, from?: string) {
  const headers = from === undefined ? {} : { "cf-connecting-ip": from };
  const response = await send(routerSetupScript, { params: { token } }, { origin: null, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe("a set-up", () => {
  test("is one line whose address gives the script, as text that nobody keeps", async () => {
    const made = await make();
    const token = tokenIn(made.command);
    expect(made.command).toContain(
      `/tool fetch url="http://hotspot.localhost/api/router-setup/${token}" dst-path=mlango-setup.rsc }`,
    );
    expect(made.command).not.toContain("\n");
    expect(made.fileName).toBe("Ro_of_mlango_setup.rsc");
    const { status, headers, text } = await fetched(token);
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      ...[200, "text/plain; charset=utf-8", "no-store"],
    ]);
    expect(text).toBe(made.script);
    expect(text).toContain(`http://demo.hotspot.localhost/\\3FrouterId=${routerId}`);
    expect(text).toContain('dst-host="demo.hotspot.localhost"');
    expect(text).toContain("address=192.168.88.10/32");
  });

  test("is recorded without a secret, and nothing of it stands in clear in the database", async () => {
    const made = await make("operator");
    const password = /password="([^"]{20,})"/.exec(made.script)?.[1] ?? "none";
    expect((await world.audited("router.set_up")).at(-1)).toEqual({
      actor: "platform",
      actor_id: world.seeded.operator.id,
      provider_id: world.seeded.demo.id,
      subject: routerId,
      detail: { name: 'Ro"of', ...body },
    });
    const { results } = await env.DB.prepare("SELECT * FROM router_setups").all();
    const kept = JSON.stringify([results, await world.row(routerId), await world.audited("router.set_up")]);
    expect(kept).not.toContain(password);
    expect(kept).not.toContain(tokenIn(made.command));
  });

  test("is good for 30 minutes; a newer one ends it at once; made-up ones are none", async () => {
    const gone = "This address was used or is older than 30 minutes. Make a new line in the console.";
    const first = await make();
    const second = await make();
    for (const token of [tokenIn(first.command), "0".repeat(32), "x", "%00"]) {
      const { status, text } = await fetched(token);
      expect([token, status, JSON.parse(text).message]).toEqual([token, 404, gone]);
    }
    expect((await fetched(tokenIn(second.command))).status).toBe(200);
    vi.useFakeTimers({ now: Date.parse(second.expiresAt) - 1_000, toFake: ["Date"] });
    expect((await fetched(tokenIn(second.command))).status).toBe(200);
    vi.setSystemTime(Date.parse(second.expiresAt));
    expect((await fetched(tokenIn(second.command))).status).toBe(404);
  });

  test("is given to the network alone that fetched it first, as often as that asks; its owner sees that another asked", async () => {
    const { command, script } = await make();
    const token = tokenIn(command);
    const [router, stranger] = ["198.51.100.7", "203.0.113.77"];
    const both = await Promise.all([fetched(token, router), fetched(token, stranger)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const [first, other] = both[0].status === 200 ? [router, stranger] : [stranger, router];
    const latest = async () => (await world.answer(readRouterSetup, { params: params() }, "demo")).latest;
    expect(await latest()).toMatchObject({ isSeenElsewhere: true, usedAt: null });
    for (let again = 0; again < 2; again += 1) {
      const refused = await fetched(token, other);
      expect([refused.status, JSON.parse(refused.text).message]).toEqual([
        ...[
          404,
          "This address was fetched from another internet connection. Make a new line in the console.",
        ],
      ]);
      expect(refused.text).not.toContain("password");
      expect((await fetched(token, first)).text).toBe(script);
    }
    expect(await world.audited("router.set_up_refused")).toEqual([
      { actor: "system", actor_id: null, provider_id: world.seeded.demo.id, subject: routerId, detail: null },
    ]);
    await make();
    expect(await latest()).toMatchObject({ isSeenElsewhere: false });
  });

  test("is another provider's nothing, and needs a provider and readable fields", async () => {
    const other = { params: params(), body };
    expect(await world.refused(createRouterSetup, other, "savanna")).toEqual([
      ...[404, "This router does not exist."],
    ]);
    expect((await world.ask(readRouterSetup, { params: params() }, "savanna")).status).toBe(404);
    const { id } = await world.added({ host: "10.3.0.9" });
    expect(await world.refused(createRouterSetup, { params: { id }, body })).toEqual([
      ...[409, "Assign this router to a provider first: its visitors are led to them."],
    ]);
    for (const [changes, sentence] of [
      [{ bridgeAddress: "office" }, "Enter the address of the bridge's machine, for example 192.168.88.10"],
      [{ bridgeAddress: "127.0.0.1" }, "The router cannot reach its bridge at that address"],
      [{ interface: " " }, "Enter the interface of the visitors, for example bridge"],
      [{ interface: "a\nb" }, "Enter the interface of the visitors, for example bridge"],
      [{ routerosVersion: "5.x" }, "Choose RouterOS 7.x or 6.x"],
    ] as const)
      expect(
        await world.refused(createRouterSetup, { params: params(), body: { ...body, ...changes } }, "demo"),
      ).toEqual([400, sentence]);
  });
});

describe("its bridge", () => {
  test("says from where it reaches the router", async () => {
    const link = await bridge.connect();
    const asking = world.answer(readRouterSetup, { params: params() }, "demo");
    const { id, request } = await link.next("request", (message) => message.request.kind === "address");
    expect(request).toEqual({ kind: "address", routerId });
    link.say({ type: "answer", id, ok: true, message: "…", result: "192.168.88.77" });
    expect(await asking).toMatchObject({ bridgeAddress: "192.168.88.77", routerosVersion: "7.x" });
  });

  test("gets both passwords at once, and by its first log-in the script is spent and the router its own", async () => {
    const link = await bridge.connect();
    const epoch = await world.epoch(routerId);
    const made = await make();
    const { routers } = await link.next("assign", (message) =>
      message.routers.some(({ setup }) => setup?.id === made.id),
    );
    const assigned = routers.find((router) => router.routerId === routerId);
    expect(assigned).toMatchObject({ username: "api", password: "rooftop secret" });
    expect(assigned?.setup).toMatchObject({ id: made.id, username: "mlango-api" });
    expect(made.script).toContain(`password="${assigned?.setup?.bootstrapPassword}"`);
    expect(made.script).not.toContain(assigned?.setup?.password);
    link.say({ type: "set_up", routerId, setupId: made.id });
    const now = await link.next("assign", (message) =>
      message.routers.some((router) => router.routerId === routerId && !router.setup),
    );
    expect(now.routers.find((router) => router.routerId === routerId)).toMatchObject({
      username: "mlango-api",
      password: assigned?.setup?.password,
      servingEpoch: epoch,
      macAuthPassword: /mac-auth-password="([^"]+)"/.exec(made.script)?.[1],
    });
    expect((await fetched(tokenIn(made.command))).status).toBe(404);
    expect(await world.audited("router.set_up_done")).toEqual([
      {
        actor: "bridge",
        actor_id: bridge.id,
        provider_id: world.seeded.demo.id,
        subject: routerId,
        detail: null,
      },
    ]);
    expect((await world.listed(routerId))?.username).toBe("mlango-api");
    // Its answer was lost: said again it is told the same, and nothing is done twice.
    link.say({ type: "set_up", routerId, setupId: made.id });
    await link.next("assign");
    expect(await world.audited("router.set_up_done")).toHaveLength(1);
  });

  test("keeps the password by which devices log in when the router is set up anew", async () => {
    const [first, second] = [await make(), await make()];
    const macPassword = (script: string) => /mac-auth-password="([^"]+)"/.exec(script)?.[1];
    expect(macPassword(second.script)).toBe(macPassword(first.script));
    const password = (script: string) => / password="([^"]+)"/.exec(script)?.[1];
    expect(password(second.script)).not.toBe(password(first.script));
  });

  test("ends nothing by a set-up that is not the last one, or of a router that is not its own", async () => {
    const link = await bridge.connect();
    const old = await make();
    const made = await make();
    const before = await world.row(routerId);
    link.say({ type: "set_up", routerId, setupId: old.id });
    link.say({ type: "set_up", routerId: world.seeded.savanna.routers[0]?.id ?? "", setupId: made.id });
    await link.settled();
    expect(await world.row(routerId)).toEqual(before);
    expect((await fetched(tokenIn(made.command))).status).toBe(200);
  });
});

test("whoever tries many addresses is told to wait", async () => {
  const ask = () =>
    send(
      routerSetupScript,
      { params: { token: "0".repeat(32) } },
      { origin: null, headers: { "cf-connecting-ip": "203.0.113.9" } },
    );
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) statuses.push((await ask()).status);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404));
  expect(statuses.at(-1)).toBe(429);
});
