import { expect, test } from "vitest";
import { deviceSubject } from "../../worker/contract/values/subject.ts";
import { desired, hour, minute, otherPhone, phone, serve, TestSite } from "./test-site.ts";

test("a purchase puts its device online at its speed, with what was bought as the router's own limit", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ dataBytes: 50_000_000 })));
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: "512k/2M", user: phone });
  expect(site.user(phone)).toMatchObject({
    "mac-address": phone,
    profile: "mlango-512k-2000k",
    comment: "MLG;e1;e1",
    "limit-uptime": "1h",
    "limit-bytes-total": "50000000",
    password: "mac-secret",
    server: "all",
  });
  expect(site.profile("mlango-512k-2000k")).toMatchObject({
    "rate-limit": "512k/2M",
    "shared-users": "1",
    "keepalive-timeout": "5m",
    "idle-timeout": "none",
    "add-mac-cookie": "false",
    "transparent-proxy": "false",
  });
  expect(site.story("e1")).toEqual(["started 1", "applied 1 online"]);
  expect(site.state("e1")).toBe("online");
});

test("online is said only after the session was read back", async (t) => {
  const site = await TestSite.start(t, { faults: { hotspotAllowed: true } });
  site.control({ faults: { delayedCommand: "/ip/hotspot/active/login", delayMs: 300 } });
  site.agent.receive({ type: "desired", desiredEntitlements: [desired("e1", 1, serve())] });
  await expect.poll(() => site.writes).toContain("/ip/hotspot/user/add done");
  expect(site.story("e1")).toEqual([]);
  await site.work();
  expect(site.story("e1")).toEqual(["started 1", "applied 1 online"]);
});

test("the same want again, a new link and a quarter of an hour write nothing and leave the session alone", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ dataBytes: 10 ** 9 })));
  const { writeCommands, active } = site.simulator.report();
  const began = active[0]?.uptimeMs;
  await site.desired(desired("e1", 1, serve({ dataBytes: 10 ** 9, remainingMs: hour })));
  site.linkDown();
  await site.welcome();
  site.control({ traffic: { mac: phone, bytesIn: 1_000, bytesOut: 2_000 } });
  await site.pass(15 * minute, 5_000);
  expect(site.simulator.report().writeCommands).toBe(writeCommands);
  expect(site.simulator.report().active[0]?.uptimeMs).toBe((began ?? 0) + 15 * minute);
});

test("a device that is not there is waited for and let in when it comes", async (t) => {
  const site = await TestSite.start(t, {
    hosts: [],
    hotspot: { macAuthPassword: "other", loginBy: "http-chap" },
  });
  await site.desired(desired("e1", 1, serve()));
  expect(site.story("e1")).toEqual(["applied 1 waiting_for_device"]);
  await site.pass(10 * minute, 5_000);
  site.control({ host: { mac: phone, ip: "10.5.50.77", present: true } });
  await site.pass(6_000);
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, address: "10.5.50.77" });
  expect(site.story("e1")).toEqual(["applied 1 waiting_for_device", "started 1", "applied 1 online"]);
  expect(site.simulator.report().active[0]?.timeLeftMs).toBe(hour - 1_000);
});

test("a device that MAC login let in by itself is noticed, and its time runs from its session", async (t) => {
  const site = await TestSite.start(t, { hosts: [] });
  await site.desired(desired("e1", 1, serve()));
  await site.pass(3_000);
  site.control({ host: { mac: phone, ip: "10.5.50.77", present: true } });
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.pass(5_000);
  expect(site.story("e1")).toEqual(["applied 1 waiting_for_device", "started 1", "applied 1 online"]);
  await site.pass(hour - 5_000 - 2_000, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  await site.pass(3_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
});

test("a purchase that waits for its buyer to say which device says so", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve({ subjects: [] })));
  expect(site.state("e1")).toBe("waiting_for_device");
  await site.desired(desired("e1", 2, serve({ subjects: [phone.toLowerCase()].map(deviceSubject) })));
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("coming back later does not start the clock again", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  await site.pass(10 * minute, 5_000);
  site.control({ host: { mac: phone, ip: "10.5.50.11", present: false } });
  await site.pass(20 * minute, 5_000);
  expect(site.state("e1")).toBe("waiting_for_device");
  site.control({ host: { mac: phone, ip: "10.5.50.11", present: true } });
  await site.pass(5_000);
  expect(site.state("e1")).toBe("online");
  const left = site.simulator.report().active[0]?.timeLeftMs ?? 0;
  expect(Math.abs(left - (30 * minute - 5_000))).toBeLessThan(3 * minute);
  expect(site.story("e1").filter((event) => event.startsWith("started"))).toEqual(["started 1"]);
});

