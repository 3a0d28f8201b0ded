import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { histories, historiesLimitMs, isLongRun } from "../support/histories.ts";
import { met } from "./broken.ts";
import { foundLent } from "./found.ts";
import { Ground } from "./ground.ts";
import { anyLentAct, type LentAct } from "./lent-history.ts";
import { LentPlay } from "./lent-play.ts";

// One voucher, the worker's own use cases and SQL, the bridge's own journal, and everything between them that can go
// wrong: whoever decides, the code opens one purchase, for one device, and is counted once.

const ground = new Ground();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await ground.seed();
}, 60_000);
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function plays(acts: readonly LentAct[], random: () => number): Promise<void> {
  const play = new LentPlay(ground, random);
  try {
    await play.begin();
    await play.does({ do: "lend" });
    for (const one of acts) await play.does(one);
    await play.settle();
    play.judge();
    if (!play.isRevoked && play.served.size === 0) {
      // Nobody has it: then whoever comes next is served.
      await play.does({ do: "portal", who: 0, elsewhere: true });
      await play.settle();
      expect(play.served.size, "served at last").toBe(1);
      play.judge();
    }
  } finally {
    play.end();
  }
}

test.each(foundLent)("found by a night: $name", ({ acts }) => plays(acts, () => 0));

test(
  "a code that is lent opens one purchase at most, is counted once, and serves who was told so",
  async () => {
    const seed = isLongRun ? {} : { seed: 20_261_122 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLentAct, { minLength: 4, maxLength: 22 }),
        fc.infiniteStream(fc.nat(999)),
        (acts, dice) => plays(acts, () => (dice.next().value ?? 0) / 1_000),
      ),
      { numRuns: histories(200), ...seed },
    );
    for (const what of ["redeemed on the page", "redeemed at the portal", "old disks", "replaced bridges"])
      expect(met.get(what) ?? 0, what).toBeGreaterThan(5);
  },
  historiesLimitMs(200, 90_000),
);
