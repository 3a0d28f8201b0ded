import { expect, test } from "vitest";
import { dayMs } from "#contract/values/time";
import {
  blocked,
  box,
  dial,
  dialledAt,
  line,
  lines,
  login,
  marked,
  open,
  portal,
  reach,
  redials,
  secret,
  start,
  story,
} from "./lines-site.ts";
import { assignmentOf, desired, hour, minute, phone, routerId, serve } from "./test-site.ts";

test("a line is made as it is wanted, with the addresses of the router's own server", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  expect(secret(site)).toMatchObject({
    service: "pppoe",
    password: "pw1",
    profile: "mlango-l-2000k-8000k",
    disabled: "false",
    comment: "MLG;line-1;e1",
  });
  const profiles = site.simulator.state.tables.pppProfiles.map(({ values }) => values);
  for (const [name, list] of [
    ["mlango-l-2000k-8000k", "mlango-lines"],
    ["mlango-l-2000k-8000k-blocked", "mlango-blocked"],
  ])
    expect(profiles.find((one) => one.name === name)).toMatchObject({
      "rate-limit": "2M/8M",
      "local-address": "10.7.0.1",
      "remote-address": "homes",
      "only-one": "yes",
      "dns-server": "10.7.0.1",
      "address-list": list,
      "change-tcp-mss": "yes",
    });
  dial(site);
  expect(reach(site)).toMatchObject({ dialled: true, rateLimit: "2M/8M", ...open });
  await site.pass(6_000);
  expect(story(site)).toEqual(["1 open", "10.7.0.2"]);
  const told = site.events.find(({ kind }) => kind === "line_session");
  expect(told).toMatchObject({ session: { address: "10.7.0.2", callerId: "02:00:00:00:01:01" } });
  // Equal is equal: nothing more is written, also by a whole comparison.
  const before = site.simulator.report().writeCommands;
  await site.pass(21 * minute, 5_000);
  expect(site.simulator.report().writeCommands).toBe(before);
});

test("a line that is made blocked reaches the portal alone, and is free once it is paid, without a redial", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: 0 }));
  expect(secret(site)?.profile).toBe("mlango-l-2000k-8000k-blocked");
  dial(site);
  expect(reach(site)).toMatchObject(blocked);
  await site.pass(31_000);
  expect(story(site)).toEqual(["1 blocked", "10.7.0.2"]);
  const since = dialledAt(site);
  await lines(site, line(2));
  expect(reach(site)).toMatchObject(open);
  expect(marked(site)).toEqual([["mlango-open", "10.7.0.2", "MLG;line-1"]]);
  expect(secret(site)?.profile).toBe("mlango-l-2000k-8000k");
  // The entry lasts as long as the session, and no longer.
  await site.pass(2 * dayMs, 20_000);
  expect(reach(site)).toMatchObject(open);
  expect(dialledAt(site)).toEqual(since);
  expect(redials(site)).toEqual([]);
  site.control({ hangUp: { name: login } });
  expect(marked(site)).toEqual([]);
  expect(story(site)).toEqual(["1 blocked", "10.7.0.2", "2 open"]);
});

test("its time ends by the bridge's own clock: blocked while the session stands, and free again by payment", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: hour }));
  dial(site);
  const since = dialledAt(site);
  site.linkDown();
  await site.pass(hour - 5_000, 5_000);
  expect(reach(site)).toMatchObject(open);
  await site.pass(6_000, 1_000);
  expect(reach(site)).toMatchObject(blocked);
  expect(marked(site)).toEqual([["mlango-blocked", "10.7.0.2", "MLG;line-1"]]);
  expect(secret(site)?.profile).toBe("mlango-l-2000k-8000k-blocked");
  await site.pass(hour, 5_000);
  expect(reach(site)).toMatchObject(blocked);
  await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
  expect(story(site)).toEqual(["1 open", "10.7.0.2", "1 blocked"]);
  await lines(site, line(2));
  expect(reach(site)).toMatchObject({ rateLimit: "2M/8M", ...open });
  expect(marked(site)).toEqual([]);
  expect(dialledAt(site)).toEqual(since);
  expect(redials(site)).toEqual([]);
});

