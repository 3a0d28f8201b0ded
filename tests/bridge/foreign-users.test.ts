import { describe, expect, test } from "vitest";
import type { RouterAssignment } from "#contract/bridge";
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
} from "./test-site.ts";

// Hotspot users that a system before us named as devices: RouterOS takes no second user of a name, so whoever buys on such a device
// stays out until that user gives way.

const theirs = (name: string, more: Record<string, string> = {}) => ({
  name,
  password: "x7",
  comment: `bitwave ${name.slice(-5)}`,
  "mac-address": name,
  ...more,
});
const hotspot = (...users: Record<string, string>[]) => ({ hotspot: { macAuthPassword, users } });
const assign = (site: TestSite, takesOver: RouterAssignment["takesOver"]) =>
  site.welcome([assignmentOf(site.port, takesOver === undefined ? {} : { takesOver })]);
const usersOf = (site: TestSite, name: string) =>
  site.simulator.state.tables.users.map(({ values }) => values).filter((one) => one.name === name);
const isOurs = (site: TestSite, id: string) => site.user(phone)?.comment?.startsWith(`MLG;${id};`) ?? false;

describe("a user of another system", () => {
  test("keeps its device out, and the worker is told which device that is", async (t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone)));
    await site.desired(
      desired("e1", 1, serve()),
      desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
    );
    await site.pass(2 * minute, 5_000);
    expect(usersOf(site, phone)).toMatchObject([theirs(phone)]);
    expect(site.routerState).toMatchObject({
      routerId,
      state: "reachable",
      foreignUsers: [phone],
      message: say("foreign_user", { mac: phone }),
    });
    expect([site.state("e1"), site.state("e2")]).toEqual(["connecting", "online"]);
    expect(site.story("e1")).toEqual([]);
  });

  test("whose device bought nothing stays, handed over or not, spent or not", async (t) => {
    const before = [theirs(phone), theirs(otherPhone, { disabled: "true" })];
    const site = await TestSite.start(t, hotspot(...before));
    await assign(site, "all");
    await site.pass(11 * minute, 5_000);
    expect([...usersOf(site, phone), ...usersOf(site, otherPhone)]).toMatchObject(before);
    expect(site.routerState).not.toHaveProperty("foreignUsers");
  });

  test.for<[string, Record<string, string>, { uptimeMs?: number; bytesIn?: bigint }]>([
    ["that is switched off", { disabled: "true" }, {}],
    ["whose time is used up", { "limit-uptime": "1h" }, { uptimeMs: hour }],
    ["whose data is used up", { "limit-bytes-total": "1000" }, { bytesIn: 1000n }],
    ["whose upload is used up", { "limit-bytes-in": "1000" }, { bytesIn: 1000n }],
  ])("%s gives way by itself", async ([_what, values, used], t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone, values)));
    Object.assign(site.simulator.state.tables.users[1]?.used ?? {}, used);
    await site.desired(desired("e1", 1, serve()));
    expect(isOurs(site, "e1")).toBe(true);
    expect(site.simulator.isOnline(phone)).toBe(true);
    expect(site.routerState).not.toHaveProperty("foreignUsers");
  });

  test.for<[string, Record<string, string>, { uptimeMs?: number }]>([
    ["with time left", { "limit-uptime": "1h" }, { uptimeMs: hour - 1_000 }],
    ["without any limit", {}, { uptimeMs: 900 * hour }],
    ["with a limit that nobody can read", { "limit-uptime": "for ever" }, { uptimeMs: hour }],
  ])("%s does not", async ([_what, values, used], t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone, values)));
    Object.assign(site.simulator.state.tables.users[1]?.used ?? {}, used);
    await site.desired(desired("e1", 1, serve()));
    expect(usersOf(site, phone)).toMatchObject([theirs(phone)]);
    expect(site.simulator.isOnline(phone)).toBe(false);
  });

  test("in small letters is no device's to the router, and stands in nobody's way", async (t) => {
    const small = "4c:5e:0c:c3:00:02";
    const site = await TestSite.start(t, {
      ...hotspot(theirs(small)),
      hosts: [{ mac: small.toUpperCase(), ip: "10.5.50.13" }],
    });
    await site.desired(desired("e1", 1, serve({ subjects: [small.toUpperCase()].map(deviceSubject) })));
    expect(site.simulator.isOnline(small.toUpperCase())).toBe(true);
    expect(usersOf(site, small)).toMatchObject([theirs(small)]);
  });
});

