import { expect, test } from "vitest";
import type { Device } from "#bridge/commands/read-device";
import { Worklist } from "#bridge/reconciler/worklist";
import { deviceSubject } from "#contract/values/subject";

const [a, b, c] = [deviceSubject("A"), deviceSubject("B"), deviceSubject("C")];

const device = (): Device => ({ ours: undefined, foreign: undefined, active: undefined, hosts: [] });

test("what is urgent comes first, then in the order of arrival, each once", () => {
  const list = new Worklist();
  for (const subject of [a, b, a]) list.add(subject);
  list.hurry([c, b]);
  expect([0, 0, 0, 0].map((now) => list.next(now)?.subject)).toEqual([c, b, a, undefined]);
});

test("what was read of all devices is used while it is fresh", () => {
  const list = new Worklist();
  list.addSeen(a, device, 1_000);
  list.addSeen(b, device, 1_000);
  expect(list.next(2_000)).toEqual({ subject: a, seen: device });
  expect(list.next(5_000)).toEqual({ subject: b });
});

test("a device that could not be made right waits for its time, and news about it ends the wait", () => {
  const list = new Worklist();
  expect(list.retry(a, (tries) => tries * 1_000)).toBe(1);
  expect(list.next(999)).toBeUndefined();
  expect(list.isDue(1_000)).toBe(true);
  expect(list.next(1_000)).toEqual({ subject: a });
  expect(list.retry(a, (tries) => tries * 1_000)).toBe(2);
  list.add(a);
  expect(list.next(1_500)).toBeUndefined();
  list.hurry([a]);
  expect(list.next(1_500)).toEqual({ subject: a });
  list.done(a);
  expect(list.has(a)).toBe(false);
});

test("news of a device that is in hand outlive what is done about it", () => {
  const list = new Worklist();
  list.add(a);
  expect(list.next(0)).toEqual({ subject: a });
  list.hurry([a]);
  list.done(a);
  expect(list.isUrgent(a)).toBe(true);
  expect(list.next(0)).toEqual({ subject: a });
  list.done(a);
  expect(list.isDue(0)).toBe(false);
});

test("what may not begin stays on the list, and the others pass it", () => {
  const list = new Worklist();
  list.hurry([a]);
  list.add(b);
  expect(list.next(0, (subject) => subject !== a)).toEqual({ subject: b });
  expect(list.next(0, () => false)).toBeUndefined();
  expect(list.next(0)).toEqual({ subject: a });
});