test("a blocked line that dials anew stays blocked", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  dial(site);
  await site.pass(6_000);
  await lines(site, line(2, { openMs: 0 }));
  expect(reach(site)).toMatchObject(blocked);
  site.control({ hangUp: { name: login } });
  expect(marked(site)).toEqual([]);
  dial(site, "10.7.0.9");
  expect(reach(site)).toMatchObject(blocked);
  await site.pass(2 * minute, 5_000);
  expect(reach(site)).toMatchObject(blocked);
  expect(story(site)).toEqual(["1 open", "10.7.0.2", "2 blocked", "10.7.0.9"]);
});

test("an address that goes to another customer is not blocked by the one before, nor freed", async (t) => {
  const site = await start(t);
  const other = "otieno";
  await lines(site, line(1), line(1, { login: other }, "line-2"));
  dial(site);
  await site.pass(6_000);
  await lines(site, line(2, { openMs: 0 }));
  expect(reach(site)).toMatchObject(blocked);
  site.control({ hangUp: { name: login } });
  dial(site, "10.7.0.2", other);
  expect(reach(site, other)).toMatchObject(open);
  await site.pass(minute, 5_000);
  expect(reach(site, other)).toMatchObject(open);
  // The other way: who was freed by an entry of ours leaves none to a blocked one.
  site.control({ hangUp: { name: other } });
  dial(site);
  await site.pass(minute, 5_000);
  await lines(site, line(3));
  expect(marked(site)).toEqual([["mlango-open", "10.7.0.2", "MLG;line-1"]]);
  await lines(site, line(2, { login: other, openMs: 0 }, "line-2"));
  site.control({ hangUp: { name: login } });
  dial(site, "10.7.0.2", other);
  expect(reach(site, other)).toMatchObject(blocked);
  await site.pass(minute, 5_000);
  expect(reach(site, other)).toMatchObject(blocked);
});

test("an entry that no script took away blocks and frees nobody else, whosever it was", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  dial(site);
  await site.pass(6_000);
  // Of a line that only a former disk knew, and a session of before our profiles.
  const stale = { address: "10.7.0.2", comment: "MLG;line-9", disabled: "false" };
  const leave = (list: string) =>
    site.control({
      made: {
        table: "addressLists",
        values: { list, ...stale, until: String(site.simulator.now() + hour) },
      },
    });
  leave("mlango-blocked");
  expect(reach(site)).toMatchObject(blocked);
  await site.pass(35_000, 5_000);
  expect(reach(site)).toMatchObject(open);
  await lines(site, line(2, { openMs: 0 }));
  leave("mlango-open");
  expect(reach(site).internet).toBe(true);
  await site.pass(35_000, 5_000);
  expect(reach(site)).toMatchObject(blocked);
});

test("what was paid while it was blocked stays on for days without the bridge, and the next customer of its address gets nothing by it", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: 0 }));
  dial(site);
  await lines(site, line(2));
  // As an earlier bridge left it: it would go by itself.
  const [, address = ""] = marked(site)[0] ?? [];
  const entry = site.simulator.state.tables.addressLists.find(({ values }) => values.list === "mlango-open");
  Object.assign(entry?.values ?? {}, { until: String(site.simulator.now() + dayMs) });
  await site.pass(601_000, 20_000);
  site.control({ reachable: false });
  await site.pass(3 * dayMs, hour);
  expect(reach(site)).toMatchObject(open);
  expect(marked(site)).toEqual([["mlango-open", address, "MLG;line-1"]]);
  // Hung up and dialled in by somebody who did not pay, while the bridge is still away.
  site.control({ hangUp: { name: login } });
  expect(marked(site)).toEqual([]);
});

test("while the tunnel is away nothing changes; a line whose time is over is blocked when it is back", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: hour }));
  dial(site);
  await site.pass(6_000);
  site.control({ reachable: false });
  await site.pass(dayMs, minute);
  expect(reach(site)).toMatchObject(open);
  expect(story(site)).toEqual(["1 open", "10.7.0.2"]);
  site.control({ reachable: true });
  await site.pass(10_000);
  expect(reach(site)).toMatchObject(blocked);
  expect(redials(site)).toEqual([]);
  expect(story(site)).toEqual(["1 open", "10.7.0.2", "1 blocked"]);
});

