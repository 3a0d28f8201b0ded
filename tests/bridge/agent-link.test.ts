import { cpSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import type { FromBridge } from "#contract/bridge";
import { WaitingDevices } from "#contract/bridge-requests";
import { say } from "#contract/texts";
import { deviceSubject } from "#contract/values/subject";
import {
  assignmentOf,
  desired,
  hour,
  macAuthPassword,
  minute,
  otherPhone,
  phone,
  routerId,
  serve,
  TestSite,
  testFolder,
} from "./test-site.ts";

const answers = (site: TestSite) => site.sent.filter((message) => message.type === "answer");

test("events are sent in order and again until they are acknowledged", async (t) => {
  const site = await TestSite.start(t);
  site.acknowledges = false;
  await site.desired(desired("e1", 1, serve()));
  const sent = () =>
    site.sent.flatMap((message) =>
      message.type === "events" ? message.events.map((event) => event.seq) : [],
    );
  expect(sent()).toEqual([1, 2]);
  await site.pass(11_000);
  expect(sent()).toEqual([1, 2, 1, 2]);
  site.agent.receive({ type: "ack", seq: 1 });
  await site.pass(11_000);
  expect(sent()).toEqual([1, 2, 1, 2, 2]);
  site.linkDown();
  await site.welcome();
  expect(sent()).toEqual([1, 2, 1, 2, 2, 2]);
  site.agent.receive({ type: "ack", seq: 2 });
  await site.pass(minute, 5_000);
  expect(sent()).toEqual([1, 2, 1, 2, 2, 2]);
});

test("an acknowledgement of what was not sent on this link changes nothing", async (t) => {
  const site = await TestSite.start(t);
  site.acknowledges = false;
  await site.desired(desired("e1", 1, serve()));
  site.agent.receive({ type: "ack", seq: 99 });
  expect(site.journal.events.after(0, 10)).toHaveLength(2);
});

test("totals of a session are told as they grow, and for good when it ends", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  site.control({ traffic: { mac: phone, bytesIn: 100_000, bytesOut: 500_000 } });
  await site.pass(5_000);
  const usage = site.sent.flatMap((message) => (message.type === "usage" ? message.sessions : []));
  expect(usage).toMatchObject([
    {
      routerId,
      entitlementId: "e1",
      subject: deviceSubject(phone),
      bytesUp: 100_000,
      bytesDown: 500_000,
      open: true,
    },
  ]);
  await site.pass(minute, 5_000);
  expect(site.sent.filter((message) => message.type === "usage")).toHaveLength(1);
  site.control({ traffic: { mac: phone, bytesOut: 7_000 } });
  site.control({ host: { mac: phone, ip: "10.5.50.11", present: false } });
  await site.pass(5_000);
  const session = site.events.find((event) => event.kind === "session");
  expect(session).toMatchObject({
    totals: { ...usage[0], bytesDown: 507_000, open: false, seconds: expect.any(Number) },
  });
});

test("what a router counts beyond the speed that was bought is not believed", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ dataBytes: 10 ** 9 })));
  site.control({ traffic: { mac: phone, bytesOut: 900_000_000 } });
  await site.pass(5_000);
  expect(site.journal.entitlements.used("e1")).toBeLessThan(2_000 * 125 * 1.2 * 7);
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("a bridge restored from an old disk opens nothing that ended, and takes the worker's state", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(
    desired("e1", 1, serve()),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
  );
  const backup = testFolder(t);
  await site.restart(() => cpSync(site.folder, backup, { recursive: true }));
  await site.welcome();
  await site.desired(desired("e1", 2, { kind: "end", subjects: [deviceSubject(phone)], reason: "cut_off" }));
  expect(site.simulator.isOnline(phone)).toBe(false);
  const old = site.journal.id;
  await site.restart(() => {
    rmSync(site.folder, { recursive: true });
    cpSync(backup, site.folder, { recursive: true });
  });
  const { writeCommands } = site.simulator.report();
  site.isOnline = true;
  site.agent.receive({ type: "welcome", journal: "drop", ackedSeq: 3, routers: [assignmentOf(site.port)] });
  await site.work();
  expect(site.redials).toBe(1);
  expect(site.journal.id).not.toBe(old);
  site.events.length = 0;
  await site.welcome();
  await site.pass(5_000);
  expect(site.simulator.report().writeCommands).toBe(writeCommands);
  await site.desired(
    desired("e1", 2, { kind: "end", subjects: [deviceSubject(phone)], reason: "cut_off" }),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)], remainingMs: 50 * minute })),
  );
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.simulator.isOnline(otherPhone)).toBe(true);
  expect(site.story("e1")).toEqual(["applied 2 ended"]);
});

test("an old disk is also noticed by an acknowledgement that is ahead of it", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  site.agent.receive({ type: "welcome", journal: "keep", ackedSeq: 50, routers: [] });
  expect(site.redials).toBe(1);
  expect(site.journal.events.lastSeq).toBe(0);
});

test("a bridge that starts lets the worker speak first, but not for long", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  await site.restart(() => site.control({ host: { mac: phone, ip: "10.5.50.11", present: false } }));
  site.control({ host: { mac: phone, ip: "10.5.50.11", present: true } });
  const { connections } = site.simulator.report();
  await site.pass(3_000);
  expect(site.simulator.report().connections).toBe(connections);
  await site.pass(2_000);
  expect(site.simulator.report().connections).toBe(connections + 1);
});

