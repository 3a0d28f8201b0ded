import { beforeAll, expect, test } from "vitest";
import { adminLogOut } from "#contract/auth";
import { listPlans, updatePlan } from "#contract/plans";
import { admitChange } from "#worker/features/rate-limits/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;

beforeAll(async () => {
  seeded = await seedBoth();
});

test("who changes things without end is stopped after 500 in ten minutes, and may still read and sign out; others go on", async () => {
  const [flooded, other] = await Promise.all(
    [seeded.demo, seeded.savanna].map(async (provider) => ({
      provider,
      as: { host: hostOf(provider.subdomain), cookie: await signInProvider(provider) },
    })),
  );
  if (!flooded || !other) throw new Error("two providers are seeded");
  const change = ({ provider, as }: typeof flooded) =>
    call(updatePlan, { params: { id: provider.plans[0]?.id ?? "" }, body: { isActive: true } }, as);
  expect((await change(flooded)).status).not.toBe(429);
  const ctx = testContext();
  const who = { providerId: seeded.demo.id, adminId: seeded.demo.admin.id, token: null };
  await Promise.all(Array.from({ length: 499 }, () => admitChange(ctx, who)));
  const refused = await change(flooded);
  expect([refused.status, refused.ok ? "" : refused.refusal?.message]).toEqual([
    429,
    expect.stringMatching(
      /^Too many changes were made in this console\. Please try again in (9|10) minutes\.$/,
    ),
  ]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
  expect((await change(other)).status).not.toBe(429);
  expect((await call(listPlans, {}, flooded.as)).status).toBe(200);
  expect((await call(adminLogOut, {}, flooded.as)).status).toBe(200);
});
