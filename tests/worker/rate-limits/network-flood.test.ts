import fc from "fast-check";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { listPlans } from "#contract/plans";
import { mayForward } from "#worker/http/network";
import { ProviderObject } from "#worker/provider-object";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { hostOf, send } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const flooder = "197.248.66.1";
const plansFrom = (network: string, subdomain = seeded.demo.subdomain) =>
  send(listPlans, {}, { host: hostOf(subdomain), headers: { "cf-connecting-ip": network } });

test("a network that floods a provider no longer reaches its object; another network does, and another provider", async () => {
  vi.setSystemTime(Date.now());
  const answered = vi.spyOn(ProviderObject.prototype, "fetch");
  expect((await plansFrom(flooder)).status).toBe(200);
  while (mayForward(seeded.demo.id, flooder, Date.now()));
  answered.mockClear();
  const refused = await Promise.all(Array.from({ length: 20 }, () => plansFrom(flooder)));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(refused[0]?.headers.get("retry-after")).toBe("60");
  expect(answered).not.toHaveBeenCalled();
  expect((await plansFrom("197.248.66.2")).status).toBe(200);
  expect((await plansFrom(flooder, seeded.savanna.subdomain)).status).toBe(200);
});

test("in any span a network has its burst and what it regains meanwhile, and never more", () => {
  let provider = 0;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: 1, maxLength: 30 }), (waits) => {
      provider += 1;
      let [now, forwarded] = [1_000_000, 0];
      const began = now;
      for (const wait of waits) {
        now += wait;
        for (let request = 0; request < 500; request += 1)
          if (mayForward(`provider ${provider}`, flooder, now)) forwarded += 1;
        expect(forwarded).toBeLessThanOrEqual(3_000 + ((now - began) / 1_000) * 100);
      }
    }),
    { numRuns: 30 },
  );
});
