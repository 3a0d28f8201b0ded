import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countersOf, type LineUsage, lineCounted } from "#bridge/lines/line-counters";
import { readFromBridge } from "#contract/bridge-frames";
import type { LineTotals } from "#contract/bridge-lines";
import { countingProxy } from "../support/counting-proxy.ts";
import { lineUsageBudget } from "../support/work-budgets.ts";
import * as devices from "./devices-site.ts";
import { carry, commandsOf, dial, line, lines, login, portal, reach, start } from "./lines-site.ts";
import { assignmentOf, minute, routerId, type TestSite } from "./test-site.ts";

// What went through lines, as a router counts it and a bridge tells it: each byte once, whatever begins anew meanwhile.

const megabyte = 1_000_000;

/** Reports that were sent, each with the lines that it carries. */
const reports = ({ sent }: TestSite): LineTotals[][] =>
  sent.flatMap((message) => (message.type === "line_usage" ? [message.lines] : []));

/** As the worker counts: by how much the totals of a line rose, under another moment from 0. */
function counted(site: TestSite, id = "line-1"): [up: number, down: number] {
  const sum: [number, number] = [0, 0];
  let last: LineTotals = [id, -1, 0, 0];
  for (const totals of reports(site).flat()) {
    if (totals[0] !== id) continue;
    const [, since, up, down] = last;
    const goesOn = totals[1] === since;
    sum[0] += Math.max(0, totals[2] - (goesOn ? up : 0));
    sum[1] += Math.max(0, totals[3] - (goesOn ? down : 0));
    last = totals;
  }
  return sum;
}

/** A round of readings, and what is told of it. */
const read = (site: TestSite) => site.pass(10 * minute + 10_000, 10_000);