test("a row of that name that is not ours is left alone, in whatever letters, and said", async (t) => {
  const foreign = {
    name: "Wanjiku",
    service: "pppoe",
    password: "theirs",
    profile: "default",
    comment: "flat 3",
  };
  const other = { name: "otieno", service: "pppoe", password: "theirs", comment: "MLG;line-9;e1" };
  const site = await start(t, { secrets: [foreign, other] });
  await lines(site, line(1), line(1, { login: "otieno" }, "line-2"), line(1, { login: "njeri" }, "line-3"));
  await site.pass(5 * minute, 5_000);
  expect(secret(site, "Wanjiku")).toMatchObject(foreign);
  expect(secret(site, "otieno")).toMatchObject(other);
  expect(secret(site, "njeri")).toMatchObject({ comment: "MLG;line-3;e1" });
  expect(site.simulator.state.tables.secrets).toHaveLength(3);
  const hindered = site.events.filter((event) => event.kind === "line_hindered");
  expect(hindered.map(({ lineId, hindrance }) => [lineId, hindrance])).toEqual([
    ["line-1", "name_taken"],
    ["line-2", "name_taken"],
  ]);
  expect([story(site), story(site, "line-2"), story(site, "line-3")]).toEqual([[], [], ["1 open"]]);
  // Another spelling is the same line.
  await lines(site, line(2, { login: "NJERI" }, "line-3"));
  expect(site.simulator.state.tables.secrets).toHaveLength(3);
  expect(story(site, "line-3")).toEqual(["1 open", "2 open"]);
});

test("a bridge that restarts in the middle goes on, and says nothing twice", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: hour }));
  dial(site);
  await site.pass(6_000);
  // The profile is changed, and the process ends before the session is blocked.
  site.beforeWrite = (command) => {
    if (command === "/ppp/secret/set")
      site.control({ faults: { broken: [{ how: "reset", when: "mid", times: 1 }] } });
  };
  await lines(site, line(2, { openMs: 0 }));
  await site.restart(() => {
    site.beforeWrite = () => undefined;
    site.simulator.clearFaults();
  });
  await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
  await site.pass(6_000);
  expect(reach(site)).toMatchObject(blocked);
  expect(redials(site)).toEqual([]);
  expect(story(site)).toEqual(["1 open", "10.7.0.2", "2 blocked"]);
});

test("entries are gone when the session ended, and the block of a bridge that is gone, too", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  dial(site);
  await lines(site, line(2, { openMs: 0 }));
  expect(marked(site)).toHaveLength(1);
  await site.pass(hour, 5_000);
  expect(marked(site)).toHaveLength(1);
  await site.stop();
  site.clock.pass(11 * minute);
  expect(marked(site)).toEqual([]);
});

test("another speed is another dial, once; given up it dials in no more", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  dial(site);
  await site.pass(6_000);
  await lines(site, line(2, { downKbps: 20_000 }));
  expect(reach(site).dialled).toBe(false);
  dial(site);
  await site.pass(minute, 5_000);
  expect(reach(site)).toMatchObject({ rateLimit: "2M/20M", ...open });
  expect(redials(site)).toHaveLength(1);
  await lines(site, { id: "line-1", routerId, rev: 3, spec: { kind: "close", login } });
  expect(reach(site).dialled).toBe(false);
  expect(secret(site)?.disabled).toBe("true");
  expect(site.simulator.control({ dial: { name: login, service: "pppoe", ip: "10.7.0.2" } }).status).toBe(
    400,
  );
  expect(story(site)).toEqual(["1 open", "10.7.0.2", "gone", "2 open", "10.7.0.2", "gone", "3 closed"]);
});

test("the name of a line that was given up is free for another, and one that never ends is not blocked", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  await lines(site, { id: "line-1", routerId, rev: 2, spec: { kind: "close", login } });
  expect(secret(site)).toMatchObject({ disabled: "true", comment: "MLG;line-1;e1" });
  await lines(site, line(1, { openMs: null, password: "pw2" }, "line-2"));
  expect(site.simulator.state.tables.secrets).toHaveLength(1);
  expect(secret(site)).toMatchObject({ disabled: "false", password: "pw2", comment: "MLG;line-2;e1" });
  dial(site);
  await site.pass(3 * dayMs, hour);
  expect(reach(site)).toMatchObject(open);
  expect(story(site, "line-2").filter((one) => one.startsWith("1 "))).toEqual(["1 open"]);
  expect(story(site)).toEqual(["1 open", "2 closed"]);
  // Told again that the first one is given up, the row is the other's.
  await lines(site, { id: "line-1", routerId, rev: 3, spec: { kind: "close", login } });
  expect(secret(site)).toMatchObject({ disabled: "false", comment: "MLG;line-2;e1" });
});

