import fc from "fast-check";
import { expect, type TestContext, test } from "vitest";
import { endAfter } from "#contract/values/open-hours";
import { deviceSubject } from "#contract/values/subject";
import { desired, hour, minute, otherPhone, phone, serve, TestSite } from "./test-site.ts";

// A plan of 22:00 to 06:00. The test's clock begins at 12:00 in Nairobi; what is told of hours are ages.

const openMs = 8 * hour;
const day = 24 * hour;

/** A plan of the night on one site; `minuteOfDay` is the real time, whatever any clock there says. */
class NightSite {
  readonly site: TestSite;
  private readonly router: { now: number };
  /** Ms since midnight in Nairobi. */
  real: number;

  static async start(t: TestContext, at: number): Promise<NightSite> {
    const router = { now: Date.UTC(2026, 10, 20, 9) };
    return new NightSite(await TestSite.start(t, { clock: { now: () => router.now } }), router, at * hour);
  }

  private constructor(site: TestSite, router: { now: number }, real: number) {
    this.site = site;
    this.router = router;
    this.real = real;
  }

  get isOpen(): boolean {
    return (this.real - 22 * hour + day) % day < openMs;
  }

  spec(changes: Parameters<typeof serve>[0] = {}) {
    const hours = { openMs, openedAgoMs: (this.real - 22 * hour + day) % day };
    return serve({ durationMs: openMs, hours, ...changes });
  }

  async tell(changes: Parameters<typeof serve>[0] = {}, rev = 1): Promise<void> {
    await this.site.desired(desired("e1", rev, this.spec(changes)));
  }

  async pass(ms: number, stepMs = 10_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      const step = Math.min(left, stepMs);
      this.router.now += step;
      this.real += step;
      await this.site.pass(step, step);
    }
  }

  /** Nothing runs at the site but the router. */
  routerAlone(ms: number): void {
    this.router.now += ms;
    this.real += ms;
    this.site.simulator.control({});
  }

  /** The whole site without power. */
  dark(ms: number): void {
    this.router.now += ms;
    this.real += ms;
    this.site.simulator.control({ reboot: true });
  }

  isOnline(mac = phone): boolean {
    return this.site.simulator.isOnline(mac);
  }
}

test("bought while it is closed it opens by itself, without the internet, closes by itself, and goes on the next night", async (t) => {
  const night = await NightSite.start(t, 21);
  await night.tell();
  expect(night.isOnline()).toBe(false);
  expect(night.site.story("e1")).toEqual(["applied 1 queued"]);
  night.site.linkDown();
  await night.pass(59 * minute, minute);
  expect(night.isOnline()).toBe(false);
  await night.pass(minute + 10_000);
  expect(night.isOnline()).toBe(true);
  await night.pass(8 * hour - 2 * minute, minute);
  expect(night.isOnline()).toBe(true);
  await night.pass(2 * minute);
  expect(night.isOnline()).toBe(false);
  expect(night.site.user(phone)).toBeUndefined();
});

test("bought in the night it has the rest of this night and the start of the next, to the second that was bought", async (t) => {
  const night = await NightSite.start(t, 26);
  await night.tell();
  expect(night.isOnline()).toBe(true);
  await night.pass(4 * hour + minute, minute);
  expect(night.isOnline()).toBe(false);
  expect(night.site.story("e1")).not.toContain("ended 1 time");
  await night.pass(16 * hour, 5 * minute);
  await night.pass(minute);
  expect(night.isOnline()).toBe(true);
  await night.pass(4 * hour - 3 * minute, minute);
  expect(night.isOnline()).toBe(true);
  await night.pass(4 * minute);
  expect(night.isOnline()).toBe(false);
  expect(night.site.story("e1")).toContain("ended 1 time");
});

