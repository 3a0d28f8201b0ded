import { expect, test } from "vitest";
import type { Device } from "#bridge/commands/read-device";
import { Worklist } from "#bridge/reconciler/worklist";

const device = (): Device => ({ ours: undefined, foreign: undefined, active: undefined, hosts: [] });

test("what is urgent comes first, then in the order of arrival, each once", () => {
  const list = new Worklist();
  for (const mac of ["A", "B", "A"]) list.add(mac);
  list.hurry(["C", "B"]);
  expect([0, 0, 0, 0].map((now) => list.next(now)?.mac)).toEqual(["C", "B", "A", undefined]);
});

test("what was read of all devices is used while it is fresh", () => {
  const list = new Worklist();
  list.addSeen("A", device, 1_000);
  list.addSeen("B", device, 1_000);
  expect(list.next(2_000)).toEqual({ mac: "A", seen: device });
  expect(list.next(5_000)).toEqual({ mac: "B" });
});

test("a device that could not be made right waits for its time, and news about it ends the wait", () => {
  const list = new Worklist();
  expect(list.retry("A", (tries) => tries * 1_000)).toBe(1);
  expect(list.next(999)).toBeUndefined();
  expect(list.isDue(1_000)).toBe(true);
  expect(list.next(1_000)).toEqual({ mac: "A" });
  expect(list.retry("A", (tries) => tries * 1_000)).toBe(2);
  list.add("A");
  expect(list.next(1_500)).toBeUndefined();
  list.hurry(["A"]);
  expect(list.next(1_500)).toEqual({ mac: "A" });
  list.done("A");
  expect(list.has("A")).toBe(false);
});
