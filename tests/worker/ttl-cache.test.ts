import { expect, test } from "vitest";
import { TtlCache } from "#worker/ttl-cache";

// What is kept for a few seconds, by the clock of whoever asks.

const start = 1_800_000_000_000;

function counted() {
  const kept = new TtlCache<number>(3_000);
  let reads = 0;
  return (now: number) =>
    kept.get("portal", now, async () => {
      reads += 1;
      return reads;
    });
}

test("is read once in three seconds", async () => {
  const at = counted();
  expect([await at(start), await at(start + 2_999), await at(start + 3_000)]).toEqual([1, 1, 2]);
});

test("is kept for a question that was asked a moment before the answer came", async () => {
  const at = counted();
  expect([await at(start), await at(start - 50)]).toEqual([1, 1]);
});

test("is read again when the clock was set back, and not kept until that moment comes round again", async () => {
  const at = counted();
  const days = 20 * 86_400_000;
  expect([await at(start + days), await at(start), await at(start + 1)]).toEqual([1, 2, 2]);
});
