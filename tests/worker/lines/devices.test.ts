import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as devices from "#contract/line-devices";
import * as life from "#contract/line-life";
import * as contract from "#contract/lines";
import type { RouterNetworks } from "#contract/router-networks";
import { say } from "#contract/texts";
import { dayMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// A home's or an office's device in a network of the provider's router, in place of a PPPoE name.

let seeded: TwoProviders;
let bridge: FakeBridge;
let link: FakeLink;
let as: CallOptions;
let home: contract.Package;

const routerId = () => seeded.demo.routers[0]?.id ?? "";
const usual: RouterNetworks = {
  left: 0,
  networks: [
    { name: "ether1", addresses: ["192.168.1.2/24"], use: "internet", hasServer: false, devices: [] },
    {
      name: "ether3",
      addresses: ["10.20.0.1/29"],
      use: null,
      hasServer: true,
      devices: [
        { mac: "02:00:00:00:00:0A", address: "10.20.0.5", name: "cpe", isFixed: false, isThere: true },
      ],
    },
  ],
};
let atRouter = usual;

beforeAll(async () => {
  seeded = await seedBoth();
  as = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  const demo = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?").bind(bridge.id, routerId()).run();
  await dialIn(true);
  const body = { name: "Home 10", price: 1_500, period: { months: 1 }, uploadMbps: 5, downloadMbps: 10 };
  const added = await call(contract.addPackage, { body }, as);
  if (!added.ok) throw new Error(added.text);
  home = added.answer.package;
});
afterAll(() => closeAllLinks());
beforeEach(async () => {
  atRouter = usual;
  await database().prepare("UPDATE lines SET closed_at = 1 WHERE kind = 'device'").run();
});

async function dialIn(keepsDevices: boolean): Promise<void> {
  link = await bridge.dial();
  await link.hello({ keepsLines: true, keepsDevices });
  await link.next("welcome");
}

const database = () => tenantDatabase(seeded.demo.id);
let made = 0;
const macOf = (number: number) => `02:00:00:00:01:${number.toString(16).padStart(2, "0").toUpperCase()}`;

/** Its bridge answers each question for networks with what the router has. */
async function reading<T>(ask: Promise<T>): Promise<T> {
  const { id } = await link.next("request", ({ request }) => request.kind === "networks");
  link.say({ type: "answer", id, ok: true, message: say("networks_read"), result: atRouter });
  return ask;
}

type Device = NonNullable<contract.AddLine["device"]>;
function ask(device: Partial<Device> = {}, more: Partial<contract.AddLine> = {}, who = as, key?: string) {
  made += 1;
  const body: contract.AddLine = {
    customer: { name: "Mercy Wanjiru", phoneNumber: `0722${String(200_000 + made)}` },
    routerId: routerId(),
    packageId: home.id,
    device: { mac: macOf(made), network: "ether3", closes: true, ...device },
    ...more,
  };
  const headers = key === undefined ? {} : { headers: { "idempotency-key": key } };
  return call(contract.addLine, { body }, { ...who, ...headers });
}
const add = (...given: Parameters<typeof ask>) => reading(ask(...given));

async function added(...given: Parameters<typeof ask>): Promise<contract.Line> {
  const answer = await add(...given);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.line;
}

const wanted = (id: string) =>
  link
    .all("lines")
    .flatMap(({ lines }) => lines.filter((one) => one.id === id))
    .at(-1);
const told = (id: string, rev: number) =>
  link.until(() => wanted(id)?.rev === rev && wanted(id), "the device's line");

async function shown(id: string): Promise<contract.Line> {
  const answer = await call(contract.listLines, {}, as);
  const found = answer.ok ? answer.answer.find((one) => one.id === id) : undefined;
  if (!found) throw new Error(`line ${id} is not listed`);
  return found;
}

test("a device is a line: with the address that it has there, blocked until it is paid, and its bridge is told how long", async () => {
  const one = await added({ mac: "02-00-00-00-00-0a" });
  expect(one).toMatchObject({
    login: "02:00:00:00:00:0A",
    device: { network: "ether3", address: "10.20.0.5" },
    standing: "unpaid",
    hindrance: null,
  });
  const spec = {
    kind: "device",
    mac: "02:00:00:00:00:0A",
    network: "ether3",
    address: "10.20.0.5",
    upKbps: 5_000,
    downKbps: 10_000,
    openMs: 0,
  };
  expect((await told(one.id, 1))?.spec).toEqual(spec);
  const given = await call(life.giveLineDays, { params: { id: one.id }, body: { days: 3 } }, as);
  expect(given.ok).toBe(true);
  const after = (await told(one.id, 2))?.spec as { openMs: number };
  // Until the hours for blocking after its end.
  expect(after.openMs).toBeGreaterThan(3 * dayMs - 60_000);
  expect(after.openMs).toBeLessThan(4 * dayMs);
  await link.report({
    kind: "line_applied",
    routerId: routerId(),
    lineId: one.id,
    rev: 2,
    state: "open",
    ageMs: 0,
  });
  expect(await shown(one.id)).toMatchObject({ standing: "open", applied: "open" });
  const removed = await call(life.removeLine, { params: { id: one.id } }, as);
  expect(removed.ok && removed.answer.message).toContain("02:00:00:00:00:0A passes no more");
  expect((await told(one.id, 3))?.spec).toEqual({
    kind: "close_device",
    mac: "02:00:00:00:00:0A",
    network: "ether3",
    address: "10.20.0.5",
  });
});

test("the first device of a network closes it by an owner's word alone; it is asked again when the last one was gone", async () => {
  expect(await add({ closes: false })).toMatchObject({
    status: 409,
    text: expect.stringContaining("device.closes"),
  });
  expect(await asTechnician(() => add({}))).toMatchObject({ status: 403 });
  const first = await added({});
  const rows = await database().prepare("SELECT network, confirmed_by AS who FROM line_networks").all();
  expect(rows.results).toEqual([{ network: "ether3", who: expect.stringMatching(/./) }]);
  // Closed already: nobody's word is needed.
  const second = await asTechnician(() => added({ closes: false }));
  expect(second.device?.address).not.toBe(first.device?.address);
  for (const { id } of [first, second]) await call(life.removeLine, { params: { id } }, as);
  expect(await add({ closes: false })).toMatchObject({ status: 409 });
});

test("the same call twice makes one line", async () => {
  const key = crypto.randomUUID();
  const mac = macOf(200);
  const customer = { name: "Twice", phoneNumber: "0722300300" };
  const first = await added({ mac }, { customer }, as, key);
  const again = await ask({ mac }, { customer }, as, key);
  expect(again.ok && again.answer.line.id).toBe(first.id);
});

test("networks that cannot be closed, addresses of others and devices that have a line are refused in words", async () => {
  const place = { closes: true };
  expect(await add({ network: "ether1" })).toMatchObject({
    status: 409,
    text: expect.stringContaining("way to the internet"),
  });
  expect(await add({ network: "ether7" })).toMatchObject({ status: 404 });
  for (const address of ["10.20.0.0", "10.20.0.1", "10.20.0.7", "10.30.0.4"])
    expect(await add({ address, ...place })).toMatchObject({
      status: 409,
      text: expect.stringContaining("not in this network"),
    });
  expect(await add({ address: "10.20.0.5" })).toMatchObject({
    status: 409,
    text: expect.stringContaining("another device's"),
  });
  expect(await ask({ address: "10.20.0" })).toMatchObject({ status: 400 });
  expect(await ask({ mac: "01:00:00:00:00:01" })).toMatchObject({
    status: 400,
    text: expect.stringContaining("device.mac"),
  });
  expect(await ask({}, { login: "mercy", password: "fibre4you" })).toMatchObject({
    status: 400,
    text: expect.stringContaining("not both"),
  });
  expect(await ask({}, { device: undefined })).toMatchObject({
    status: 400,
    text: expect.stringContaining('"login"'),
  });
  const { login } = await added({});
  expect(await add({ mac: login })).toMatchObject({
    status: 409,
    text: expect.stringContaining("has a line"),
  });
  const typed = await added({ address: "10.20.0.6" });
  expect(typed.device?.address).toBe("10.20.0.6");
  for (let count = 0; count < 2; count += 1) await added({});
  expect(await add({})).toMatchObject({ status: 409, text: expect.stringContaining("no free address") });
});

test("a device is replaced at its address; it has no password, is found by its MAC in any spelling, and is never brought in", async () => {
  const one = await added({});
  const other = await added({});
  const replace = (id: string, mac: string) =>
    call(devices.replaceDevice, { params: { id }, body: { mac } }, as);
  expect(await replace(one.id, other.login)).toMatchObject({ status: 409 });
  const done = await replace(one.id, "0200.0000.AB01");
  if (!done.ok) throw new Error(done.text);
  expect(done.answer.line).toMatchObject({ login: "02:00:00:00:AB:01", device: one.device });
  expect((await told(one.id, 2))?.spec).toMatchObject({ kind: "device", mac: "02:00:00:00:AB:01" });
  const named = await call(
    life.setLinePassword,
    { params: { id: one.id }, body: { password: "fibre4you" } },
    as,
  );
  expect(named).toMatchObject({ status: 409, text: expect.stringContaining("fixed device") });
  for (const q of ["02-00-00-00-ab-01", "0000AB01", one.device?.address ?? ""]) {
    const found = await call(contract.listLines, { query: { q } }, as);
    const open = found.ok ? found.answer.filter(({ standing }) => standing !== "closed") : [];
    expect([q, open.map(({ id }) => id)]).toEqual([q, [one.id]]);
  }
  const savanna = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  const strange = await call(
    devices.replaceDevice,
    { params: { id: one.id }, body: { mac: macOf(99) } },
    savanna,
  );
  expect(strange.status).toBe(404);
});

test("what is in its way is said in words, and is over when its router is as it should be", async () => {
  const one = await added({});
  await call(life.giveLineDays, { params: { id: one.id }, body: { days: 1 } }, as);
  await told(one.id, 2);
  const at = { routerId: routerId(), lineId: one.id, ageMs: 0 };
  await link.report({ kind: "line_hindered", ...at, rev: 2, hindrance: "address_taken" });
  const taken = `gives ${one.device?.address} to another device`;
  expect((await shown(one.id)).hindrance).toContain(taken);
  await link.report({ kind: "line_hindered", ...at, rev: 1, hindrance: "network_gone" });
  expect((await shown(one.id)).hindrance).toContain(taken);
  await link.report({ kind: "line_applied", ...at, rev: 2, state: "open" });
  expect(await shown(one.id)).toMatchObject({ hindrance: null, applied: "open" });
});

test("networks are read with who is in them; a strict one is an owner's word, told by each of its lines", async () => {
  const read = () => reading(call(devices.readNetworks, { params: { id: routerId() } }, as));
  const before = await read();
  if (!before.ok) throw new Error(before.text);
  expect(before.answer.networks.map(({ name, hindrance, isClosed }) => [name, hindrance, isClosed])).toEqual([
    ["ether1", "This is the router's way to the internet.", false],
    ["ether3", null, false],
  ]);
  const strict = (isStrict: boolean) =>
    call(devices.setNetwork, { params: { id: routerId() }, body: { network: "ether3", isStrict } }, as);
  expect(await strict(true)).toMatchObject({ status: 409 });
  const one = await added({ mac: "02:00:00:00:00:0A" });
  expect((await strict(true)).ok).toBe(true);
  expect((await told(one.id, 2))?.spec).toMatchObject({ arp: "reply-only" });
  const after = await read();
  expect(after.ok && after.answer.networks[1]).toMatchObject({
    isClosed: true,
    isStrict: true,
    devices: [{ mac: "02:00:00:00:00:0A", isLine: true }],
  });
  await strict(false);
  expect((await told(one.id, 3))?.spec).toMatchObject({ arp: "enabled" });
  const other = seeded.savanna.routers[0]?.id ?? "";
  expect(await call(devices.readNetworks, { params: { id: other } }, as)).toMatchObject({ status: 404 });
  expect(
    await call(
      devices.setNetwork,
      { params: { id: other }, body: { network: "ether3", isStrict: true } },
      as,
    ),
  ).toMatchObject({ status: 404 });
});

test("a bridge that knows of no devices is named, and told of none; names still go to it", async () => {
  const one = await added({});
  await dialIn(false);
  expect(link.all("lines").flatMap(({ lines }) => lines.map(({ id }) => id))).not.toContain(one.id);
  expect(await ask({})).toMatchObject({
    status: 409,
    text: expect.stringContaining("too old for fixed devices"),
  });
  const named = await ask({}, { device: undefined, login: "mercy.home", password: "fibre4you" });
  expect(named.ok).toBe(true);
  await dialIn(true);
  await told(one.id, 1);
});

async function asTechnician<T>(act: () => Promise<T>): Promise<T> {
  const become = (role: string) => database().prepare("UPDATE admins SET role = ?").bind(role).run();
  await become("technician");
  try {
    return await act();
  } finally {
    await become("owner");
  }
}
