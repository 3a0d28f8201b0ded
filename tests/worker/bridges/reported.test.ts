import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { BridgeStorage } from "#worker/features/bridges/bridge-storage";
import type { EntitlementRecord, Reported, ReportedState } from "#worker/features/entitlements/index";

const states: ReportedState[] = ["connecting", "online", "waiting_for_device", "queued", "ended"];

/** `durable`: an event of the bridge's journal; else a word that it says as things change. */
type Word = Reported & { durable: boolean };

const words: fc.Arbitrary<Word[]> = fc.array(
  fc.record({
    rev: fc.integer({ min: 1, max: 3 }),
    state: fc.constantFrom(...states),
    durable: fc.boolean(),
  }),
  { maxLength: 12 },
);

const routerId = "router";
const held: EntitlementRecord = {
  id: "purchase",
  providerId: "provider",
  routerId,
  rev: 3,
  subjects: [deviceSubject("02:00:00:00:00:01")],
  state: "running",
  createdAt: 0,
  startedAt: 0,
  endsAt: null,
  usedBytes: 0,
  terms: {
    planId: "plan",
    planName: "1 Hour",
    priceCents: 1_000,
    durationMs: 3_600_000,
    upKbps: 1_000,
    downKbps: 1_000,
    dataBytes: null,
    devices: 1,
  },
};

test("what a bridge last said of the newest rev is what is known, in whatever order its two ways come", async () => {
  await runInDurableObject(env.BRIDGE.getByName("words"), (_object, { storage }) => {
    fc.assert(
      fc.property(words, (said) => {
        const kept = new BridgeStorage(storage);
        kept.assign([{ id: routerId, isListed: true }], [], []);
        kept.hold(held);
        let last: Reported | null = null;
        for (const { durable, ...word } of said) {
          if (durable) kept.hold(held, word);
          else kept.saysNow(held.id, word);
          if (last === null || word.rev >= last.rev) last = word;
          expect(kept.reported(held.id)).toEqual(last);
          const isOnline = last.state === "online" && last.rev === held.rev;
          expect(kept.onlineDevices("provider", [routerId], 1)).toEqual(isOnline ? held.subjects : []);
        }
        kept.unassign(routerId);
        expect(kept.reported(held.id)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });
});
