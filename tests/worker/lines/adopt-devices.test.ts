import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/adoption";
import { readNetworks } from "#contract/line-devices";
import { giveLineDays } from "#contract/line-life";
import * as lines from "#contract/lines";
import type { NetworkDevice, RouterNetworks } from "#contract/router-networks";
import { say } from "#contract/texts";
import { dayMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// Devices that a network of a router has already become lines where they stand, and are the router's own again.

let seeded: TwoProviders;
let link: FakeLink;
let as: CallOptions;
let foreign: CallOptions;
let home: lines.Package;

const routerId = () => seeded.demo.routers[0]?.id ?? "";
const device = (last: string, address: string, changes: Partial<NetworkDevice> = {}): NetworkDevice => ({
  mac: `02:00:00:00:02:${last}`,
  address,
  name: null,
  isFixed: true,
  isThere: true,
  ...changes,
});
const networks = (...devices: NetworkDevice[]): RouterNetworks => ({
  left: 0,
  networks: [
    { name: "ether1", addresses: ["192.168.1.2/24"], use: "internet", hasServer: false, devices: [] },
    { name: "ether3", addresses: ["10.20.0.1/24"], use: null, hasServer: true, devices },
  ],
});
let atRouter = networks();

/** Its bridge answers each question for networks with what the router has. */
async function reading<T>(ask: Promise<T>): Promise<T> {
  const { id } = await link.next("request", ({ request }) => request.kind === "networks");
  link.say({ type: "answer", id, ok: true, message: say("networks_read"), result: atRouter });
  return ask;
}

beforeAll(async () => {
  seeded = await seedBoth();
  as = { host: hostOf("demo"), cookie: await signInProvider(seeded.demo) };
  foreign = { host: hostOf("savanna"), cookie: await signInProvider(seeded.savanna) };
  const demo = { providerId: seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), demo, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ? WHERE id = ?").bind(bridge.id, routerId()).run();
  link = await bridge.dial();
  await link.hello({ keepsLines: true, keepsDevices: true });
  await link.next("welcome");
  const body = { name: "Home 10", price: 1_500, period: { months: 1 }, uploadMbps: 5, downloadMbps: 10 };
  const added = await call(lines.addPackage, { body }, as);
  if (!added.ok) throw new Error(added.text);
  home = added.answer.package;
});
afterAll(() => closeAllLinks());
beforeEach(async () => {
  await tenantDatabase(seeded.demo.id).prepare("UPDATE lines SET closed_at = 1 WHERE kind = 'device'").run();
});

const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const wanted = (last: string, changes: object = {}) => ({
  mac: `02:00:00:00:02:${last}`,
  customer: { name: `Home ${last}`, phoneNumber: "0722 100 200" },
  packageId: home.id,
  paidUntil: inDays(10),
  ...changes,
});
type Body = Parameters<typeof ask>[0];
const ask = (
  body: { network: string; closes?: boolean; devices: ReturnType<typeof wanted>[] },
  key: string = crypto.randomUUID(),
  who = as,
) =>
  call(
    contract.adoptDevices,
    { params: { id: routerId() }, body },
    { ...who, headers: { "idempotency-key": key } },
  );
const bringIn = (body: Partial<Body>, key?: string) =>
  reading(ask({ network: "ether3", closes: true, devices: [], ...body }, key));
const listed = async () => {
  const answer = await call(lines.listLines, {}, as);
  return answer.ok ? answer.answer.filter((one) => one.device !== null) : [];
};
const specOf = (id: string) =>
  link
    .all("lines")
    .flatMap(({ lines }) => lines.filter((one) => one.id === id))
    .at(-1)?.spec;

test("a network says of each device who it is, how fast, and why it cannot be brought in", async () => {
  atRouter = networks(
    device("0A", "10.20.0.5", {
      comment: "Wanjiku Kamau, +254 722-100-200",
      speed: { upKbps: 2_000, downKbps: 10_000 },
    }),
    device("0B", "10.20.0.6", { name: "office-router", isFixed: false }),
    device("0C", "10.20.0.7", { shutBy: "disabled" }),
    device("0D", "10.20.0.8", { shutBy: "blocked" }),
  );
  const answer = await reading(call(readNetworks, { params: { id: routerId() } }, as));
  const [, network] = answer.ok ? answer.answer.networks : [];
  expect(
    network?.devices.map(({ customer, downloadMbps, hindrance }) => [customer, downloadMbps, hindrance]),
  ).toEqual([
    [{ name: "Wanjiku Kamau", phoneNumber: "254722100200" }, 10, null],
    [{ name: "office-router", phoneNumber: null }, null, null],
    [{ name: "10.20.0.7", phoneNumber: null }, null, expect.stringContaining("switched off")],
    [{ name: "10.20.0.8", phoneNumber: null }, null, expect.stringContaining("block-access")],
  ]);
});

test("they become lines with the addresses that they have, until the day that was said; those that cannot are named", async () => {
  atRouter = networks(
    device("0A", "10.20.0.5", { comment: "Wanjiku" }),
    device("0B", "10.20.0.6", { isFixed: false }),
    device("0C", "10.20.0.7", { shutBy: "disabled" }),
    device("0D", "10.99.0.8"),
  );
  const answer = await bringIn({
    devices: [
      wanted("0A", { mac: "02-00-00-00-02-0a" }),
      wanted("0B", { customer: { name: "Clinic", phoneNumber: null }, paidUntil: inDays(-2) }),
      wanted("0C"),
      wanted("0D"),
      wanted("0E"),
      wanted("0A"),
      wanted("0B", { packageId: "none" }),
    ],
  });
  if (!answer.ok) throw new Error(answer.text);
  const { adopted, refused, message } = answer.answer;
  expect(adopted.map(({ name }) => name)).toEqual(["02:00:00:00:02:0A", "02:00:00:00:02:0B"]);
  expect(refused.map(({ name, reason }) => [name.slice(-2), reason.slice(0, 18)])).toEqual([
    ["0C", "Its lease is switc"],
    ["0D", "10.99.0.8 is not i"],
    ["0E", "The router does no"],
    ["0B", "This package does "],
    ["0A", "02:00:00:00:02:0A "],
  ]);
  expect(message).toMatch(/^2 lines are brought in/);
  const [first = "", second = ""] = adopted.map(({ lineId }) => lineId);
  await link.until(() => specOf(second), "the lines");
  const mine = { kind: "device", network: "ether3", upKbps: 5_000, downKbps: 10_000 };
  expect(specOf(first)).toMatchObject({ ...mine, mac: "02:00:00:00:02:0A", address: "10.20.0.5" });
  expect(specOf(second)).toMatchObject({ ...mine, address: "10.20.0.6" });
  // Over since yesterday: at the next of the hours for blocking.
  expect((specOf(second) as { openMs: number }).openMs).toBeLessThan(dayMs);
  const all = await listed();
  expect(all.find(({ id }) => id === first)).toMatchObject({
    standing: "open",
    isAdopted: true,
    customer: { name: "Home 0A", phoneNumber: "254722100200" },
    device: { network: "ether3", address: "10.20.0.5" },
  });
  expect(all.find(({ id }) => id === second)).toMatchObject({ customer: { name: "Clinic" } });
});

test("an open network is closed by the owner's word alone, once, and what is not to be closed never", async () => {
  atRouter = networks(device("0A", "10.20.0.5"), device("0B", "10.20.0.6"));
  const one = { devices: [wanted("0A")] };
  expect(await bringIn({ ...one, closes: false })).toMatchObject({
    status: 409,
    text: expect.stringContaining("closes"),
  });
  expect(await bringIn({ ...one, network: "ether1" })).toMatchObject({ status: 409 });
  expect(await bringIn({ ...one, network: "ether9" })).toMatchObject({ status: 404 });
  expect(await listed()).toEqual([]);
  expect((await bringIn(one)).ok).toBe(true);
  // Closed already: nobody is asked again.
  const more = await bringIn({ closes: false, devices: [wanted("0B")] });
  expect(more.ok && more.answer.adopted).toHaveLength(1);
});

test("a repeat makes none twice, and two at once make one line of a device", async () => {
  atRouter = networks(device("0A", "10.20.0.5"), device("0B", "10.20.0.6"));
  const key = crypto.randomUUID();
  const both = { devices: [wanted("0A"), wanted("0B")] };
  const first = await bringIn(both, key);
  const again = await bringIn(both, key);
  expect(again.ok && first.ok && again.answer.adopted).toEqual(first.ok && first.answer.adopted);
  expect(await listed()).toHaveLength(2);
  const third = await bringIn(both);
  expect(third.ok && third.answer.refused.map(({ reason }) => reason)).toEqual([
    "It is a line already.",
    "It is a line already.",
  ]);
});

test("another provider brings nothing in from this router, and hands nothing of it back", async () => {
  atRouter = networks(device("0A", "10.20.0.5"));
  const body = { network: "ether3", closes: true, devices: [wanted("0A")] };
  expect(await ask(body, undefined, foreign)).toMatchObject({ status: 404 });
  const done = await bringIn({ devices: [wanted("0A")] });
  const ids = done.ok ? done.answer.adopted.map(({ lineId }) => lineId) : [];
  expect(await call(contract.handBackLines, { body: { lines: ids } }, foreign)).toMatchObject({
    status: 404,
  });
  expect(await listed()).toHaveLength(1);
});

test("handed back, each is taken away again; one that was made here is not", async () => {
  atRouter = networks(device("0A", "10.20.0.5"), device("0B", "10.20.0.6"));
  const done = await bringIn({ devices: [wanted("0A")] });
  const [id = ""] = done.ok ? done.answer.adopted.map(({ lineId }) => lineId) : [];
  expect((await call(giveLineDays, { params: { id }, body: { days: 3 } }, as)).ok).toBe(true);
  const own = await reading(
    call(
      lines.addLine,
      {
        body: {
          customer: { name: "Mercy", phoneNumber: "0722000111" },
          routerId: routerId(),
          packageId: home.id,
          device: { mac: "02:00:00:00:02:0B", network: "ether3" },
        },
      },
      as,
    ),
  );
  if (!own.ok) throw new Error(own.text);
  const refused = await call(contract.handBackLines, { body: { lines: [own.answer.line.id] } }, as);
  expect(refused).toMatchObject({ status: 409 });
  const back = await call(contract.handBackLines, { body: { lines: [id] } }, as);
  expect(back.ok && back.answer.message).toBe("1 line is the router's own again, as before.");
  await link.until(() => specOf(id)?.kind === "close_device", "the end of the line");
  expect(await listed()).toMatchObject([{ id: own.answer.line.id }]);
  // It is there to be brought in anew.
  expect((await bringIn({ devices: [wanted("0A")] })).ok).toBe(true);
});
