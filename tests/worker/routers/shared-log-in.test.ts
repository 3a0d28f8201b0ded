import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { revokeBridge } from "#contract/bridges";
import { assignRouter, unassignRouter } from "#contract/platform-routers";
import { createRouterSetup } from "#contract/router-setup";
import { changeOwnRouter, changeRouter, listRouters } from "#contract/routers";
import { setupUser } from "#contract/values/router-setup";
import { closeAllLinks, type FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { FleetWorld, newBridge } from "./platform-world.ts";

// Whose bridge may have the log-in of a router (docs/behaviour/operator-console.md, OC-56a).

const typed = "the operator's own";
let world: FleetWorld;
let own: FakeBridge;
let platform: FakeBridge;
let count = 0;

beforeAll(async () => {
  world = await FleetWorld.make();
  own = await newBridge(world.seeded.demo, "Shop box");
  platform = await newBridge(null, "Host");
});
afterEach(closeAllLinks);

const given = async (sharesLogIn?: boolean) => {
  count += 1;
  const { id } = await world.added({ name: `Gate ${count}`, host: `10.9.0.${count}`, password: typed });
  const body = { routerId: id, providerId: world.seeded.demo.id, ...(sharesLogIn ? { sharesLogIn } : {}) };
  await world.answer(assignRouter, { body });
  return id;
};
const taken = (id: string) => world.answer(unassignRouter, { params: { id }, query: { confirm: "true" } });
const told = (link: FakeLink, id: string) =>
  link.received
    .flatMap((message) => (message.type === "welcome" || message.type === "assign" ? message.routers : []))
    .findLast(({ routerId }) => routerId === id);
const drivenBy = async (id: string, bridge: FakeBridge) => {
  const { username } = (await world.listed(id)) ?? {};
  const changes = {
    name: `Gate ${id}`,
    host: `10.8.0.${count}`,
    username,
    bridgeId: bridge.id,
    password: "",
  };
  await world.answer(changeRouter, { params: { id }, body: world.newRouter(changes) });
  return (await bridge.restarted().connect()) as FakeLink;
};
/** Set up by its line, at the provider's own bridge. */
const setUp = async (id: string, bridge: FakeBridge) => {
  const body = { routerosVersion: "7.x", interface: "bridge", bridgeAddress: "192.168.88.10" };
  const made = await world.answer(createRouterSetup, { params: { id }, body }, "demo");
  const link = await bridge.restarted().connect();
  const { setup } = told(link, id) ?? {};
  link.say({ type: "set_up", routerId: id, setupId: made.id });
  await expect.poll(() => told(link, id)?.setup).toBeUndefined();
  await link.close();
  return setup?.password;
};

describe("a log-in that the operator typed", () => {
  test("no bridge of the provider's own is told, and the provider reads what to do", async () => {
    const id = await given();
    const link = await own.restarted().connect();
    expect(told(link, id)).toBeUndefined();
    expect(JSON.stringify(link.received)).not.toContain(typed);
    const listed = (await world.answer(listRouters, {}, "demo")).find((router) => router.id === id);
    expect([listed?.bridgeId, listed?.statusText]).toEqual([
      own.id,
      "Its bridge was given no log-in to this router. Set it up by its line, which makes one, or type its user and password.",
    ]);
    // Neither at an address of the provider's choice.
    const body = { name: "Gate", host: "10.66.0.1", port: 8728, username: "api" };
    expect(await world.refused(changeOwnRouter, { params: { id }, body }, "demo")).toEqual([
      ...[400, "Type the router's password: the one that is kept here is not yours to use."],
    ]);
  });

  test("is the provider's to use once he types it as it is, and the router lets his bridge in by it", async () => {
    const id = await given();
    const link = await own.restarted().connect();
    expect(told(link, id)).toBeUndefined();
    const { name = "", host, port, username } = (await world.listed(id)) ?? {};
    const body = { name, host, port, username, password: typed };
    const changing = world.answer(changeOwnRouter, { params: { id }, body }, "demo");
    const asked = await link.next("request");
    expect(asked.request).toMatchObject({ kind: "try_router", password: typed });
    link.say({ type: "answer", id: asked.id, ok: true, message: "", result: null });
    await changing;
    await expect.poll(() => told(link, id)?.password).toBe(typed);
    await taken(id);
  });

  test("is told where the operator shares it, until he shares it no more", async () => {
    const id = await given(true);
    const link = await own.restarted().connect();
    expect(told(link, id)?.password).toBe(typed);
    expect(await world.listed(id)).toMatchObject({ sharesLogIn: true, isLogInKnown: false });
    await taken(id);
    expect(await world.listed(id)).toMatchObject({ sharesLogIn: false, isLogInKnown: true });
    // Only whoever typed it can change it.
    const host = await drivenBy(id, platform);
    expect(told(host, id)).toBeUndefined();
    const changes = { name: "Gate", host: "10.7.0.1", password: "another" };
    await world.answer(changeRouter, { params: { id }, body: world.newRouter(changes) });
    expect(await world.listed(id)).toMatchObject({ isLogInKnown: false });
  });

  test("a platform's bridge is told as ever", async () => {
    const id = await given();
    const link = await drivenBy(id, platform);
    expect(told(link, id)?.password).toBe(typed);
  });
});

describe("a log-in that a set-up made", () => {
  test("is the assignment's own: the bridge has it from the link alone", async () => {
    const id = await given();
    const password = await setUp(id, own);
    const link = await own.restarted().connect();
    expect(told(link, id)).toMatchObject({ username: setupUser, password });
    expect(JSON.stringify(link.received)).not.toContain(typed);
    expect(await world.listed(id)).toMatchObject({ sharesLogIn: true });
  });

  test("is renewed by the next bridge once the router was taken back", async () => {
    const id = await given();
    const former = await setUp(id, own);
    await taken(id);
    expect(await world.listed(id)).toMatchObject({ sharesLogIn: false, isLogInKnown: true });
    await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.savanna.id } });
    const link = await drivenBy(id, platform);
    const { setup, password } = told(link, id) ?? {};
    expect([password, setup?.username, setup?.bootstrapPassword]).toEqual([former, setupUser, former]);
    expect(setup?.password).not.toBe(former);
    link.say({ type: "set_up", routerId: id, setupId: setup?.id ?? "" });
    await expect.poll(() => told(link, id)).toMatchObject({ password: setup?.password });
    expect(told(link, id)?.setup).toBeUndefined();
    expect(await world.listed(id)).toMatchObject({ isLogInKnown: false });
    expect((await world.audited("router.log_in_renewed")).at(-1)).toMatchObject({ subject: id });
  });

  test("is renewed by the bridge that takes the place of one that is trusted no more", async () => {
    const stolen = await newBridge(world.seeded.savanna, "Stolen box");
    const { id } = await world.added({ name: "Yard", host: "10.6.0.1", password: typed });
    await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.savanna.id } });
    const made = await world.answer(createRouterSetup, {
      params: { id },
      body: { routerosVersion: "7.x", interface: "bridge", bridgeAddress: "192.168.88.10" },
    });
    const link = await stolen.connect();
    link.say({ type: "set_up", routerId: id, setupId: made.id });
    await expect.poll(() => told(link, id)?.setup).toBeUndefined();
    const former = told(link, id)?.password;
    await world.answer(revokeBridge, { params: { id: stolen.id } }, "savanna");
    const next = await (await newBridge(world.seeded.savanna, "New box")).connect();
    const now = told(next, id);
    expect([now?.password, now?.setup?.bootstrapPassword]).toEqual([former, former]);
    expect(now?.setup?.password).not.toBe(former);
  });

  test("a set-up that was not used ends with the assignment", async () => {
    const id = await given();
    const body = { routerosVersion: "7.x", interface: "bridge", bridgeAddress: "192.168.88.10" } as const;
    await world.answer(createRouterSetup, { params: { id }, body }, "demo");
    await taken(id);
    await world.answer(assignRouter, { body: { routerId: id, providerId: world.seeded.demo.id } });
    expect(told(await own.restarted().connect(), id)).toBeUndefined();
  });
});
