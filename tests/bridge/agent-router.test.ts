import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { say } from "#contract/texts";
import { deviceSubject } from "#contract/values/subject";
import {
  assignmentOf,
  desired,
  hour,
  minute,
  otherPhone,
  phone,
  routerId,
  serve,
  TestSite,
} from "./test-site.ts";

test("after a restart of the router a running plan is online again with the time that is left", async (t) => {
  const site = await TestSite.start(t, {
    rebootMs: 40_000,
    hotspot: { macAuthPassword: "x", loginBy: "http-chap" },
  });
  await site.desired(desired("e1", 1, serve()));
  await site.pass(10 * minute, 5_000);
  site.control({ traffic: { mac: phone, bytesOut: 1_000_000 } });
  await site.pass(5_000);
  site.control({ reboot: true, clean: false });
  await site.pass(40_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  await site.pass(10_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.pass(10_000);
  const left = site.simulator.report().active[0]?.timeLeftMs ?? 0;
  expect(Math.abs(left - (hour - 10 * minute - 65_000))).toBeLessThan(3_000);
  const sessions = site.events.flatMap((event) => (event.kind === "session" ? [event.totals] : []));
  expect(sessions).toMatchObject([{ bytesDown: 1_000_000, open: false }]);
  await site.pass(hour, 10_000);
  const boots = new Set(
    site.events.flatMap((event) => (event.kind === "session" ? [event.totals.boot] : [])),
  );
  expect(boots.size).toBe(2);
});

test("a session that MAC login opened with too much time left after a power cut gets the right limit", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  await site.pass(40 * minute, 5_000);
  site.control({ reboot: true, clean: false });
  await site.pass(12_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.simulator.report().active[0]?.timeLeftMs).toBeLessThanOrEqual(20 * minute);
});

test("an unreachable router is reported once, tried all the time, and served within 10 s of its return", async (t) => {
  const site = await TestSite.start(t);
  site.control({ reachable: false });
  await site.pass(40_000);
  expect(site.routerState?.state).toBe("unreachable");
  await site.desired(desired("e1", 1, serve()));
  expect(site.state("e1")).toBe("connecting");
  await site.pass(20 * minute);
  const said = site.sent.filter((message) => message.type === "router" && message.state === "unreachable");
  expect(said.length).toBeLessThan(25);
  site.control({ reachable: true });
  await site.pass(9_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.routerState).toMatchObject({ state: "reachable", version: "7.18.2 (stable)" });
});

test("a new purchase tries an unreachable router at once", async (t) => {
  const site = await TestSite.start(t);
  site.control({ reachable: false });
  await site.pass(minute);
  site.control({ reachable: true });
  await site.desired(desired("e1", 1, serve()));
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("every router says every quarter of an hour that it is still there, and when it last answered", async (t) => {
  const site = await TestSite.start(t);
  site.sent.length = 0;
  await site.pass(31 * minute, 5_000);
  const said = site.sent.filter((message) => message.type === "router");
  expect(said).toHaveLength(2);
  for (const { seenAgeMs } of said) expect(seenAgeMs).toBeLessThanOrEqual(30_000);
});

test("a router is away after two failures, not one, and said to be so with its last answer; back at once", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  await site.pass(20_000);
  site.sent.length = 0;
  const states = () => site.sent.flatMap((message) => (message.type === "router" ? [message.state] : []));
  // One broken connection: nothing is said.
  site.control({ reachable: false });
  await site.work();
  site.control({ reachable: true });
  await site.pass(10_000);
  expect(states()).toEqual([]);
  site.control({ reachable: false });
  const away = site.clock.monotonic();
  while (states().length === 0 && site.clock.monotonic() - away < minute) await site.pass(1_000);
  expect(site.clock.monotonic() - away).toBeLessThanOrEqual(20_000);
  const { seenAgeMs, state } = site.routerState ?? {};
  expect(state).toBe("unreachable");
  // Polled every five seconds: its last answer is at most that much older than its silence.
  const sinceAway = site.clock.monotonic() - away;
  expect(seenAgeMs).toBeGreaterThanOrEqual(sinceAway - 1_000);
  expect(seenAgeMs).toBeLessThanOrEqual(sinceAway + 6_000);
  site.control({ reachable: true });
  await site.pass(5_000);
  expect(states()).toEqual(["unreachable", "reachable"]);
  expect(site.routerState?.seenAgeMs).toBeLessThanOrEqual(1_000);
});

test("a wrong password is said in words and is not the same as unreachable", async (t) => {
  const site = await TestSite.start(t);
  await site.welcome([assignmentOf(site.port, { password: "wrong" })]);
  await site.pass(2_000);
  expect(site.routerState).toMatchObject({
    state: "refused",
    message: say("log_in_refused_why", { why: "invalid user name or password (6)" }),
  });
  await site.welcome();
  await site.pass(1_000);
  expect(site.routerState?.state).toBe("reachable");
});

test("a device whose address changes while it is let in is let in at the new one", async (t) => {
  const site = await TestSite.start(t, {
    hotspot: { macAuthPassword: "x", loginBy: "http-chap", addressesPerMac: "1", addressPool: "hs-pool" },
  });
  site.beforeWrite = (command) => {
    if (command !== "/ip/hotspot/active/login") return;
    site.beforeWrite = () => undefined;
    site.control({ host: { mac: phone, ip: "10.5.50.99", present: true } });
  };
  await site.desired(desired("e1", 1, serve()));
  expect(site.state("e1")).toBe("connecting");
  await site.pass(1_000);
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, address: "10.5.50.99" });
});

