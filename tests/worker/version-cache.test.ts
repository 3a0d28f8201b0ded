import { expect, test } from "vitest";
import { VersionCache } from "#worker/version-cache";
import { testContext } from "../support/worker-context.ts";

// What is kept until something changes.

function counted() {
  const kept = new VersionCache<number>();
  let reads = 0;
  let version: string | null = "1";
  const at = (providerId: string | null = "a", meanwhile = () => {}) =>
    kept.get({ ...testContext(), atProvider: providerId, version: () => version }, "plans", async () => {
      meanwhile();
      reads += 1;
      return reads;
    });
  const become = (next: string | null) => {
    version = next;
  };
  return { at, become };
}

test("is read once for each version, and for each provider", async () => {
  const { at, become } = counted();
  expect([await at(), await at(), await at("b"), await at()]).toEqual([1, 1, 2, 1]);
  become("2");
  expect([await at(), await at()]).toEqual([3, 3]);
});

test("what changed while it was read is read again", async () => {
  const { at, become } = counted();
  expect(await at("a", () => become("2"))).toBe(1);
  expect([await at(), await at()]).toEqual([2, 2]);
});

test("is not kept where no version is known", async () => {
  const { at, become } = counted();
  become(null);
  expect([await at(), await at()]).toEqual([1, 2]);
});

test("outside of a provider's object, three seconds are a version", async () => {
  let now = 1_800_000_000_000;
  const ctx = testContext({ now: () => now });
  const first = ctx.version();
  now += 2_999;
  expect(ctx.version()).toBe(first);
  now += 1;
  expect(ctx.version()).not.toBe(first);
});