test("a row of ours that somebody renamed or took away is made again, never beside the old one", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  Object.assign(secret(site) ?? {}, { name: "left", service: "any" });
  await lines(site, line(2, { openMs: 0 }));
  expect(site.simulator.state.tables.secrets).toHaveLength(1);
  expect(secret(site)).toMatchObject({ service: "pppoe", profile: "mlango-l-2000k-8000k-blocked" });
  site.simulator.state.tables.secrets = [];
  await lines(site, line(3));
  expect(secret(site)).toMatchObject({ profile: "mlango-l-2000k-8000k", comment: "MLG;line-1;e1" });
  expect(story(site)).toEqual(["1 open", "2 blocked", "3 open"]);
});

test("rules that somebody moved, changed or took away stand first again", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { openMs: 0 }));
  const { menus } = site.simulator.state.box;
  const rules = () => menus["/ip/firewall/filter"];
  const ours = rules().filter(({ comment }) => comment === "mlango: lines");
  expect(rules().slice(0, ours.length)).toEqual(ours);
  const [first, ...rest] = ours;
  const others = rules().filter((row) => !ours.includes(row));
  menus["/ip/firewall/filter"] = [...others, ...rest, ...(first ? [first] : [])];
  dial(site);
  expect(reach(site).internet).not.toBe(false);
  await site.pass(11 * minute, 5_000);
  expect(reach(site)).toMatchObject(blocked);
  expect(rules()).toHaveLength(ours.length + others.length);
});

test("a router without PPP keeps its devices, and says once why its lines are not made", async (t) => {
  const site = await start(t, { box: { lacks: ["ppp"] } });
  await lines(site, line(1));
  await site.desired(desired("e1", 1, serve()));
  await site.pass(5 * minute, 5_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.routerState?.state).toBe("reachable");
  expect(site.logged.filter(({ event }) => event === "lines.refused")).toHaveLength(1);
});

test("a line that the router refuses keeps no other from being made", async (t) => {
  const site = await start(t);
  await lines(site, line(1, { login: "" }), line(1, { login: "njeri" }, "line-2"));
  expect(story(site, "line-2")).toEqual(["1 open"]);
  expect(site.logged.filter(({ event }) => event === "line.refused")).toHaveLength(1);
  expect(site.routerState?.state).toBe("reachable");
});

test("a line that moved to another router is closed where it was, and that is not told", async (t) => {
  const site = await start(t);
  await lines(site, line(1));
  dial(site);
  await site.pass(6_000);
  await lines(site, { ...line(2), routerId: "router-2" });
  expect(secret(site)?.disabled).toBe("true");
  expect(reach(site).dialled).toBe(false);
  expect(story(site)).toEqual(["1 open", "10.7.0.2"]);
});

test("the same revision again only shortens, and an older one says nothing", async (t) => {
  const site = await start(t);
  await lines(site, line(2, { openMs: hour }));
  await lines(site, line(2));
  await lines(site, line(1));
  await site.pass(hour + 5_000, 5_000);
  expect(story(site)).toEqual(["2 open", "2 blocked"]);
  await lines(site, line(3));
  await lines(site, line(3, { openMs: 0 }));
  expect(story(site)).toEqual(["2 open", "2 blocked", "3 open", "3 blocked"]);
});

test.for(["6.49.18", "7.10.2", "7.22.3"] as const)(
  "a line of %s is blocked and freed without a redial",
  async (version, t) => {
    const site = await start(t, { version, box: { ...box, lacks: [] } });
    await lines(site, line(1));
    dial(site);
    await site.pass(6_000);
    await lines(site, line(2, { openMs: 0 }));
    expect(reach(site)).toMatchObject(blocked);
    await lines(site, line(3));
    expect(reach(site)).toMatchObject(open);
    expect(redials(site)).toEqual([]);
  },
);
