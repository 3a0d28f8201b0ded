import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { histories, historiesLimitMs, isLongRun } from "../support/histories.ts";
import { coverage } from "./coverage.ts";
import { Fixture } from "./fixture.ts";
import { foundOfflineVouchers } from "./found.ts";
import { anyOfflineVoucherAction, type OfflineVoucherAction } from "./offline-voucher-history.ts";
import { OfflineVoucherRunner } from "./offline-voucher-runner.ts";

// One offline voucher, the worker's own use cases and SQL, the bridge's own journal, and every fault between them: the code
// opens one purchase, for one device, and is counted once.

const fixture = new Fixture();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await fixture.seed();
});
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function run(acts: readonly OfflineVoucherAction[], random: () => number): Promise<void> {
  const runner = new OfflineVoucherRunner(fixture, random);
  try {
    await runner.begin();
    await runner.perform({ do: "assign" });
    for (const one of acts) await runner.perform(one);
    await runner.settle();
    runner.check();
    if (!runner.isRevoked && runner.served.size === 0) {
      // Unused: the next visitor is served.
      await runner.perform({ do: "portal", who: 0, elsewhere: true });
      await runner.settle();
      expect(runner.served.size, "served at last").toBe(1);
      runner.check();
    }
  } finally {
    runner.end();
  }
}

test.each(foundOfflineVouchers)("found by a night: $name", ({ acts }) => run(acts, () => 0));

test(
  "an offline voucher opens one purchase at most, is counted once, and serves the device that was answered",
  async () => {
    const seed = isLongRun ? {} : { seed: 20_261_122 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyOfflineVoucherAction, { minLength: 4, maxLength: 22 }),
        fc.infiniteStream(fc.nat(999)),
        (acts, dice) => run(acts, () => (dice.next().value ?? 0) / 1_000),
      ),
      { numRuns: histories(200), ...seed },
    );
    for (const what of [
      "redeemed on the bridge's page",
      "redeemed at the portal",
      "restored disks",
      "replaced bridges",
    ])
      expect(coverage.get(what) ?? 0, what).toBeGreaterThan(5);
  },
  historiesLimitMs(200),
);