test("a router whose bridge is away closes by itself, and lets nobody in again who comes back", async (t) => {
  const night = await NightSite.start(t, 25);
  await night.tell({ durationMs: 3 * openMs, subjects: [phone, otherPhone].map(deviceSubject) });
  expect([phone, otherPhone].map((mac) => night.isOnline(mac))).toEqual([true, true]);
  await night.site.stop();
  night.routerAlone(2 * hour);
  expect(night.isOnline()).toBe(true);
  night.site.control({ host: { mac: otherPhone, present: false } });
  night.routerAlone(2 * hour);
  night.site.control({ host: { mac: otherPhone, ip: "10.5.50.12", present: true } });
  night.routerAlone(minute);
  expect(night.isOnline(otherPhone)).toBe(false);
  night.routerAlone(minute * 59 + 2_000);
  expect(night.isOnline()).toBe(false);
  night.site.control({ reboot: true });
  night.routerAlone(minute);
  expect([phone, otherPhone].map((mac) => night.isOnline(mac))).toEqual([false, false]);
});

test("outside of its hours it holds no other purchase of the device up, and gives way to none of them in its hours", async (t) => {
  const night = await NightSite.start(t, 23);
  await night.tell({ durationMs: 3 * openMs });
  await night.pass(8 * hour, 5 * minute);
  expect(night.isOnline()).toBe(false);
  await night.site.desired(desired("e2", 1, serve(), { order: 2 }));
  expect(night.isOnline()).toBe(true);
  expect(night.site.state("e2")).toBe("online");
  await night.pass(hour + minute, minute);
  expect(night.isOnline()).toBe(false);
  expect(night.site.story("e2")).toContain("ended 1 time");
});

test("after a power cut nobody is let in by it before the worker has said what time it is", async (t) => {
  const night = await NightSite.start(t, 23);
  await night.tell({ durationMs: 3 * openMs });
  expect(night.isOnline()).toBe(true);
  await night.site.restart(() => {
    night.site.clock.restartMachine(minute);
    night.routerAlone(minute);
    night.site.control({ reboot: true });
    night.site.isOnline = false;
  });
  await night.pass(10 * minute);
  expect(night.isOnline()).toBe(false);
  await night.site.welcome();
  expect(night.isOnline()).toBe(false);
  await night.tell({ durationMs: 3 * openMs, remainingMs: 3 * day });
  expect(night.isOnline()).toBe(true);
  await night.pass(6 * hour + 49 * minute, minute);
  expect(night.isOnline()).toBe(false);
});

test("where the router went on counting, the time is known as soon as it is read", async (t) => {
  const night = await NightSite.start(t, 23);
  await night.tell({ durationMs: 3 * openMs });
  await night.pass(2 * minute, minute);
  await night.site.restart(() => {
    night.site.clock.restartMachine(3 * hour);
    night.site.clock.step(-300 * day);
    night.routerAlone(3 * hour);
    night.site.isOnline = false;
  });
  await night.pass(minute);
  expect(night.isOnline()).toBe(true);
  await night.pass(4 * hour - 5 * minute, minute);
  expect(night.isOnline()).toBe(true);
  await night.pass(3 * minute);
  expect(night.isOnline()).toBe(false);
});

test("a router that the bridge did not see between two restarts may have been off before the first: nothing is known by it", async (t) => {
  const night = await NightSite.start(t, 25);
  const { site } = night;
  await night.tell({ durationMs: 3 * openMs });
  await night.pass(2 * minute, minute);
  // Six hours without power for both, and a clock that goes on where it stood. The bridge comes up, and does not reach the router.
  await site.restart(() => {
    site.clock.restartMachine(6 * hour);
    site.clock.step(-6 * hour);
    night.dark(6 * hour);
    site.control({ reachable: false });
    site.isOnline = false;
  });
  await night.pass(hour, minute);
  // Then it alone is off for two hours, and its clock stands still again.
  await site.restart(() => {
    site.clock.restartMachine(2 * hour);
    site.clock.step(-2 * hour);
    night.routerAlone(2 * hour);
    site.control({ reachable: true });
  });
  await night.pass(5 * minute);
  expect(night.isOpen).toBe(false);
  expect(night.isOnline()).toBe(false);
});

test("NTP that steps the clock of the bridge's machine opens and closes nothing", async (t) => {
  const night = await NightSite.start(t, 21);
  await night.tell();
  night.site.clock.step(2 * hour);
  await night.pass(minute);
  await night.site.restart(() => {
    night.site.isOnline = false;
    night.site.clock.step(2 * hour);
  });
  await night.pass(57 * minute, minute);
  expect(night.isOnline()).toBe(false);
  await night.pass(3 * minute);
  expect(night.isOnline()).toBe(true);
});

