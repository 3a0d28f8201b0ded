import fc from "fast-check";
import { expect, test } from "vitest";
import { SiteTime, systemClock } from "#bridge/clock";
import { createLog } from "#bridge/log";
import { TestClock } from "./test-site.ts";

test("site time adds exactly what has passed, whatever is done to the system clock and to the process", () => {
  const event = fc.oneof(
    fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(10 ** 7) }),
    fc.record({ kind: fc.constant("step" as const), ms: fc.integer({ min: -(10 ** 10), max: 10 ** 10 }) }),
    fc.record({ kind: fc.constant("restart" as const), ms: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const clock = new TestClock();
      let time = new SiteTime(clock);
      let expected = time.now();
      for (const { kind, ms } of events) {
        if (kind === "pass") {
          clock.pass(ms);
          expected += ms;
        } else if (kind === "step") clock.step(ms);
        else time = new SiteTime(clock, time.checkpoint());
        expect(time.now()).toBe(expected);
      }
    }),
  );
});

test("across a restart of the machine it goes by wall time, and by no less than the machine is up", () => {
  const clock = new TestClock();
  const before = new SiteTime(clock);
  const at = before.now();
  const checkpoint = before.checkpoint();
  clock.restartMachine(60_000);
  expect(new SiteTime(clock, checkpoint).now()).toBe(at + 60_000);
  clock.step(-(10 ** 9));
  expect(new SiteTime(clock, checkpoint).now()).toBe(at + 5_000);
});

test("after any number of restarts in the past, the first right time makes good what nobody measured, and no more", () => {
  const clock = new TestClock();
  let time = new SiteTime(clock);
  const began = { site: time.now(), wall: clock.wall };
  for (const offMs of [3_600_000, 600_000]) {
    const last = time.checkpoint();
    clock.restartMachine(offMs);
    clock.wall = 0;
    time = new SiteTime(clock, last);
    clock.pass(120_000);
    // A restart of the process alone is measured.
    const kept = time.checkpoint();
    clock.pass(10_000);
    time = new SiteTime(clock, kept);
  }
  const last = time.checkpoint();
  clock.restartMachine(30_000);
  clock.wall = began.wall + 3_600_000 + 600_000 + 2 * 130_000 + 30_000;
  expect(new SiteTime(clock, last).now() - began.site).toBe(clock.wall - began.wall);
});

test("the machine's own clocks move on", () => {
  const clock = systemClock();
  const { machineBoot } = systemClock();
  const at = clock.monotonic();
  expect(clock.machineBoot).toBe(machineBoot);
  expect(clock.monotonic()).toBeGreaterThanOrEqual(at);
});

test("a log line carries what the list allows and nothing else", () => {
  const lines: string[] = [];
  const log = createLog(new TestClock(), (line) => lines.push(line));
  const fields = { routerId: "r1", password: "secret", state: "reachable" };
  log("router.state", fields);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { at: "2026-11-20T09:00:00.000Z", event: "router.state", routerId: "r1", state: "reachable" },
  ]);
});
