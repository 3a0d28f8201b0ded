import { expect, test } from "vitest";
import { type Entitlement, isEnded, isProgress, runOut, taken } from "#bridge/entitlement";
import type { EntitlementSpec } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { desired, hour, minute, phone, serve } from "./test-site.ts";

const now = 1_000_000_000;
const held = (spec: EntitlementSpec, changes: Partial<Entitlement> = {}): Entitlement => {
  const fresh = taken(desired("e1", 1, spec), undefined, 0, now);
  if (!fresh) throw new Error("a first want is always news");
  return { ...fresh, ...changes };
};

test("a purchase that has not started keeps its whole time", () => {
  expect(held(serve())).toMatchObject({
    startedAt: null,
    deadline: null,
    receivedAt: now,
    spec: { subjects: [deviceSubject(phone)] },
  });
});

test("one that the worker knows to be running goes on with what is left", () => {
  expect(held(serve({ remainingMs: 20 * minute }))).toMatchObject({
    startedAt: now - 40 * minute,
    deadline: now + 20 * minute,
  });
});

test("a new rev from a worker that has not heard of the start keeps the clock that runs here", () => {
  const running = held(serve(), { startedAt: now - 10 * minute, deadline: now + 50 * minute });
  const next = taken(desired("e1", 2, serve({ durationMs: 2 * hour })), running, 0, now);
  expect(next).toMatchObject({ startedAt: now - 10 * minute, deadline: now + 110 * minute });
});

test("the same rev again shortens what is left and never lengthens it", () => {
  const running = held(serve({ remainingMs: 20 * minute }));
  expect(taken(desired("e1", 1, serve({ remainingMs: 30 * minute })), running, 0, now)).toBeUndefined();
  expect(taken(desired("e1", 1, serve({ remainingMs: 5 * minute })), running, 0, now)).toMatchObject({
    deadline: now + 5 * minute,
  });
});

test("time bought for a purchase that had run out opens it again; a repeated end does not", () => {
  const over = held(serve({ remainingMs: 0 }), { endedAt: now, endReason: "time" });
  const extended = taken(desired("e1", 2, serve({ remainingMs: hour })), over, 0, now);
  expect(extended && isEnded(extended)).toBe(false);
  const same = taken(desired("e1", 2, serve({ remainingMs: 0 })), over, 0, now);
  expect(same && isEnded(same)).toBe(true);
});

test("time and data are independent, and the first one ends it", () => {
  const both = held(serve({ dataBytes: 100, remainingMs: hour }));
  expect(runOut(both, 99, now)).toBeUndefined();
  expect(runOut(both, 100, now)).toBe("data");
  expect(runOut(both, 0, now + hour)).toBe("time");
  expect(runOut(held({ kind: "end", subjects: [], reason: "ended" }), 0, now)).toBeUndefined();
});

test("addresses in any spelling are one device, and what is none is left out", () => {
  const spec = serve({
    subjects: [phone.toLowerCase(), phone.replaceAll(":", "-"), "no address"].map(deviceSubject),
  });
  expect(held(spec).spec.subjects).toEqual([deviceSubject(phone)]);
});

test("each rev tells every state once, forwards", () => {
  expect(isProgress(null, 1, "queued")).toBe(true);
  expect(isProgress({ rev: 1, state: "queued" }, 1, "online")).toBe(true);
  expect(isProgress({ rev: 1, state: "online" }, 1, "waiting_for_device")).toBe(false);
  expect(isProgress({ rev: 1, state: "ended" }, 2, "queued")).toBe(true);
});
