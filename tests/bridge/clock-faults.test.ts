import { expect, type TestContext, test } from "vitest";
import { desired, hour, minute, phone, serve, TestSite } from "./test-site.ts";

// Three clocks at a site, and each may be wrong: that of the bridge's machine, that of the router, and nobody's.

const planMs = 10 * minute;

/** A site whose router has a time of its own, that many milliseconds beside the bridge's. */
class ClockSite {
  readonly site: TestSite;
  private readonly router: { now: number };

  static async start(t: TestContext, routerIsOffBy = 0): Promise<ClockSite> {
    const router = { now: Date.UTC(2026, 10, 20, 9) + routerIsOffBy };
    const made = new ClockSite(await TestSite.start(t, { clock: { now: () => router.now } }), router);
    await made.site.desired(desired("e1", 1, serve({ durationMs: planMs })));
    expect(made.site.simulator.isOnline(phone)).toBe(true);
    return made;
  }

  private constructor(site: TestSite, router: { now: number }) {
    this.site = site;
    this.router = router;
  }

  /** Real time goes by, for everybody. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      this.router.now += Math.min(left, 1_000);
      await this.site.pass(Math.min(left, 1_000));
    }
  }

  /** The whole site loses its power for so long, and the bridge's machine comes up with the time of another day. */
  async powerCut(ms: number, wallStepsBy: number): Promise<void> {
    await this.bridgeOff(ms, wallStepsBy);
    // One that is off counts no uptime.
    this.site.control({ reboot: true });
  }

  /** The bridge's machine alone, while the router runs on. */
  async bridgeOff(ms: number, wallStepsBy: number): Promise<void> {
    await this.site.restart(() => {
      this.site.clock.restartMachine(ms);
      this.router.now += ms;
      this.site.clock.step(wallStepsBy);
    });
  }

  /** How long the phone is still online from now on, to the second. */
  async untilOffline(): Promise<number> {
    for (let seconds = 0; seconds < (2 * planMs) / 1_000; seconds += 1) {
      if (!this.site.simulator.isOnline(phone)) return seconds * 1_000;
      await this.pass(1_000);
    }
    throw new Error("it never ended");
  }
}

/** No battery keeps this machine's time: it comes up in 1970. */
const into1970 = -56 * 365 * 24 * hour;

const within = (ms: number, expected: number) => expect(Math.abs(ms - expected)).toBeLessThanOrEqual(1_000);

test.for([2 * hour, -2 * hour])(
  "NTP that steps the clock by %i ms, with the link and without it, before a restart of the process and after it, moves no end",
  async (step, t) => {
    const there = await ClockSite.start(t);
    const { site } = there;
    await there.pass(2 * minute);
    site.clock.step(step);
    await there.pass(minute);
    site.linkDown();
    site.clock.step(-step);
    await there.pass(minute);
    await site.restart(() => site.clock.step(step));
    await there.pass(minute);
    await site.welcome();
    site.clock.step(step);
    within(await there.untilOffline(), planMs - 5 * minute);
    expect(site.story("e1")).toContain("ended 1 time");
  },
);

test.for([-5 * 365 * 24 * hour, 24 * hour])(
  "a router whose clock is off by %i ms ends nothing early and nothing late",
  async (offset, t) => {
    const there = await ClockSite.start(t, offset);
    await there.pass(2 * minute);
    there.site.control({ reboot: true });
    await there.pass(10_000);
    expect(there.site.simulator.isOnline(phone)).toBe(true);
    within(await there.untilOffline(), planMs - 2 * minute - 10_000);
  },
);

test("a bridge that boots in the past without the internet counts on from where it stood; what NTP then says moves nothing; and the worker's word makes good the time that nobody measured", async (t) => {
  const there = await ClockSite.start(t);
  const { site } = there;
  await there.pass(2 * minute);
  site.linkDown();
  await there.powerCut(3 * minute, into1970);
  await there.pass(minute);
  expect(site.simulator.isOnline(phone)).toBe(true);
  site.clock.step(-into1970);
  await there.pass(minute);
  expect(site.simulator.isOnline(phone)).toBe(true);
  expect(site.story("e1")).not.toContain("ended 1 time");

  // Seven of the ten minutes are over by the worker's clock, five by the bridge's.
  await site.welcome();
  await site.desired(desired("e1", 1, serve({ durationMs: planMs, remainingMs: 3 * minute })));
  within(await there.untilOffline(), 3 * minute);
});

