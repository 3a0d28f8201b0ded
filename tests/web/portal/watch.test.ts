import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  age,
  heard,
  missed,
  nextQuestion,
  passed,
  startWatch,
  timeoutMs,
  type Watch,
} from "#web/portal/watch.ts";
import { status } from "./sample-pages.ts";

const start = {
  transactionId: "t-1",
  planId: "p2",
  planName: "3 Hours",
  amount: 20,
  service: "mpesa",
} as const;
const aged = (ms: number, change: Parameters<typeof status>[0] = {}) =>
  status({
    createdAt: "2026-11-20T11:00:00.000Z",
    now: new Date(Date.UTC(2026, 10, 20, 11) + ms).toISOString(),
    ...change,
  });

describe("following a payment", () => {
  it("counts its age by the server's clock and by what has passed on the page, not by wall time", () => {
    const watch = startWatch({ ...start, status: aged(23_000) }, 5_000);
    expect(age(watch, 5_000)).toBe(23_000);
    expect(age(watch, 7_500)).toBe(25_500);
  });

  it("asks every 1.5 s until the time limit, then less often, and never stops while money may come", () => {
    const watch = startWatch({ ...start, status: aged(0) }, 0);
    expect(nextQuestion(watch, 0)).toBe(1_500);
    expect(nextQuestion(watch, timeoutMs - 1)).toBe(1_500);
    expect(nextQuestion(watch, timeoutMs)).toBe(5_000);
    expect(nextQuestion(watch, 24 * 3_600_000)).toBe(15_000);
  });

  it("is late at exactly 120 s of server time, without any answer", () => {
    const watch = startWatch({ ...start, status: aged(0) }, 0);
    expect(passed(watch, 119_999).phase).toBe("waiting");
    expect(passed(watch, 120_000).phase).toBe("late");
    expect(missed(watch, 120_000)).toMatchObject({ phase: "late", trouble: true });
  });

  it("believes the server about the age, whatever passed on the page", () => {
    const asleep = startWatch({ ...start, status: aged(0) }, 0);
    expect(heard(asleep, aged(121_000), 10_000).phase).toBe("late");
  });

  it("turns a late payment into success when the money comes after all", () => {
    const late = passed(startWatch({ ...start, status: aged(0) }, 0), 150_000);
    expect(heard(late, aged(160_000, { status: "completed", access: "connecting" }), 160_000).phase).toBe(
      "connecting",
    );
    expect(heard(late, aged(160_000, { status: "completed", access: "online" }), 160_000)).toMatchObject({
      phase: "online",
      onlineAt: 160_000,
    });
  });

  it("is not online before the router has let the device out", () => {
    const watch = startWatch({ ...start, status: aged(0) }, 0);
    for (const access of ["none", "connecting", "waiting_for_device"] as const) {
      expect(heard(watch, aged(9_000, { status: "completed", access }), 9_000).phase).toBe("connecting");
    }
  });

  const answers = fc.record({
    status: fc.constantFrom("pending" as const, "completed" as const, "failed" as const),
    access: fc.constantFrom(
      "none" as const,
      "connecting" as const,
      "waiting_for_device" as const,
      "online" as const,
    ),
    serverMs: fc.integer({ min: 0, max: 300_000 }),
  });
  const events = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant("heard" as const), answer: answers, wait: fc.nat(40_000) }),
      fc.record({ kind: fc.constant("missed" as const), wait: fc.nat(40_000) }),
      fc.record({ kind: fc.constant("passed" as const), wait: fc.nat(40_000) }),
    ),
    { maxLength: 30 },
  );
  const run = (
    steps: typeof events extends fc.Arbitrary<infer T> ? T : never,
    check: (before: Watch, after: Watch, at: number) => void,
  ) => {
    let at = 0;
    let watch = startWatch({ ...start, status: aged(0) }, at);
    for (const step of steps) {
      at += step.wait;
      const before = watch;
      if (step.kind === "heard") {
        const { status: state, access, serverMs } = step.answer;
        watch = heard(
          watch,
          aged(serverMs, { status: state, access: state === "completed" ? access : "none" }),
          at,
        );
      } else watch = step.kind === "missed" ? missed(watch, at) : passed(watch, at);
      check(before, watch, at);
    }
  };

  it("never takes back what is paid or online, in whatever order answers arrive", () => {
    const rank = { waiting: 0, late: 0, failed: 0, connecting: 1, online: 2 };
    fc.assert(
      fc.property(events, (steps) =>
        run(steps, (before, after) => {
          expect(rank[after.phase]).toBeGreaterThanOrEqual(rank[before.phase]);
          if (before.onlineAt !== null) expect(after.onlineAt).toBe(before.onlineAt);
        }),
      ),
    );
  });

  it("is called late only after 120 s by what the server said, and asks on until it is settled", () => {
    fc.assert(
      fc.property(events, (steps) =>
        run(steps, (before, after, at) => {
          if (after.phase === "late" && before.phase !== "late")
            expect(age(after, at)).toBeGreaterThanOrEqual(timeoutMs);
          const settled = after.phase === "online" || after.phase === "failed";
          expect(nextQuestion(after, at) === null).toBe(settled);
        }),
      ),
    );
  });
});