describe("handed over", () => {
  test("it is gone, and the device is let in with what it bought and nothing that the other had", async (t) => {
    const rich = { "limit-uptime": "30d", address: "10.5.50.99", server: "hotspot1", email: "a@b.c" };
    const site = await TestSite.start(t, hotspot(theirs(phone, rich), theirs(otherPhone)));
    await site.desired(
      desired("e1", 1, serve()),
      desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
    );
    expect(site.routerState).toMatchObject({ foreignUsers: [phone, otherPhone] });
    await assign(site, [phone]);
    expect(site.simulator.isOnline(phone)).toBe(true);
    const users = usersOf(site, phone);
    expect(users).toHaveLength(1);
    expect(users[0]).toMatchObject({ server: "all", "limit-uptime": "1h", password: macAuthPassword });
    expect(users[0]).not.toHaveProperty("address");
    expect(users[0]).not.toHaveProperty("email");
    expect(site.state("e1")).toBe("online");
    // The other one was not handed over.
    expect(usersOf(site, otherPhone)).toMatchObject([theirs(otherPhone)]);
    expect(site.routerState).toMatchObject({ foreignUsers: [otherPhone] });
    await assign(site, "all");
    expect(site.simulator.isOnline(otherPhone)).toBe(true);
    expect(site.routerState).not.toHaveProperty("foreignUsers");
    expect(site.routerState?.message).toBeNull();
  });

  test("what it had let in ends first, so that nobody is online without a limit of ours", async (t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone, { password: macAuthPassword })));
    site.control({ host: { mac: phone, present: false } });
    site.control({ host: { mac: phone, ip: "10.5.50.11", present: true } });
    expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: null });
    await site.desired(desired("e1", 1, serve()));
    expect(site.story("e1")).toEqual([]);
    await assign(site, "all");
    expect(site.simulator.phone(phone)).toMatchObject({ online: true, rateLimit: "512k/2M" });
    expect(site.story("e1")).toEqual(["started 1", "applied 1 online"]);
    await site.pass(hour + 5_000, 30_000);
    expect(site.simulator.isOnline(phone)).toBe(false);
    expect(usersOf(site, phone)).toEqual([]);
  });

  test("while the router is away, it is done when the router is back", async (t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone)));
    await site.desired(desired("e1", 1, serve()));
    site.control({ reachable: false });
    await assign(site, [phone]);
    await site.pass(10_000);
    expect(usersOf(site, phone)).toMatchObject([theirs(phone)]);
    site.control({ reachable: true });
    await site.pass(10_000);
    expect(site.simulator.isOnline(phone)).toBe(true);
  });

  test("is remembered by a bridge that starts without its link", async (t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone)));
    await site.desired(desired("e1", 1, serve()));
    site.control({ reachable: false });
    await assign(site, [phone]);
    await site.restart(() => site.control({ reachable: true }));
    await site.pass(15_000);
    expect(isOurs(site, "e1")).toBe(true);
    expect(site.simulator.isOnline(phone)).toBe(true);
  });

  test("several of one name, each for a hotspot of its own, all give way", async (t) => {
    const site = await TestSite.start(t, {
      hotspot: {
        macAuthPassword,
        moreServers: ["garden"],
        users: [theirs(phone, { server: "hotspot1" }), theirs(phone, { server: "garden" })],
      },
    });
    await site.desired(desired("e1", 1, serve()));
    expect(site.simulator.isOnline(phone)).toBe(false);
    await assign(site, "all");
    expect(usersOf(site, phone)).toMatchObject([{ server: "all" }]);
    expect(site.simulator.isOnline(phone)).toBe(true);
  });

  test("one that a script makes anew gives way again", async (t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone)));
    await assign(site, "all");
    await site.desired(desired("e1", 1, serve()));
    expect(site.simulator.isOnline(phone)).toBe(true);
    // In the place of ours, as a script does that removes what it does not know.
    const { users } = site.simulator.state.tables;
    const at = users.findIndex(({ values }) => values.name === phone);
    users.splice(at, 1, {
      id: "*99",
      builtIn: false,
      used: null,
      values: { ...theirs(phone), disabled: "false" },
    });
    site.control({ reboot: true });
    await site.pass(20_000);
    expect(isOurs(site, "e1")).toBe(true);
    expect(site.simulator.isOnline(phone)).toBe(true);
  });

  test("the bridge dies between the two users: nobody is forgotten", async (t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone)));
    await site.desired(desired("e1", 1, serve()));
    site.simulator.setFaults({
      broken: [
        { how: "reset", command: "/ip/hotspot/user/remove", when: "mid" },
        { how: "reset", command: "/ip/hotspot/user/add", when: "before", times: 99 },
      ],
    });
    await assign(site, "all");
    expect(usersOf(site, phone)).toEqual([]);
    await site.restart(() => site.simulator.clearFaults());
    await site.pass(15_000);
    expect(site.simulator.isOnline(phone)).toBe(true);
    expect(usersOf(site, phone)).toHaveLength(1);
  });

  test("one that the router does not let go of is said, and tried again", async (t) => {
    const site = await TestSite.start(t, hotspot(theirs(phone)));
    await site.desired(desired("e1", 1, serve()));
    site.simulator.setFaults({
      broken: [{ how: "reset", command: "/ip/hotspot/user/remove", when: "before", times: 2 }],
    });
    await assign(site, "all");
    expect(usersOf(site, phone)).toMatchObject([theirs(phone)]);
    await site.pass(minute);
    expect(site.simulator.isOnline(phone)).toBe(true);
  });
});

test("beside a user of ours the router may take the other: the device is said to be kept out by that one", async (t) => {
  const site = await TestSite.start(t);
  await site.desired(desired("e1", 1, serve()));
  expect(site.simulator.isOnline(phone)).toBe(true);
  site.simulator.state.tables.users.unshift({
    id: "*99",
    builtIn: false,
    used: null,
    values: { ...theirs(phone), server: "hotspot1", disabled: "false" },
  });
  site.control({ reboot: true });
  await site.pass(30_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.routerState).toMatchObject({ foreignUsers: [phone] });
  await assign(site, [phone]);
  await site.pass(5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(usersOf(site, phone)).toMatchObject([{ server: "all" }]);
});