test("a duplicate touches no router until it is welcome again", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ durationMs: minute })));
  site.agent.receive({ type: "refused", reason: "duplicate", message: "" });
  site.linkDown();
  const { connections, writeCommands } = site.simulator.report();
  site.simulator.dropConnections();
  await site.pass(10 * minute, 5_000);
  expect(site.simulator.report()).toMatchObject({ connections, writeCommands });
  await site.welcome();
  await site.pass(5_000);
  expect(site.story("e1").at(-1)).toBe("applied 1 ended");
});

test("a revoked bridge forgets every password", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  site.agent.receive({ type: "refused", reason: "revoked", message: "" });
  await site.agent.idle();
  expect(site.journal.routers.all()).toEqual([]);
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("asked whether it is there, it says so at once", async (t) => {
  const site = await TestSite.start(t);
  site.sent.length = 0;
  site.agent.receive({ type: "are_you_there" });
  expect(site.sent).toEqual([{ type: "here" } satisfies FromBridge]);
});

test("a test of the router answers what it is, or a sentence", async (t) => {
  const site = await TestSite.start(t, { identity: "Mama Njeri" });
  expect(await site.ask({ kind: "test", routerId })).toMatchObject({
    ok: true,
    message: say("router_answers", { name: "Mama Njeri", version: "7.18.2 (stable)" }),
    result: { identity: "Mama Njeri", version: "7.18.2 (stable)", hotspot: true, uptimeSeconds: 0 },
  });
  site.control({ reachable: false });
  expect(await site.ask({ kind: "test", routerId })).toMatchObject({
    ok: false,
    message: { say: expect.stringMatching(/^fault_/) },
  });
  site.control({ reachable: true });
  expect(await site.ask({ kind: "test", routerId })).toMatchObject({ ok: true });
  expect(await site.ask({ kind: "test", routerId: "another" })).toMatchObject({
    ok: false,
    message: say("router_not_served"),
  });
});

test("what a running session has used is read from the router when somebody asks", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  const session = (mac: string) => site.ask({ kind: "session", routerId, subject: deviceSubject(mac) });
  await site.pass(minute);
  site.control({ traffic: { mac: phone, bytesIn: 1_000, bytesOut: 5_000_000 } });
  expect(await session(phone.toLowerCase())).toMatchObject({
    ok: true,
    result: {
      entitlementId: "e1",
      subject: deviceSubject(phone),
      bytesUp: 1_000,
      bytesDown: 5_000_000,
      open: true,
    },
  });
  expect(await session(otherPhone)).toMatchObject({ ok: true, result: null });
  expect(await session("no address")).toMatchObject({ ok: false });
});

test("a request to a router that hangs is answered within ten seconds", async (t) => {
  const site = await TestSite.start(t);
  site.control({ faults: { broken: [{ how: "stall", when: "before", times: 1_000 }] } });
  site.agent.receive({ type: "request", id: "r1", request: { kind: "test", routerId } });
  site.clock.pass(9_500);
  site.agent.tick();
  expect(answers(site)).toMatchObject([{ id: "r1", ok: false, message: say("router_no_answer_in_time") }]);
});

test("a kick ends the session of ours, and the device comes back; others are left alone", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  expect(await site.ask({ kind: "kick", routerId, subject: deviceSubject(phone) })).toMatchObject({
    ok: true,
  });
  expect(site.simulator.isOnline(phone)).toBe(false);
  await site.pass(6_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(await site.ask({ kind: "kick", routerId, subject: deviceSubject(otherPhone) })).toMatchObject({
    ok: true,
    message: say("device_not_online", { mac: otherPhone }),
  });
});

test("the host table says which devices are there", async (t) => {
  const site = await TestSite.start(t);
  const answer = await site.ask({ kind: "hosts", routerId });
  expect(answer?.ok).toBe(true);
  expect(answer?.result).toContain(phone);
  expect(answer?.result).not.toContain("02:00:00:00:00:99");
});

test("who waits before the router is told with the names that they gave themselves, without who is let out", async (t) => {
  const passing = "02:00:00:00:00:77";
  const lease = (mac: string, name: string) => ({ "mac-address": mac, "host-name": name, status: "bound" });
  const leases = [lease(otherPhone, "LG\u0007 TV "), lease(phone, "the payer's")];
  const site = await TestSite.start(t, {
    box: { menus: { "/ip/dhcp-server/lease": leases } },
    hotspot: { macAuthPassword, bindings: [{ "mac-address": passing, type: "bypassed" }] },
    hosts: [phone, otherPhone, passing].map((mac, index) => ({ mac, ip: `10.5.50.${31 + index}` })),
  });
  await site.desired(desired("e1", 1, serve()));
  expect(site.simulator.isOnline(phone)).toBe(true);
  const answer = await site.ask({ kind: "waiting_devices", routerId });
  expect(answer?.ok).toBe(true);
  expect(WaitingDevices.parse(answer?.result)).toEqual([{ mac: otherPhone, name: "LG TV", idleMs: 0 }]);
});

test("how everything stands is said anew to every new link", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()), desired("e2", 1, serve({ durationMs: hour }), { order: 2 }));
  site.linkDown();
  site.sent.length = 0;
  await site.welcome();
  expect(site.state("e1")).toBe("online");
  expect(site.state("e2")).toBe("queued");
  expect(site.routerState).toMatchObject({ routerId, state: "reachable" });
});
