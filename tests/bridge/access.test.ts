import { expect, test } from "vitest";
import type { AccessKind } from "#contract/bridge-requests";
import { AccessFacts } from "#contract/router-access";
import { say } from "#contract/texts";
import { TestClient } from "../simulators/routeros/test-client.ts";
import {
  assignmentOf,
  desired,
  macAuthPassword,
  minute,
  otherPhone,
  phone,
  routerId,
  serve,
  TestSite,
} from "./test-site.ts";

// What gives access at a router is read for the shilling guard, and ended one by one, as a person asks.

async function facts(site: TestSite): Promise<AccessFacts> {
  const answer = await site.ask({ kind: "access", routerId });
  expect(answer).toMatchObject({ ok: true, message: say("access_read") });
  return AccessFacts.parse(answer?.result);
}

const end = (site: TestSite, what: AccessKind, { id, name }: { id: string; name: string }) =>
  site.ask({ kind: "end_access", routerId, what, id, name });

const tv = "02:00:00:00:00:77";
const neighbour = "02:00:00:00:00:88";
const till = "02:00:00:00:00:99";
const versions = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"] as const;

for (const version of versions)
  test(`${version}: what nobody pays for is told, what is paid is told as paid, and nothing is written`, async (t) => {
    const site = await TestSite.start(t, {
      version,
      hosts: [phone, otherPhone, tv, neighbour, till].map((mac, index) => ({
        mac,
        ip: `10.5.50.${11 + index}`,
      })),
      hotspot: {
        macAuthPassword,
        bindings: [
          { "mac-address": tv, type: "bypassed", comment: "tv" },
          { "mac-address": "02:00:00:00:00:70", type: "blocked" },
          { "mac-address": "02:00:00:00:00:71", type: "bypassed", disabled: "true" },
          // A comment that claims to be ours.
          {
            "mac-address": "02:00:00:00:00:72",
            address: "10.9.9.9",
            type: "bypassed",
            comment: "mlango: bridge",
          },
        ],
        users: [
          { name: neighbour, "mac-address": neighbour, password: macAuthPassword, comment: "up-mikhmon" },
          { name: "vc-1", password: "vc-1", "limit-uptime": "1h" },
          { name: "off", password: "off", disabled: "true" },
        ],
      },
      secrets: [
        {
          name: "kamau",
          service: "pppoe",
          password: "kamau",
          comment: "flat 3",
          "remote-address": "10.7.0.2",
        },
        { name: "left", service: "pppoe", password: "left", disabled: "true" },
      ],
    });
    await site.welcome([assignmentOf(site.port, { ownDevices: [till] })]);
    await site.desired(desired("e1", 1, serve()));
    site.control({ dial: { name: "kamau", service: "pppoe", ip: "10.7.0.2" } });
    site.control({ host: { mac: neighbour, present: false } });
    site.control({ host: { mac: neighbour, ip: "10.5.50.14", present: true } });
    await site.pass(minute);
    const before = site.simulator.report().writeCommands;
    const told = await facts(site);
    expect(site.simulator.report().writeCommands).toBe(before);
    const at = (mac: string) => told.sessions.find((session) => session.mac === mac);
    expect(at(phone)).toMatchObject({
      user: phone,
      entitlementId: "e1",
      isServed: true,
      address: "10.5.50.11",
    });
    expect(at(neighbour)).toMatchObject({ user: neighbour, entitlementId: null, isServed: false, by: "mac" });
    expect(told.sessions).toHaveLength(2);
    const seen = told.hosts.map(({ mac, isLetIn, isBypassed }) => [mac, isLetIn, isBypassed]);
    expect(seen).toEqual([
      [otherPhone, false, false],
      [tv, false, true],
      [till, false, true],
    ]);
    expect(told.hosts[0]).toMatchObject({ address: "10.5.50.12", idleMs: 0 });
    expect(told.hosts[0]?.uptimeMs).toBeGreaterThanOrEqual(minute);
    expect(told.bindings.map(({ mac, isOurs }) => [mac, isOurs])).toEqual([
      [tv, false],
      ["02:00:00:00:00:72", false],
      [till, true],
    ]);
    expect(told.users.map(({ name, isUsed }) => [name, isUsed])).toEqual([
      [neighbour, true],
      ["vc-1", false],
    ]);
    expect(told.secrets).toMatchObject([{ name: "kamau", service: "pppoe", comment: "flat 3" }]);
    expect(told.connections).toMatchObject([{ name: "kamau", address: "10.7.0.2" }]);
    expect(told.left).toBe(0);
    expect(JSON.stringify(told)).not.toContain(macAuthPassword);

    for (const [what, row] of [
      ["binding", { ...told.bindings[0], id: told.bindings[0]?.id ?? "", name: tv }],
      ["user", told.users[0]],
      ["secret", told.secrets[0]],
    ] as const) {
      if (!row) throw new Error(`no ${what}`);
      expect(await end(site, what, row)).toMatchObject({
        ok: true,
        message: say("access_ended", { name: row.name }),
      });
    }
    expect(site.simulator.isOnline(tv)).toBe(false);
    expect(site.simulator.isOnline(neighbour)).toBe(false);
    expect(site.simulator.isOnline(phone)).toBe(true);
    expect(site.simulator.isOnline(till)).toBe(true);
    // Switched off, not deleted: its owner may put it back.
    expect(site.user(neighbour)).toMatchObject({ disabled: "true" });
    expect(site.simulator.state.tables.secrets[0]?.values).toMatchObject({ name: "kamau", disabled: "true" });
    expect(site.simulator.state.dialled).toEqual([]);
    const after = await facts(site);
    expect(after.users.map(({ name }) => name)).toEqual(["vc-1"]);
    expect(after.secrets).toEqual([]);
    expect(after.connections).toEqual([]);
    expect(after.bindings.map(({ mac }) => mac)).not.toContain(tv);
  });

