import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hourMs } from "#contract/values/time";
import { openProviders, reachGateways } from "#contract/watches";
import { keepProgress } from "#worker/db/sweep-progress";
import { sha256 } from "#worker/keys";
import type { TwoProviders } from "../seed/two-providers.ts";
import { call, hostOf } from "../support/worker-call.ts";
import { seedBoth, testContext } from "../support/worker-context.ts";

// What a deployment asks before it says done; who does not open is played in one-provider-broken.test.ts.

const token = "5a".repeat(32);
let seeded: TwoProviders;

beforeAll(async () => {
  seeded = await seedBoth();
});
beforeEach(() =>
  keepProgress(testContext(), "deployment-token", { sha256: sha256(token), until: Date.now() + hourMs }),
);

const ask = (given: string | null, after = "", host = hostOf()) => {
  const headers: Record<string, string> = given === null ? {} : { authorization: `Bearer ${given}` };
  return call(openProviders, { body: { after } }, { host, headers, origin: null });
};
const opened = async (given: string, after = "") => {
  const answered = await ask(given, after);
  if (!answered.ok) throw new Error(answered.text);
  return answered.answer;
};

describe("the call of a deployment", () => {
  test("opens every provider's database and the platform's books, and counts them", async () => {
    expect(await opened(token)).toMatchObject({
      opened: 3,
      ofThisVersion: 3,
      failed: [],
      total: 3,
      next: null,
    });
  });

  test("goes on after the last one that was opened", async () => {
    const [first, second] = [seeded.demo.id, seeded.savanna.id].sort();
    expect(await opened(token, first)).toMatchObject({ opened: 1, total: 3 });
    expect(await opened(token, second)).toMatchObject({ opened: 0, next: null });
  });

  test("is answered to the token of a deployment alone, for its hour, on the main host", async () => {
    for (const given of [null, "", "5b".repeat(32), `${token}0`, sha256(token)])
      expect((await ask(given)).status).toBe(401);
    expect((await ask(token, "", hostOf("demo"))).status).toBe(404);
    const reach = (given: string, host = hostOf()) =>
      call(
        reachGateways,
        { body: {} },
        { host, headers: { authorization: `Bearer ${given}` }, origin: null },
      );
    expect((await reach("5b".repeat(32))).status).toBe(401);
    expect((await reach(token, hostOf("demo"))).status).toBe(404);
    await keepProgress(testContext(), "deployment-token", { sha256: sha256(token), until: Date.now() - 1 });
    expect((await ask(token)).status).toBe(401);
    expect((await reach(token)).status).toBe(401);
  });
});
