import fc from "fast-check";
import { expect, test } from "vitest";
import { parseUsed } from "#bridge/router-values";
import { closed, counted, firstSight, isSame } from "#bridge/usage";
import { SessionTotals } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { phone, routerId } from "./test-site.ts";

const speed = { upKbps: 1_000, downKbps: 8_000 };
const key = { routerId, boot: "j.1", entitlementId: "e1", subject: deviceSubject(phone) };
const zero = { seconds: 0, up: 0, down: 0 };
const row = (seconds: number, up = 0, down = 0) => ({
  rowId: "*1",
  address: "10.5.50.11",
  seconds,
  up,
  down,
});
const first = (seconds: number, up = 0, down = 0, journalBegan = 0) =>
  firstSight(key, speed, row(seconds, up, down), zero, { now: 1_000_000, journalBegan });

test("totals never fall and never pass what the line carries in that time and a fifth more", () => {
  const readings = fc.array(fc.record({ seconds: fc.nat(100), up: fc.nat(10 ** 9), down: fc.nat(10 ** 9) }));
  fc.assert(
    fc.property(readings, (all) => {
      let session = first(0);
      for (const reading of all) {
        const { totals } = session;
        session = counted(session, reading, 1_000_000);
        expect(session.totals.bytesUp).toBeGreaterThanOrEqual(totals.bytesUp);
        expect(session.totals.bytesDown).toBeGreaterThanOrEqual(totals.bytesDown);
        expect(session.totals.seconds).toBeGreaterThanOrEqual(totals.seconds);
        expect(session.totals.bytesUp).toBeLessThanOrEqual(125_000 * 1.2 * (session.totals.seconds + 1));
        expect(session.totals.bytesDown).toBeLessThanOrEqual(1_000_000 * 1.2 * (session.totals.seconds + 1));
      }
    }),
  );
});

test("upload is what the router received from the device", () => {
  expect(first(100, 2_000, 30_000).totals).toMatchObject({ bytesUp: 2_000, bytesDown: 30_000, seconds: 100 });
});

test("a session is recognised by its beginning, whatever happens between two readings", () => {
  const session = first(100, 10, 10);
  const later = { now: 1_000_000 + 60_000, boot: "j.1" };
  expect(isSame(session, row(160, 10, 500), undefined, later)).toBe(true);
  expect(isSame(session, row(159, 20, 500), undefined, later)).toBe(true);
  expect(isSame(session, row(110, 20, 500), undefined, later)).toBe(false);
  expect(isSame(session, row(99, 20, 500), undefined, { ...later, now: 1_000_000 })).toBe(false);
  expect(isSame(session, row(160, 10, 500), undefined, { ...later, boot: "j.2" })).toBe(false);
});

test("with a clock that cannot be trusted the user's counters tell whether it is the same session", () => {
  const session = first(100, 10, 10);
  const muchLater = { now: 1_000_000 + 10 ** 9, boot: "j.1" };
  expect(isSame(session, row(160, 10, 500), zero, muchLater)).toBe(true);
  expect(isSame(session, row(160, 10, 500), { seconds: 100, up: 10, down: 10 }, muchLater)).toBe(false);
});

test("what passed after the last reading is found in the user's counters", () => {
  const session = counted(first(10, 100, 100), row(20, 200, 300), 1_010_000);
  expect(closed(session, { seconds: 25, up: 250, down: 900 }).totals).toMatchObject({
    bytesUp: 250,
    bytesDown: 900,
    seconds: 25,
    open: false,
  });
});

test("without the user, or after a power cut that lost its counters, the last reading stands", () => {
  const session = counted(first(10, 100, 100), row(20, 200, 300), 1_010_000);
  for (const user of [undefined, zero])
    expect(closed(session, user).totals).toMatchObject({ bytesUp: 200, bytesDown: 300, seconds: 20 });
});

test("a session older than the journal counts from now on: the part before was told by another journal", () => {
  const session = first(500, 5_000, 6_000, 1_000_000 - 1_000);
  expect(session.totals).toMatchObject({ bytesUp: 0, bytesDown: 0, seconds: 0 });
  const next = counted(session, row(510, 5_100, 6_200), 1_010_000);
  expect(next.totals).toMatchObject({ bytesUp: 100, bytesDown: 200, seconds: 10 });
  expect(closed(next, { seconds: 512, up: 5_150, down: 6_300 }).totals).toMatchObject({
    bytesUp: 150,
    bytesDown: 300,
  });
});