test("a row that is not what was shown is left alone, and so is what somebody paid for", async (t) => {
  const site = await TestSite.start(t, {
    hotspot: { macAuthPassword, bindings: [{ "mac-address": tv, type: "bypassed", comment: "tv" }] },
    secrets: [{ name: "kamau", service: "pppoe", password: "kamau" }],
  });
  await site.welcome([assignmentOf(site.port, { ownDevices: [till] })]);
  await site.desired(desired("e1", 1, serve()));
  const told = await facts(site);
  const before = site.simulator.report().writeCommands;
  const gone = { ok: false, message: say("access_gone") };
  const paid = told.sessions[0];
  const own = told.bindings.find(({ mac }) => mac === till);
  const ours = site.simulator.state.tables.users.find(({ values }) => values.name === phone);
  expect(await end(site, "binding", { id: told.bindings[0]?.id ?? "", name: otherPhone })).toMatchObject(
    gone,
  );
  expect(await end(site, "binding", { id: "*FF", name: tv })).toMatchObject(gone);
  expect(await end(site, "secret", { id: told.secrets[0]?.id ?? "", name: "njeri" })).toMatchObject(gone);
  expect(await end(site, "connection", { id: "*1", name: "kamau" })).toMatchObject(gone);
  expect(await end(site, "session", { id: paid?.id ?? "", name: paid?.mac ?? "" })).toMatchObject({
    ok: false,
    message: say("access_is_paid"),
  });
  expect(await end(site, "user", { id: ours?.id ?? "", name: phone })).toMatchObject({
    ok: false,
    message: say("access_is_paid"),
  });
  expect(await end(site, "binding", { id: own?.id ?? "", name: till })).toMatchObject({
    ok: false,
    message: say("access_is_own"),
  });
  expect(site.simulator.report().writeCommands).toBe(before);
  expect(site.simulator.isOnline(phone)).toBe(true);
});

/** Somebody with the log-in of the router, by hand. */
async function technician(site: TestSite): Promise<TestClient> {
  return TestClient.loggedIn(site.port, "mlango", "secret");
}

test("of two sessions with one address the one that is asked for ends: neither the user, nor the other, nor the purchase", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  const byHand = await technician(site);
  const [profile] = await byHand.rows("/ip/hotspot/user/profile/print", "?name=mlango-512k-2000k");
  await byHand.ret("/ip/hotspot/user/profile/set", `=.id=${profile?.[".id"]}`, "=shared-users=2");
  // The copy: the same address at another place, before the bridge puts its profile right.
  site.control({ stray: { mac: phone, ip: "10.5.50.60" } });
  const both = (await facts(site)).sessions;
  expect(both.map(({ mac, address, isServed }) => [mac, address, isServed])).toEqual([
    [phone, "10.5.50.11", true],
    [phone, "10.5.50.60", true],
  ]);
  const ended = await end(site, "session", { id: both[1]?.id ?? "", name: phone });
  expect(ended).toMatchObject({ ok: true, message: say("access_ended", { name: phone }) });
  expect(site.simulator.report().active).toMatchObject([{ mac: phone, address: "10.5.50.11" }]);
  expect(site.user(phone)).toMatchObject({ disabled: "false" });
  // The one that is left is what was paid for: told twice, or meant for it, it does not end.
  const [left] = (await facts(site)).sessions;
  for (const id of [both[1]?.id ?? "", left?.id ?? ""])
    expect(await end(site, "session", { id, name: phone })).toMatchObject({ ok: false });
  expect(await end(site, "session", { id: left?.id ?? "", name: phone })).toMatchObject({
    message: say("access_is_paid"),
  });
  await site.pass(minute);
  expect(site.simulator.isOnline(phone)).toBe(true);
  const after = await byHand.rows("/ip/hotspot/user/profile/print", "?name=mlango-512k-2000k");
  expect(after).toMatchObject([{ "shared-users": "1" }]);
  byHand.close();
});