test("a device that leaves while it is let in is looked for twice, then waited for", async (t) => {
  const site = await TestSite.start(t);
  site.beforeWrite = (command) => {
    if (command !== "/ip/hotspot/active/login") return;
    site.control({ host: { mac: phone, ip: "10.5.50.11", present: false } });
  };
  await site.desired(desired("e1", 1, serve()));
  await site.pass(2_000);
  expect(site.story("e1")).toEqual(["applied 1 waiting_for_device"]);
});

test("broken connections in the middle of every kind of write end in one user and one session", async (t) => {
  const commands = ["/ip/hotspot/user/profile/add", "/ip/hotspot/user/add", "/ip/hotspot/active/login"];
  for (const command of commands) {
    for (const when of ["before", "mid"] as const) {
      const site = await TestSite.start(t);
      site.control({ faults: { broken: [{ how: "reset", when, command, times: 1 }] } });
      await site.desired(desired("e1", 1, serve()));
      await site.pass(3_000);
      const { users, active } = site.simulator.report();
      expect([command, when, users, active.length]).toEqual([command, when, 2, 1]);
      expect(site.story("e1")).toEqual(["started 1", "applied 1 online"]);
      await site.stop();
    }
  }
});

test("a user of the device's name that is not ours is left alone and spoken about", async (t) => {
  const site = await TestSite.start(t);
  await site.stop();
  site.simulator.state.tables.users.push({
    id: "*99",
    builtIn: false,
    used: null,
    values: {
      name: phone,
      password: "theirs",
      profile: "default",
      disabled: "false",
      comment: "the owner's TV",
    },
  });
  await site.restart();
  await site.welcome();
  await site.desired(
    desired("e1", 1, serve()),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
  );
  await site.pass(minute, 5_000);
  expect(site.user(phone)).toMatchObject({ password: "theirs", comment: "the owner's TV" });
  expect(site.routerState).toMatchObject({
    state: "reachable",
    message: say("foreign_user", { mac: phone }),
  });
  expect(site.state("e1")).toBe("connecting");
  expect(site.story("e1")).toEqual([]);
  expect(site.state("e2")).toBe("online");
  await site.desired(desired("e1", 2, { kind: "end", subjects: [deviceSubject(phone)], reason: "ended" }));
  expect(site.user(phone)).toMatchObject({ comment: "the owner's TV", disabled: "false" });
  expect(site.story("e1")).toEqual(["applied 2 ended"]);
});

test("a session of a user that somebody else took over is left alone at the end of ours", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  const user = site.user(phone);
  if (user) user.comment = "the owner's TV";
  await site.desired(desired("e1", 2, { kind: "end", subjects: [deviceSubject(phone)], reason: "ended" }));
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.user(phone)).toMatchObject({ comment: "the owner's TV", disabled: "false" });
  expect(site.story("e1").at(-1)).toBe("applied 2 ended");
});

test("marked users that nobody here knows are asked about and left alone until the worker says", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(
    desired("e1", 1, serve()),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
  );
  await site.restart(() => site.loseDisk());
  await site.welcome();
  await site.pass(minute, 5_000);
  expect(site.sent.findLast((message) => message.type === "ask")).toMatchObject({
    routerId,
    entitlementIds: ["e1", "e2"],
  });
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.desired(
    desired("e1", 0, { kind: "end", subjects: [], reason: "unknown" }),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)], remainingMs: 30 * minute })),
  );
  await site.pass(2_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.user(phone)).toBeUndefined();
  expect(site.story("e1").at(-1)).toBe("applied 0 ended");
  expect(site.simulator.isOnline(otherPhone)).toBe(true);
});

test("an end is not confirmed while an unknown mark stands on its device, and nobody goes round in circles", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  const user = site.user(phone);
  if (user) user.comment = "MLG;another;e1";
  await site.desired(desired("e1", 2, { kind: "end", subjects: [deviceSubject(phone)], reason: "ended" }));
  await site.pass(minute, 5_000);
  expect(site.story("e1")).not.toContain("applied 2 ended");
  await site.desired(desired("another", 0, { kind: "end", subjects: [], reason: "unknown" }));
  expect(site.story("e1").at(-1)).toBe("applied 2 ended");
  expect(site.user(phone)).toBeUndefined();
});

