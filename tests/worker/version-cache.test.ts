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

test("is read once by all who come together in a provider's object, and by each of them elsewhere", async () => {
  const { at, become } = counted();
  expect(await Promise.all([at(), at("b"), at()])).toEqual([1, 2, 1]);
  become("2");
  const before = at();
  become("3");
  expect(await Promise.all([before, at(), at()])).toEqual([3, 4, 4]);
  expect(await Promise.all([at(null), at(null)])).toEqual([5, 6]);
});

test("a reading that failed is not kept, nor waited for again", async () => {
  const kept = new VersionCache<string>();
  const ctx = { ...testContext(), atProvider: "a", version: () => "1" };
  const failing = () => kept.get(ctx, "plans", () => Promise.reject(new Error("away")));
  expect((await Promise.allSettled([failing(), failing()])).map(({ status }) => status)).toEqual([
    "rejected",
    "rejected",
  ]);
  expect(await kept.get(ctx, "plans", async () => "there")).toBe("there");
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