test("two devices of one purchase share its clock and its data", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(
    desired(
      "e1",
      1,
      serve({ subjects: [phone, otherPhone].map(deviceSubject), dataBytes: 3_000_000, downKbps: 8_000 }),
    ),
  );
  expect(site.simulator.isOnline(phone) && site.simulator.isOnline(otherPhone)).toBe(true);
  expect(site.story("e1")).toEqual(["started 1", "applied 1 online"]);
  for (let second = 0; second < 20; second++) {
    for (const mac of [phone, otherPhone]) site.simulator.control({ traffic: { mac, bytesOut: 100_000 } });
    await site.pass(1_000);
  }
  expect(site.story("e1")).toContain("ended 1 data");
  expect(site.simulator.report().active).toEqual([]);
});

test("a new rev with more time and another speed is written, and the session goes on with it", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  await site.pass(10 * minute, 5_000);
  await site.desired(
    desired("e1", 2, serve({ durationMs: 2 * hour, remainingMs: 110 * minute, downKbps: 5_000 })),
  );
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: "512k/5M" });
  expect(site.user(phone)?.["limit-uptime"]).toBe("2h");
  expect(site.story("e1")).toEqual(["started 1", "applied 1 online", "applied 2 online"]);
  await site.pass(109 * minute, 10_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("an older rev changes nothing, and silence about a purchase changes nothing", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 5, serve()));
  await site.desired(desired("e1", 4, { kind: "end", subjects: [deviceSubject(phone)], reason: "cut_off" }));
  await site.desired();
  await site.pass(minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
});

test("a speed that somebody changed on the router is right again within a minute, for whoever comes then", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  const profile = () => site.profile("mlango-512k-2000k") ?? {};
  for (const changed of [
    { "rate-limit": "50M/50M" },
    { "shared-users": "9" },
    { "rate-limit": "as fast as it goes" },
  ]) {
    Object.assign(profile(), changed);
    await site.pass(65_000, 5_000);
    expect(profile()).toMatchObject({ "rate-limit": "512k/2M", "shared-users": "1" });
  }
  // What others made stays as it is.
  const { userProfiles } = site.simulator.state.tables;
  const [theirs] = userProfiles;
  Object.assign(theirs?.values ?? {}, { "rate-limit": "1M/1M", "shared-users": "7" });
  await site.pass(65_000, 5_000);
  expect(theirs?.values).toMatchObject({ "rate-limit": "1M/1M", "shared-users": "7" });
});

test("a purchase that comes while its device is taken off lets it in as soon as it is off", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  site.beforeWrite = (command) => {
    if (command !== "/ip/hotspot/user/remove") return;
    site.beforeWrite = () => undefined;
    site.agent.receive({ type: "desired", desiredEntitlements: [desired("e2", 1, serve(), { order: 2 })] });
  };
  await site.desired(desired("e1", 2, { kind: "end", subjects: [deviceSubject(phone)], reason: "cut_off" }));
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.story("e2")).toEqual(["started 1", "applied 1 online"]);
});

test("a speed that is sold while the device is let in at the old one is made right, and confirmed only then", async (t) => {
  const site = await TestSite.start(t);
  site.beforeWrite = (command) => {
    if (command !== "/ip/hotspot/active/login") return;
    site.beforeWrite = () => undefined;
    site.agent.receive({
      type: "desired",
      desiredEntitlements: [desired("e1", 2, serve({ downKbps: 8_000 }))],
    });
  };
  await site.desired(desired("e1", 1, serve()));
  expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: "512k/8M" });
  expect(site.story("e1")).toEqual(["started 2", "applied 2 online"]);
});