test("a router with a greater serving epoch is not touched any more", async (t) => {
  const site = await TestSite.start(t);
  expect(site.user("mlango-bridge")).toMatchObject({
    comment: "MLG-BRIDGE;epoch=1;bridge=bridge-1",
    disabled: "true",
  });
  const marker = site.simulator.state.tables.users.find((row) => row.values.name === "mlango-bridge");
  if (marker) marker.values.comment = "MLG-BRIDGE;epoch=2;bridge=another";
  const { writeCommands } = site.simulator.report();
  await site.desired(desired("e1", 1, serve()));
  await site.pass(minute, 5_000);
  expect(site.simulator.report().writeCommands).toBe(writeCommands);
  expect(site.routerState?.state).toBe("superseded");
  await site.welcome([assignmentOf(site.port, { servingEpoch: 3 })]);
  await site.pass(2_000);
  expect(site.user("mlango-bridge")?.comment).toBe("MLG-BRIDGE;epoch=3;bridge=bridge-1");
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("of two bridges the one that was told last runs the router; the other one says so and leaves it alone", async (t) => {
  const first = await TestSite.start(t);
  const second = first.beside(t, "bridge-2");
  const both = async (ms: number) => {
    for (let left = ms; left > 0; left -= 5_000) {
      await first.pass(5_000);
      await second.work();
    }
  };
  const driver = () => first.user("mlango-bridge")?.comment;
  const lost = { state: "superseded", message: { say: "taken_over" } };
  await first.desired(desired("e1", 1, serve()));
  await second.welcome([assignmentOf(first.port, { servingEpoch: 2 })]);
  await both(minute);
  expect(driver()).toBe("MLG-BRIDGE;epoch=2;bridge=bridge-2");
  expect(first.routerState).toMatchObject(lost);
  first.agent.receive({ type: "request", id: "q", request: { kind: "test", routerId } });
  const told = { type: "answer", id: "q", ok: false, message: { say: "served_by_another" } };
  await expect.poll(() => first.sent.at(-1)).toEqual(told);

  await first.welcome([assignmentOf(first.port, { servingEpoch: 28_553_809 })]);
  await both(10 * minute);
  expect(driver()).toBe("MLG-BRIDGE;epoch=28553809;bridge=bridge-1");
  expect(first.routerState?.state).toBe("reachable");
  expect(second.routerState).toMatchObject(lost);
  expect(first.simulator.isOnline(phone)).toBe(true);

  await second.welcome([assignmentOf(first.port, { servingEpoch: 28_553_810 })]);
  await both(10 * minute);
  expect(driver()).toBe("MLG-BRIDGE;epoch=28553810;bridge=bridge-2");
  expect(first.routerState).toMatchObject(lost);
  const claims = first.simulator
    .report()
    .writes.filter((write) => JSON.stringify(write).includes("MLG-BRIDGE"));
  expect(claims).toHaveLength(4);
});

test("a running session does not feel that the serving epoch rose", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  await site.pass(minute, 5_000);
  await site.welcome([assignmentOf(site.port, { servingEpoch: 2 })]);
  await site.pass(2_000);
  expect(site.user(phone)?.comment).toBe("MLG;e1;e2");
  expect(site.simulator.report().active[0]?.uptimeMs).toBe(minute + 2_000);
});

test("a forgotten router keeps its users, and nothing about it stays on the disk or is said", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  site.acknowledges = false;
  await site.pass(minute, 5_000);
  site.agent.receive({ type: "forget", routerId });
  await site.agent.idle();
  site.sent.length = 0;
  await site.pass(5 * minute, 5_000);
  expect(site.sent).toEqual([]);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.journal.routers.all()).toEqual([]);
  expect(site.journal.entitlements.get("e1")).toBeUndefined();
  const left = readdirSync(site.folder).map((name) => readFileSync(`${site.folder}/${name}`, "latin1"));
  expect(left.some((text) => text.includes("mac-secret"))).toBe(false);
});

test("one router that hangs does not slow another", async (t) => {
  const site = await TestSite.start(t);
  const second = await TestSite.start(t);
  site.control({ faults: { broken: [{ how: "stall", when: "before", times: 1_000 }] } });
  site.agent.receive({
    type: "assign",
    routers: [assignmentOf(second.port, { routerId: "router-2", servingEpoch: 2 })],
  });
  site.agent.receive({
    type: "desired",
    desiredEntitlements: [desired("e2", 1, serve(), { routerId: "router-2" })],
  });
  const isServed = () => {
    site.agent.tick();
    return second.simulator.isOnline(phone);
  };
  await expect.poll(isServed).toBe(true);
});