test("a line that stands though its name is gone is told, and ended alone", async (t) => {
  const secretOf = (name: string, address: string) => ({
    name,
    service: "pppoe",
    password: name,
    "remote-address": address,
  });
  const site = await TestSite.start(t, {
    secrets: [secretOf("kamau", "10.7.0.2"), secretOf("njeri", "10.7.0.3")],
  });
  for (const [name, ip] of [
    ["kamau", "10.7.0.2"],
    ["njeri", "10.7.0.3"],
  ] as const)
    site.control({ dial: { name, service: "pppoe", ip } });
  const byHand = await technician(site);
  const [kamau] = await byHand.rows("/ppp/secret/print", "?name=kamau");
  await byHand.ret("/ppp/secret/remove", `=.id=${kamau?.[".id"]}`);
  byHand.close();
  const told = await facts(site);
  expect(told.secrets.map(({ name }) => name)).toEqual(["njeri"]);
  expect(told.connections.map(({ name }) => name)).toEqual(["kamau", "njeri"]);
  const line = told.connections[0];
  const ended = await end(site, "connection", { id: line?.id ?? "", name: "kamau" });
  expect(ended).toMatchObject({ ok: true, message: say("access_ended", { name: "kamau" }) });
  expect(site.simulator.state.dialled.map(({ name }) => name)).toEqual(["njeri"]);
  // Told twice, and by the id of another's line.
  const njeri = told.connections[1]?.id ?? "";
  for (const id of [line?.id ?? "", njeri])
    expect(await end(site, "connection", { id, name: "kamau" })).toMatchObject({
      ok: false,
      message: say("access_gone"),
    });
  expect(site.simulator.state.dialled.map(({ name }) => name)).toEqual(["njeri"]);
});

test("a log-in by a user of ours whose purchase nobody knows is told as that, and does not come back", async (t) => {
  const site = await TestSite.start(t);
  site.simulator.state.tables.users.push({
    id: "*99",
    used: { uptimeMs: 0, bytesIn: 0n, bytesOut: 0n, packetsIn: 0n, packetsOut: 0n },
    builtIn: false,
    values: {
      name: otherPhone,
      password: macAuthPassword,
      comment: "MLG;made-up;e1",
      server: "all",
      profile: "default",
      disabled: "false",
    },
  });
  site.control({ host: { mac: otherPhone, present: false } });
  site.control({ host: { mac: otherPhone, ip: "10.5.50.12", present: true } });
  const told = await facts(site);
  expect(told.sessions).toMatchObject([{ mac: otherPhone, entitlementId: "made-up", isServed: false }]);
  const { id = "", mac = "" } = told.sessions[0] ?? {};
  expect(await end(site, "session", { id, name: mac })).toMatchObject({ ok: true });
  site.control({ host: { mac: otherPhone, present: false } });
  site.control({ host: { mac: otherPhone, ip: "10.5.50.12", present: true } });
  expect(site.simulator.isOnline(otherPhone)).toBe(false);
});

test("a block of a device with a user of ours is told, others are not, and it is removed as it is ended", async (t) => {
  const site = await TestSite.start(t, {
    hotspot: {
      macAuthPassword,
      bindings: [
        { "mac-address": phone, address: "10.5.50.11", type: "blocked", comment: "noisy" },
        { "mac-address": phone, type: "blocked", disabled: "true" },
        { "mac-address": otherPhone, type: "blocked" },
      ],
    },
  });
  await site.desired(desired("e1", 1, serve()));
  expect(site.simulator.isOnline(phone)).toBe(false);
  const { blocks, bindings } = await facts(site);
  expect(bindings).toEqual([]);
  expect(blocks).toMatchObject([{ mac: phone, address: "10.5.50.11", comment: "noisy" }]);
  const block = { id: blocks[0]?.id ?? "", name: `${phone} 10.5.50.11` };
  expect(await end(site, "binding", block)).toMatchObject({ ok: true });
  // Its next packet.
  site.control({ host: { mac: phone, ip: "10.5.50.11", present: true } });
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect((await facts(site)).blocks).toEqual([]);
});

test("a router without PPP or hotspot has nothing of it, and one that forbids the reading is said to", async (t) => {
  const site = await TestSite.start(t, { box: { lacks: ["ppp"] } });
  expect(await facts(site)).toMatchObject({ secrets: [], connections: [] });
  site.simulator.setFaults({ hiddenMenus: ["/ip/hotspot/ip-binding"] });
  expect(await site.ask({ kind: "access", routerId })).toMatchObject({ ok: false });
});

test("of more than a link bears those who were logged in are told, and how many are not", async (t) => {
  const site = await TestSite.start(t, { faults: { bulkUsers: 1_000 } });
  const told = await facts(site);
  expect(told.users).toHaveLength(300);
  expect(told.users.every(({ isUsed }) => isUsed)).toBe(true);
  expect(told.left).toBe(700);
});

test("a device that is there under two addresses at once is told with both", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  site.control({ stray: { mac: phone, ip: "10.5.50.60" } });
  const { hosts } = await facts(site);
  expect(hosts.filter(({ mac }) => mac === phone).map(({ address, isLetIn }) => [address, isLetIn])).toEqual([
    ["10.5.50.11", true],
    ["10.5.50.60", false],
  ]);
});
