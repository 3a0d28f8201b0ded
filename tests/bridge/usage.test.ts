import fc from "fast-check";
import { expect, test } from "vitest";
import { closed, counted, firstSight, isSame } from "#bridge/usage";
import { phone, routerId } from "./test-site.ts";

const speed = { upKbps: 1_000, downKbps: 8_000 };
const key = { routerId, boot: "j.1", entitlementId: "e1", mac: phone };
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
    ...{ bytesUp: 250, bytesDown: 900, seconds: 25, open: false },
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