test("given more time, it stays closed until the hour, and what it has is all of it", async (t) => {
  const night = await NightSite.start(t, 23);
  await night.tell({ durationMs: 2 * hour });
  await night.pass(2 * hour + minute, minute);
  expect(night.site.story("e1")).toContain("ended 1 time");
  await night.pass(6 * hour, 5 * minute);
  await night.tell({ durationMs: 2 * hour, remainingMs: 15 * hour }, 2);
  expect(night.isOnline()).toBe(false);
  expect(night.site.state("e1")).toBe("queued");
});

const fates = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("pass"), ms: fc.integer({ min: 1, max: 5 * 60 }) }) },
  fc.record({
    kind: fc.constantFrom("linkDown", "linkUp", "leave", "join", "rebootRouter"),
    ms: fc.constant(0),
  }),
  fc.record({ kind: fc.constantFrom("bridgeOff", "powerCut"), ms: fc.integer({ min: 1, max: 14 * 60 }) }),
  fc.record({ kind: fc.constant("clockStep"), ms: fc.integer({ min: -3_000, max: 3_000 }) }),
  fc.record({ kind: fc.constant("processAway"), ms: fc.integer({ min: 1, max: 10 * 60 }) }),
);

test("whatever happens at a site, nobody is online outside of the hours, nor for longer than was bought", async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 10, max: 12 * 60 }),
      fc.array(fates, { minLength: 3, maxLength: 14 }),
      async (at, boughtMinutes, history) => {
        const night = await NightSite.start(t, at);
        const { site } = night;
        const durationMs = boughtMinutes * minute;
        const windows = { openedAt: 22 * hour, openMs };
        let isLinkUp = true;
        let [onlineMs, wasOnline] = [0, false];
        /** As the worker knows it: by the age that the bridge told. */
        let endsAt: number | null = null;
        const look = (passed: number) => {
          const isOnline = night.isOnline();
          if (isOnline && wasOnline) onlineMs += passed;
          wasOnline = isOnline;
          if (isOnline) {
            // Two readings of a router's seconds, and the way of a command.
            const isJustOver = (night.real - 6 * hour + day) % day < 5_000;
            expect(night.isOpen || isJustOver).toBe(true);
          }
          const begun = site.events.find(({ kind }) => kind === "started");
          if (begun && endsAt === null)
            endsAt = endAfter(windows, Math.max(at * hour, night.real - begun.ageMs), durationMs);
        };
        const tell = () =>
          night.tell({ durationMs, remainingMs: endsAt === null ? null : Math.max(0, endsAt - night.real) });
        const alone = (ms: number) => {
          for (let left = ms; left > 0; left -= 5 * minute) {
            night.routerAlone(Math.min(left, 5 * minute));
            look(Math.min(left, 5 * minute));
          }
        };
        await tell();
        look(0);
        for (const { kind, ms } of history) {
          if (kind === "pass")
            for (let left = ms * minute; left > 0; left -= 5 * minute) {
              const step = Math.min(left, 5 * minute);
              await night.pass(step, step);
              look(step);
            }
          else if (kind === "linkDown") {
            site.linkDown();
            isLinkUp = false;
          } else if (kind === "linkUp") {
            isLinkUp = true;
            await site.welcome();
            look(0);
            await tell();
          } else if (kind === "leave") site.control({ host: { mac: phone, present: false } });
          else if (kind === "join") site.control({ host: { mac: phone, ip: "10.5.50.11", present: true } });
          else if (kind === "rebootRouter") site.control({ reboot: true });
          else if (kind === "clockStep") site.clock.step(ms * minute);
          else {
            await site.restart(() => {
              if (kind === "processAway") {
                alone(ms * minute);
                site.clock.pass(ms * minute);
                return;
              }
              if (kind === "powerCut") night.dark(ms * minute);
              else alone(ms * minute);
              site.clock.restartMachine(ms * minute);
              site.clock.step(-400 * day);
              site.isOnline = false;
            });
            site.isOnline = false;
            await site.work();
            if (isLinkUp) {
              await site.welcome();
              await tell();
            }
          }
          await site.work();
          look(0);
        }
        expect(onlineMs).toBeLessThanOrEqual(durationMs + 2 * minute);
        await site.stop();
      },
    ),
    { numRuns: 20 },
  );
});
