import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Pace } from "#bridge/router/pace";

/** A router that takes `commandMs` for each command, one after the other, at the end of a way that takes `wayMs` there and back. */
async function asked(count: number, { wayMs, commandMs }: { wayMs: number; commandMs: number }) {
  let [now, freeAt, underWay, mostUnderWay] = [0, 0, 0, 0];
  const due: { at: number; answer(): void }[] = [];
  const took: number[] = [];
  const pace = new Pace(() => now);
  const command = () =>
    new Promise<void>((resolve) => {
      const sentAt = now;
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      freeAt = Math.max(freeAt, now + wayMs / 2) + commandMs;
      const answer = () => {
        underWay -= 1;
        took.push(now - sentAt);
        resolve();
      };
      due.push({ at: freeAt + wayMs / 2, answer });
    });
  const all = Promise.all(Array.from({ length: count }, () => pace.within(command)));
  await nextTurn();
  for (let next = due.shift(); next; next = due.shift()) {
    now = next.at;
    next.answer();
    await nextTurn();
  }
  await all;
  return { mostUnderWay, tookMs: now, slowestMs: Math.max(...took) };
}

test("a router at the end of a long way gets sixteen commands at a time", async () => {
  const { mostUnderWay, tookMs } = await asked(160, { wayMs: 200, commandMs: 1 });
  expect(mostUnderWay).toBe(16);
  expect(tookMs).toBeLessThanOrEqual(14 * 220);
});

test.for([
  { wayMs: 2, commandMs: 1_000 },
  { wayMs: 200, commandMs: 1_000 },
  { wayMs: 2, commandMs: 300 },
])(
  "a router that is busy for $commandMs ms with each is never so full that a read runs out of its 5 s",
  async (router) => {
    const { mostUnderWay, slowestMs, tookMs } = await asked(60, router);
    expect(mostUnderWay).toBeLessThanOrEqual(4);
    expect(slowestMs).toBeLessThan(5_000);
    // And never idle but for the way.
    expect(tookMs).toBeLessThan(60 * (router.commandMs + router.wayMs) + router.wayMs);
  },
);

test("a fault frees its place, and what waits is asked", async () => {
  const pace = new Pace();
  const failing = Array.from({ length: 20 }, () => pace.within(() => Promise.reject(new Error("broken"))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === "rejected")).toBe(true);
  expect(await pace.within(async () => "answered")).toBe("answered");
});