describe("a name that dials in", () => {
  test("that the router does not let us read holds up no block", async (t) => {
    const site = await start(t);
    await lines(site, line(1, { openMs: 5.5 * minute }));
    dial(site);
    site.simulator.setFaults({ hiddenMenus: ["/interface"] });
    await site.pass(5 * minute + 25_000, 5_000);
    expect(site.logged.filter(({ event }) => event === "lines.refused")).toHaveLength(1);
    expect(reach(site)).toMatchObject({ internet: true });
    await site.pass(10_000, 1_000);
    expect(reach(site)).toMatchObject({ internet: false });
  });

  test("is read every five minutes, and told only when something went through it", async (t) => {
    const site = await start(t);
    await lines(site, line(1), line(1, { login: "otieno" }, "line-2"));
    dial(site);
    dial(site, "10.7.0.3", "otieno");
    await read(site);
    site.sent.length = 0;
    await read(site);
    expect(reports(site)).toEqual([]);
    carry(site, 3 * megabyte, 40 * megabyte);
    await read(site);
    expect(reports(site)).toEqual([[["line-1", expect.any(Number), 3 * megabyte, 40 * megabyte]]]);
    carry(site, megabyte, megabyte, "otieno");
    carry(site, 1, 2);
    await read(site);
    expect(counted(site)).toEqual([3 * megabyte + 1, 40 * megabyte + 2]);
    expect(counted(site, "line-2")).toEqual([megabyte, megabyte]);
    site.sent.length = 0;
    await read(site);
    expect(reports(site)).toEqual([]);
  });

  test("counts from 0 with each dial, also where the second carried more than the first", async (t) => {
    const site = await start(t);
    await lines(site, line(1));
    dial(site);
    carry(site, 10, 100);
    await read(site);
    site.control({ hangUp: { name: login } });
    dial(site, "10.7.0.9");
    carry(site, 20, 200);
    await read(site);
    site.control({ reboot: true, advanceMs: 2 * minute });
    dial(site);
    carry(site, 400, 4_000);
    await read(site);
    expect(counted(site)).toEqual([430, 4_300]);
  });

  test("is counted once by a bridge that restarts, and while its link is down", async (t) => {
    const site = await start(t);
    await lines(site, line(1));
    dial(site);
    carry(site, 10, 100);
    await read(site);
    site.linkDown();
    carry(site, 20, 200);
    await read(site);
    expect(counted(site)).toEqual([10, 100]);
    await site.restart(() => carry(site, 40, 400));
    await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
    await read(site);
    expect(counted(site)).toEqual([70, 700]);
  });

  test("is told again on a new connection, as the report before may have been lost with the one that broke", async (t) => {
    const site = await start(t);
    await lines(site, line(1));
    dial(site);
    carry(site, 10, 100);
    await read(site);
    const [before] = reports(site).at(-1) ?? [];
    site.sent.length = 0;
    site.linkDown();
    await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
    expect(reports(site)).toEqual([[before]]);
    // And not on every one that follows much later.
    await site.pass(20 * minute, 10_000);
    site.sent.length = 0;
    site.linkDown();
    await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
    await read(site);
    expect(reports(site)).toEqual([]);
  });

  test("that ran before it was a line, or before its bridge lost its disk, is not counted for that time", async (t) => {
    const site = await start(t);
    const former = { name: login, service: "any", profile: "homes", password: "pw1" };
    site.control({ made: { table: "secrets", values: former } });
    dial(site);
    carry(site, 5, 50);
    await site.pass(minute, 10_000);
    await lines(site, line(1, { former: "homes" }));
    await read(site);
    carry(site, 10, 100);
    await read(site);
    expect(counted(site)).toEqual([10, 100]);
    await site.restart(() => site.loseDisk());
    await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
    await lines(site, line(1, { former: "homes" }));
    await read(site);
    carry(site, 1, 2);
    await read(site);
    expect(counted(site)).toEqual([11, 102]);
  });

  test("is counted in any history exactly once", async (t) => {
    const acts = fc.array(
      fc.record({
        what: fc.constantFrom("carry", "redial", "reboot", "restart", "down"),
        up: fc.nat(5_000),
        down: fc.nat(50_000),
      }),
      { minLength: 3, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (history) => {
        const site = await start(t);
        const back = () => site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
        await lines(site, line(1));
        dial(site);
        await site.pass(minute, 10_000);
        const sum = [0, 0];
        for (const { what, up, down } of history) {
          carry(site, up, down);
          sum[0] = (sum[0] ?? 0) + up;
          sum[1] = (sum[1] ?? 0) + down;
          if (what === "down") site.linkDown();
          if (what === "restart") {
            await site.restart();
            await back();
          }
          // What is not read of a dial before it ends is not counted: here it is.
          await read(site);
          if (what === "redial") site.control({ hangUp: { name: login } });
          if (what === "reboot") site.control({ reboot: true, advanceMs: 2 * minute });
          if (what === "redial" || what === "reboot") dial(site);
          await site.pass(minute, 10_000);
          if (what === "down") await back();
        }
        await read(site);
        expect(counted(site)).toEqual(sum);
        await site.stop();
      }),
      { numRuns: 8 },
    );
  }, 120_000);
});

describe("a fixed device", () => {
  test("is counted by its queue, and goes on after a restart of its router", async (t) => {
    const site = await devices.start(t);
    await devices.lines(site, devices.device(1));
    devices.plug(site);
    await read(site);
    carry(site, 10, 100, devices.mac);
    await read(site);
    expect(counted(site)).toEqual([10, 100]);
    site.control({ reboot: true, advanceMs: 2 * minute });
    devices.plug(site);
    carry(site, 50, 500, devices.mac);
    await read(site);
    expect(counted(site)).toEqual([60, 600]);
  });
});