test("a bridge that boots in the past, whose router was off too, and never hears the worker gives what it had left, less what the machine is up, to the second", async (t) => {
  const there = await ClockSite.start(t);
  const { site } = there;
  await there.pass(4 * minute);
  site.linkDown();
  await there.powerCut(hour, into1970);
  const up = site.clock.monotonic();
  await there.pass(10_000);
  within(await there.untilOffline(), planMs - 4 * minute - 10_000 - up);
  expect(site.journal.entitlements.get("e1")?.endReason).toBe("time");
});

test("a router that ran on tells a bridge that boots in the past how long it was off: to the second, without the internet", async (t) => {
  const there = await ClockSite.start(t);
  const { site } = there;
  await there.pass(4 * minute + 20_000);
  site.linkDown();
  await there.bridgeOff(3 * minute, into1970);
  await there.pass(10_000);
  expect(site.logged.filter(({ event }) => event === "clock.raised")).toHaveLength(1);
  within(await there.untilOffline(), planMs - 7 * minute - 30_000);
  // A restart of the process, and another night: nothing is counted twice.
  await site.restart();
  await there.pass(minute);
  const before = site.journal.now();
  await there.bridgeOff(20 * minute, 0);
  await there.pass(10_000);
  within(site.journal.now() - before, 20 * minute + 10_000);
});

test("what was over while the bridge was off is off within seconds of its return, whatever its clock says", async (t) => {
  const there = await ClockSite.start(t);
  const { site } = there;
  await there.pass(4 * minute);
  site.linkDown();
  await there.bridgeOff(hour, into1970);
  const { writeCommands } = site.simulator.report();
  await there.pass(6_000);
  expect(site.simulator.isOnline(phone)).toBe(false);
  expect(site.user(phone)).toBeUndefined();
  expect(site.journal.entitlements.get("e1")?.endReason).toBe("time");
  // It was not let in anew for a moment: nothing was written but the user's end.
  const written = site.simulator.report().writes.slice(writeCommands - site.simulator.report().writeCommands);
  expect(written.map(({ command }) => command)).not.toContain("/ip/hotspot/active/login");
  await site.welcome();
  const told = site.events.find((event) => event.kind === "ended");
  // The plan ended six minutes after the cut: so it is told, with its age.
  within(told?.ageMs ?? 0, hour - 6 * minute + 6_000);
});

test("a router that came up before the bridge tells the least that the power was away", async (t) => {
  const there = await ClockSite.start(t);
  const { site } = there;
  await there.pass(4 * minute);
  site.linkDown();
  site.control({ reboot: true });
  await there.bridgeOff(2 * minute, into1970);
  await there.pass(10_000);
  expect(site.simulator.isOnline(phone)).toBe(true);
  within(await there.untilOffline(), planMs - 6 * minute - 10_000);
});

test("another box proves nothing, and whoever the worker spoke for is not cut early by a router that speaks after it", async (t) => {
  const left = async (between: (there: ClockSite) => Promise<void>) => {
    const there = await ClockSite.start(t);
    const { site } = there;
    await there.pass(4 * minute);
    site.linkDown();
    await there.bridgeOff(3 * minute, into1970);
    await between(there);
    await there.pass(10_000);
    expect(site.simulator.isOnline(phone)).toBe(true);
    const left = await there.untilOffline();
    await site.stop();
    return left;
  };
  within(
    await left(async ({ site }) => {
      const { box } = site.simulator.state;
      const license = [{ "software-id": "WXYZ-9876", nlevel: "4", features: "" }];
      site.simulator.state.box = { ...box, menus: { ...box.menus, "/system/license": license } };
    }),
    planMs - 4 * minute - 15_000,
  );
  within(
    await left(async ({ site }) => {
      await site.welcome([]);
      await site.desired(desired("e1", 1, serve({ durationMs: planMs, remainingMs: 2 * minute })));
    }),
    2 * minute - 10_000,
  );
});