/** What really passed, as a router counts it whose counters turn over at `turn`. */
const passing = fc.array(
  fc.record({
    seconds: fc.integer({ min: 1, max: 90 }),
    /** Of what the line carries. */
    up: fc.double({ min: 0, max: 1, noNaN: true }),
    down: fc.double({ min: 0, max: 1, noNaN: true }),
    event: fc.constantFrom("read", "read", "read", "restart", "read twice"),
  }),
  { minLength: 1, maxLength: 40 },
);
const wide = { upKbps: 200_000, downKbps: 1_000_000 };

test("every byte is counted once over turns of 32-bit counters and restarts of the bridge, however far apart the readings are", () => {
  fc.assert(
    fc.property(passing, fc.nat(2 ** 32 - 1), fc.constantFrom(2 ** 32, 2 ** 53), (steps, start, turn) => {
      const real = { seconds: 0, up: 0, down: 0 };
      const read = () => ({ ...row(real.seconds, (start + real.up) % turn, real.down % turn) });
      const moment = (steady: number) => ({ now: steady + real.seconds * 1000, boot: "j.1" });
      let session = firstSight(key, wide, read(), zero, { now: 1_000_000, journalBegan: 0 });
      const atStart = session.totals.bytesUp;
      for (const step of steps) {
        const before = session.totals;
        // No reading may be a whole turn away from the one before: a turn takes 34 s at this speed.
        const seconds = Math.min(step.seconds, turn === 2 ** 32 ? 30 : 90);
        real.seconds += seconds;
        real.up += Math.floor(step.up * 25_000_000 * seconds);
        real.down += Math.floor(step.down * 125_000_000 * seconds);
        if (step.event === "restart") session = JSON.parse(JSON.stringify(session));
        expect(isSame(session, read(), zero, moment(1_000_000))).toBe(true);
        session = counted(session, read(), moment(1_000_000).now);
        if (step.event === "read twice") session = counted(session, read(), moment(1_000_000).now);
        expect(session.totals.bytesUp).toBeGreaterThanOrEqual(before.bytesUp);
        expect(session.totals.bytesDown).toBeGreaterThanOrEqual(before.bytesDown);
      }
      // What the row said before it was first seen is more than the line carries in no time: it is held to that.
      expect(session.totals.bytesDown).toBe(real.down);
      expect(session.totals.bytesUp).toBeGreaterThanOrEqual(Math.min(real.up, atStart));
      expect(session.totals.seconds).toBe(real.seconds);
    }),
  );
});

test("a row that was reset goes on from what was counted, and a session that came at once is another one", () => {
  const session = counted(first(100, 4_000_000, 9_000_000), row(110, 4_500_000, 9_500_000), 1_010_000);
  const later = { now: 1_020_000, boot: "j.1" };
  const reset = row(120, 1_000, 2_000);
  expect(isSame(session, reset, zero, later)).toBe(true);
  // Without the user's counters nobody can tell: then the device is looked at closely.
  expect(isSame(session, reset, undefined, later)).toBe(false);
  expect(isSame(session, reset, { seconds: 110, up: 4_500_000, down: 9_500_000 }, later)).toBe(false);
  const next = counted(session, reset, 1_020_000);
  expect(next.totals).toMatchObject({ bytesUp: 4_501_000, bytesDown: 9_502_000, seconds: 120 });
  expect(counted(next, row(130, 5_000, 6_000), 1_030_000).totals).toMatchObject({
    bytesUp: 4_505_000,
    bytesDown: 9_506_000,
  });
  // The user has been given what the row had at its end, or all of it.
  for (const user of [
    { seconds: 131, up: 6_000, down: 7_000 },
    { seconds: 131, up: 4_506_000, down: 9_507_000 },
  ])
    expect(closed(counted(next, row(130, 5_000, 6_000), 1_030_000), user).totals).toMatchObject({
      bytesUp: 4_506_000,
      bytesDown: 9_507_000,
      open: false,
    });
});

test("figures that no line and no time allow are held to what it carries, and can always be told", () => {
  for (const absurd of [2 ** 53, 2 ** 63, 2 ** 64]) {
    const up = parseUsed(BigInt(absurd).toString());
    const jumped = counted(first(100), row(105, up, up), 1_005_000);
    expect(jumped.totals.bytesUp).toBeLessThanOrEqual(125_000 * 1.2 * 106);
    // And the counter that jumped and came back goes on from there.
    const back = counted(jumped, row(110, 5_000, 5_000), 1_010_000);
    expect(back.totals.bytesUp).toBeLessThanOrEqual(125_000 * 1.2 * 111);
    const old = counted(first(100), row(Number.MAX_SAFE_INTEGER, up, up), 1_005_000);
    expect(SessionTotals.safeParse(old.totals).error).toBeUndefined();
  }
});