describe("counters", () => {
  const known: LineUsage = {
    since: 5,
    up: 100,
    down: 200,
    seen: { row: "*F1", up: 10, down: 20, boot: "b.1" },
  };
  const moment = { boot: "b.1", isOlder: true };

  test("of another row, or of another run of the router under the same name, are all new", () => {
    const next = (row: string, boot = "b.1") =>
      lineCounted(known, { row, up: 30, down: 40 }, { boot, isOlder: true });
    expect(next("*F1")).toMatchObject({ up: 120, down: 220 });
    expect(next("*F2")).toMatchObject({ up: 130, down: 240 });
    expect(next("*F1", "b.2")).toMatchObject({ up: 130, down: 240 });
  });

  test("of which one fell began anew, both of them", () => {
    expect(lineCounted(known, { row: "*F1", up: 12, down: 3 }, moment)).toMatchObject({ up: 112, down: 203 });
  });

  test("never fall, and never leave whole numbers", () => {
    const reading = fc.record({
      row: fc.constantFrom("*F1", "*F2"),
      up: fc.nat(),
      down: fc.maxSafeNat(),
      boot: fc.constantFrom("b.1", "b.2"),
      isOlder: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 40 }), (readings) => {
        let usage: LineUsage = { since: 1, up: 0, down: 0, seen: null };
        for (const { boot, isOlder, ...read } of readings) {
          const next = lineCounted(usage, read, { boot, isOlder });
          expect(next.up).toBeGreaterThanOrEqual(usage.up);
          expect(next.down).toBeGreaterThanOrEqual(usage.down);
          expect(Number.isSafeInteger(next.up) && Number.isSafeInteger(next.down)).toBe(true);
          usage = next;
        }
      }),
    );
  });

  test.for(["", "12x", "-4", "99999999999999999", "1.5"])("that read %j are none", (text) => {
    expect(countersOf({ ".id": "*1" }, text, "5")).toBeUndefined();
    expect(countersOf({ ".id": "*1" }, "5", text)).toBeUndefined();
  });
});

test("the usage of a thousand lines at five routers, all of them busy, costs no more than this a minute", async (t) => {
  const each = 200;
  const site = await start(t);
  const proxy = await countingProxy(t, site.port);
  await site.welcome([assignmentOf(proxy.port, { portalHosts: [portal] })]);
  const id = (index: number) => `0198c2f4-7a51-7000-8000-${String(index).padStart(12, "0")}`;
  const name = (index: number) => `customer-${String(index).padStart(4, "0")}`;
  const all = Array.from({ length: each }, (_, index) => index);
  await lines(site, ...all.map((index) => line(1, { login: name(index) }, id(index))));
  for (const index of all) dial(site, `10.7.${Math.floor(index / 200)}.${(index % 200) + 2}`, name(index));
  await site.pass(11 * minute, 5_000);
  const asked = commandsOf(site);
  site.sent.length = 0;
  for (const index of all) carry(site, 123_456_789 + index, 23_456_789_012 + index, name(index));
  const minutes: { bytes: number; isRead: boolean }[] = [];
  for (let passed = 0; passed < 6; passed += 1) {
    asked.length = 0;
    proxy.begin();
    await site.pass(minute, 5_000);
    const { bytesUp, bytesDown } = proxy.counted();
    minutes.push({ bytes: bytesUp + bytesDown, isRead: asked.includes("/interface/print") });
  }
  await site.pass(5 * minute, 5_000);
  const told = site.sent.filter((message) => message.type === "line_usage");
  expect(told.flatMap((message) => message.lines)).toHaveLength(each);
  expect(told.every((message) => message.routerId === routerId)).toBe(true);
  for (const message of told) expect(readFromBridge(message)).toEqual({ message, unread: [] });
  // Of one router in five minutes, which is that of five in one.
  expect(JSON.stringify(told).length).toBeLessThanOrEqual(lineUsageBudget.reportBytes);
  const readings = minutes.filter(({ isRead }) => isRead);
  const others = minutes.filter(({ isRead }) => !isRead);
  expect(readings).toHaveLength(1);
  // In every other minute who is dialled in is read as well.
  const reading = (readings[0]?.bytes ?? 0) - Math.max(...others.map(({ bytes }) => bytes));
  expect(reading).toBeGreaterThan(0);
  expect(reading).toBeLessThanOrEqual(lineUsageBudget.readBytes);
});
