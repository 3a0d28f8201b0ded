import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { revokeBridge } from "#contract/bridges";
import { unassignRouter } from "#contract/platform-routers";
import { createRouterSetup } from "#contract/router-setup";
import { changeRouter, chooseRouterBridge } from "#contract/routers";
import { closeAllLinks, type FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { FleetWorld, newBridge } from "../routers/platform-world.ts";
import { asRouter, newHost, tunnelRouter } from "./tunnel-world.ts";

// A box that is added later runs a router that came in by its tunnel, and gives it back.

let world: FleetWorld;
let host: Awaited<ReturnType<typeof newHost>>;
let box: FakeBridge;
let hostLink: FakeLink;
let boxLink: FakeLink;
/** The box is in many networks, each with its router. */
let networks = 0;

beforeAll(async () => {
  world = await FleetWorld.make();
  host = await newHost(world, "Host one", "vpn1.example.com");
  box = await newBridge(world.seeded.demo, "Shop box");
});
beforeEach(async () => {
  hostLink = await host.bridge.restarted().connect();
  boxLink = await box.restarted().connect();
});
afterEach(closeAllLinks);

const told = (link: FakeLink, id: string) =>
  link.received
    .flatMap((message) => (message.type === "welcome" || message.type === "assign" ? [message.routers] : []))
    .at(-1)
    ?.find(({ routerId }) => routerId === id);
const finish = async (link: FakeLink, id: string) => {
  link.say({ type: "set_up", routerId: id, setupId: told(link, id)?.setup?.id ?? "" });
  await expect.poll(() => told(link, id)?.setup).toBeUndefined();
};
/** Set up by its line: a host has logged in to it. @returns the first password of its box's user */
async function setUp(name: string) {
  const router = await tunnelRouter(world, name);
  await expect.poll(() => told(hostLink, router.id)?.setup).toBeDefined();
  await finish(hostLink, router.id);
  const site = /name="mlango-site" group=mlango password="(\w+)"/.exec(router.made.script)?.[1] ?? "";
  return { ...router, site };
}
const choose = (id: string, bridgeId: string | null) => ({ params: { id }, body: { bridgeId } });
type Answer = Extract<Parameters<FakeLink["say"]>[0], { type: "answer" }>["result"];
async function said(link: FakeLink, kind: string, result: Answer, ok = true) {
  const { id, request } = await link.next("request", (message) => message.request.kind === kind);
  link.say({ type: "answer", id, ok, message: ok ? "" : "At 192.168.88.1: refused.", result });
  return request;
}
const addresses = (id: string, found = ["192.168.88.1"]) =>
  said(hostLink, "addresses", found).then((request) => expect(request).toMatchObject({ routerId: id }));
async function takeOver(id: string, at = `192.168.100.${++networks}`) {
  const asked = world.answer(chooseRouterBridge, choose(id, box.id), "demo");
  await addresses(id, [at, "10.67.0.99", "41.90.1.2"]);
  const request = await said(boxLink, "find_router", { host: at, password: 0 });
  return { request, message: (await asked).message };
}

describe("a box at the site of a router with a tunnel", () => {
  test("finds it by the router's own addresses and a password of its own, and drives it under a greater epoch", async () => {
    const router = await setUp("Jetty");
    const before = told(hostLink, router.id);
    const { request, message } = await takeOver(router.id, "192.168.99.1");
    expect(request).toEqual({
      kind: "find_router",
      hosts: ["192.168.99.1", "41.90.1.2"],
      port: 8728,
      username: "mlango-site",
      passwords: [router.site],
    });
    expect(message).toBe("Jetty is run by the box at its site now. Nobody was put off.");
    await expect.poll(() => told(boxLink, router.id)).toBeDefined();
    const now = told(boxLink, router.id);
    expect(now).toMatchObject({
      host: "192.168.99.1",
      username: "mlango-site",
      password: router.site,
      setup: { username: "mlango-site", bootstrapPassword: router.site },
    });
    expect(now?.servingEpoch).toBeGreaterThan(before?.servingEpoch ?? 0);
    await hostLink.next("forget", ({ routerId }) => routerId === router.id);
    // The hosts' log-in is none of the box's business, before and after it gave itself a password.
    await finish(boxLink, router.id);
    expect(JSON.stringify(boxLink.received)).not.toContain(before?.password);
    expect(told(boxLink, router.id)?.password).toBe(now?.setup?.password);
    expect((await world.audited("router.take_to_site")).at(-1)).toMatchObject({ subject: router.id });
  });

  test("gives it back: a host drives it by its tunnel and renews the box's log-in", async () => {
    const router = await setUp("Quay");
    const hosts = told(hostLink, router.id);
    await takeOver(router.id);
    await expect.poll(() => told(boxLink, router.id)).toBeDefined();
    await finish(boxLink, router.id);
    const { password: site, servingEpoch: taken = 0 } = told(boxLink, router.id) ?? {};
    await boxLink.close();
    await world.answer(chooseRouterBridge, choose(router.id, null), "demo");
    // An older message speaks of it, too.
    await expect.poll(() => told(hostLink, router.id)?.servingEpoch).toBeGreaterThan(taken);
    const again = told(hostLink, router.id);
    expect(again).toMatchObject({
      host: router.address,
      username: "mlango-api",
      password: hosts?.password,
      setup: { username: "mlango-site", bootstrapPassword: site },
    });
    await finish(hostLink, router.id);
    expect(told(hostLink, router.id)?.password).toBe(hosts?.password);
    // The next time a box is told the renewed one.
    boxLink = await box.restarted().connect();
    const { request } = await takeOver(router.id);
    expect(request).toMatchObject({ passwords: [again?.setup?.password] });
  });

  test("what a box was about to change its password to is renewed once more, because it knows that, too", async () => {
    const router = await setUp("Mole");
    await takeOver(router.id);
    await expect.poll(() => told(boxLink, router.id)).toBeDefined();
    const known = told(boxLink, router.id)?.setup?.password;
    await world.answer(chooseRouterBridge, choose(router.id, null), "demo");
    await expect.poll(() => told(hostLink, router.id)?.setup?.password).toBe(known);
    const { setup } = told(hostLink, router.id) ?? {};
    hostLink.say({ type: "set_up", routerId: router.id, setupId: setup?.id ?? "" });
    await expect.poll(() => told(hostLink, router.id)?.setup?.bootstrapPassword).toBe(known);
    expect(told(hostLink, router.id)?.setup?.password).not.toBe(known);
  });

  test("that is revoked gives its routers back; one that takes its place keeps them", async () => {
    const other = await newBridge(world.seeded.demo, "Hut box");
    const link = await other.connect();
    const router = await setUp("Hut");
    const asked = world.answer(chooseRouterBridge, choose(router.id, other.id), "demo");
    await addresses(router.id);
    await said(link, "find_router", { host: "192.168.88.1", password: 0 });
    await asked;
    await link.close();
    const again = await newBridge(world.seeded.demo, "Hut box");
    expect(await world.row(router.id)).toMatchObject({ bridge_id: again.id, username: "mlango-site" });
    await world.answer(revokeBridge, { params: { id: again.id } }, "demo");
    expect(await world.row(router.id)).toMatchObject({
      bridge_id: host.bridge.id,
      host: router.address,
      username: "mlango-api",
    });
  });

  test("is no hindrance when the operator takes the router from its provider", async () => {
    const router = await setUp("Taken");
    await takeOver(router.id);
    const put = { ...world.newRouter({ name: "Taken", password: "" }), bridgeId: host.bridge.id };
    const changed = { params: { id: router.id }, body: { ...put, connectionType: "tunnel" } };
    expect((await world.refused(changeRouter, changed))[0]).toBe(409);
    await world.answer(unassignRouter, { params: { id: router.id }, query: { confirm: "true" } });
    expect(await world.row(router.id)).toMatchObject({
      bridge_id: host.bridge.id,
      host: router.address,
      username: "mlango-api",
      log_in_shared_with: null,
    });
  });
});

describe("what is refused", () => {
  test("another provider's router, and another provider's bridge", async () => {
    const router = await setUp("Mine");
    const theirs = await newBridge(world.seeded.savanna, "Their box");
    const refusal = async (id: string, bridgeId: string, who: "demo" | "savanna") =>
      (await world.refused(chooseRouterBridge, choose(id, bridgeId), who))[0];
    expect(await refusal(router.id, theirs.id, "savanna")).toBe(404);
    expect(await refusal(router.id, theirs.id, "demo")).toBe(404);
    expect(await refusal(router.id, host.bridge.id, "demo")).toBe(404);
  });

  test("what drives it already, and a router without a tunnel", async () => {
    const router = await setUp("Still");
    expect(await world.refused(chooseRouterBridge, choose(router.id, null), "demo")).toEqual([
      ...[409, "The router Still is run by the platform already."],
    ]);
    const direct = world.seeded.demo.routers[0]?.id ?? "";
    expect((await world.refused(chooseRouterBridge, choose(direct, box.id), "demo"))[0]).toBe(409);
  });

  test("a box that is away, or does not find the router: it stays where it is", async () => {
    const router = await setUp("Far");
    const before = await world.row(router.id);
    let asked = world.ask(chooseRouterBridge, choose(router.id, box.id), "demo");
    await addresses(router.id);
    await said(boxLink, "find_router", null, false);
    let answer = await asked;
    expect([answer.status, answer.ok ? "" : answer.refusal?.message]).toEqual([
      ...[409, "The bridge says: At 192.168.88.1: refused."],
    ]);
    await boxLink.close();
    asked = world.ask(chooseRouterBridge, choose(router.id, box.id), "demo");
    await addresses(router.id);
    answer = await asked;
    expect([answer.status, answer.ok ? "" : answer.refusal?.message]).toEqual([
      ...[503, "The bridge at this site is not connected."],
    ]);
    expect(await world.row(router.id)).toEqual(before);
  });

  test("a place at which the box drives another router: two have one address in two networks", async () => {
    const [one, two] = [await setUp("Left"), await setUp("Right")];
    await takeOver(one.id, "192.168.90.1");
    const asked = world.ask(chooseRouterBridge, choose(two.id, box.id), "demo");
    await addresses(two.id, ["192.168.90.1"]);
    await said(boxLink, "find_router", { host: "192.168.90.1", password: 0 });
    const answer = await asked;
    expect([answer.status, answer.ok ? "" : answer.refusal?.message]).toEqual([
      ...[409, "This bridge already serves a router at that address: Left."],
    ]);
    expect(await world.row(two.id)).toMatchObject({ bridge_id: host.bridge.id, username: "mlango-api" });
  });

  test("a set-up line while a box drives it, and a box while a set-up runs", async () => {
    const router = await setUp("Again");
    const line = { params: { id: router.id }, body: { routerosVersion: "7.x", interface: "bridge" } };
    const made = await world.answer(createRouterSetup, line, "demo");
    await asRouter.script(/router-setup\/([0-9a-f]{32})/.exec(made.command)?.[1] ?? "");
    const refused = await world.refused(chooseRouterBridge, choose(router.id, box.id), "demo");
    expect(refused).toEqual([
      ...[409, "The router Again is being set up: wait until that is done, and choose again."],
    ]);
    await finish(hostLink, router.id);
    await takeOver(router.id);
    expect(await world.refused(createRouterSetup, line, "demo")).toEqual([
      409,
      "A box at the site runs this router. Give it back to the platform first; then it can be set up again.",
    ]);
  });

  test("a router whose set-up is not done yet", async () => {
    const router = await tunnelRouter(world, "New");
    const [status] = await world.refused(chooseRouterBridge, choose(router.id, box.id), "demo");
    expect(status).toBe(409);
  });
});
