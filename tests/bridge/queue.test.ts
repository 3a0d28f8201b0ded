import fc from "fast-check";
import { expect, test } from "vitest";
import { type Place, running } from "#bridge/reconciler/device-queue";
import { deviceSubject } from "#contract/values/subject";

const [a, b, c] = [deviceSubject("A"), deviceSubject("B"), deviceSubject("C")];
const subjects = [a, b, c];
const place = fc.record({
  id: fc.uuid(),
  order: fc.integer({ min: 0, max: 5 }),
  subjects: fc.subarray([...subjects]),
  started: fc.boolean(),
  ended: fc.boolean(),
});
const places = fc.uniqueArray(place, { selector: (one) => one.id, maxLength: 8 });

const one = (id: string, changes: Partial<Place> = {}): Place => ({
  id,
  order: 1,
  subjects: [a],
  started: false,
  ended: false,
  ...changes,
});

test("the lowest order that has not ended runs", () => {
  expect(running(a, [one("late", { order: 2 }), one("first"), one("gone", { order: 0, ended: true })])).toBe(
    "first",
  );
});

test("a purchase whose clock runs is not displaced by one that arrives late", () => {
  expect(running(a, [one("late", { order: 0 }), one("runs", { started: true })])).toBe("runs");
});

test("at most one purchase runs on a device: one of its own that has not ended", () => {
  fc.assert(
    fc.property(places, fc.constantFrom(...subjects), (all, subject) => {
      const id = running(subject, all);
      const open = all.filter((item) => !item.ended && item.subjects.includes(subject));
      if (id === undefined) expect(open).toEqual([]);
      else expect(open.map((item) => item.id)).toContain(id);
    }),
  );
});

test("the answer does not depend on the order in which purchases are held", () => {
  fc.assert(
    fc.property(places, fc.constantFrom(...subjects), (all, subject) => {
      expect(running(subject, all.toReversed())).toBe(running(subject, all));
    }),
  );
});

test("when one ends after the other, each purchase of a device runs exactly once, started ones in their order", () => {
  fc.assert(
    fc.property(places, fc.constantFrom(...subjects), (all, subject) => {
      let queue: Place[] = all.map((item) => ({ ...item, started: false }));
      const ran: string[] = [];
      for (let id = running(subject, queue); id !== undefined; id = running(subject, queue)) {
        ran.push(id);
        queue = queue.map((item) => (item.id === id ? { ...item, started: true } : item));
        expect(running(subject, queue)).toBe(id);
        queue = queue.map((item) => (item.id === id ? { ...item, ended: true } : item));
      }
      const due = all.filter((item) => !item.ended && item.subjects.includes(subject));
      const inOrder = due.toSorted(
        (left, right) => left.order - right.order || (left.id < right.id ? -1 : 1),
      );
      expect(ran).toEqual(inOrder.map((item) => item.id));
    }),
  );
});
