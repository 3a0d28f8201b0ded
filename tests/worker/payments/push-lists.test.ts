import { listDurableObjectIds, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { dayMs } from "#contract/values/time";
import { GatewayObject } from "#worker/features/payments/gateways/gateway-object";
import { tryToken } from "#worker/features/payments/gateways/try-token";
import { type PushPlace, permittedPushes } from "#worker/features/payments/index";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";

let world: PaymentWorld;
const platform = { gatewayId: null, environment: "sandbox" } as const;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

/** Everything that the app's lists hold from a moment on. */
async function listed(from: number): Promise<string[]> {
  const found: string[] = [];
  let place: PushPlace | null = { at: from, paymentId: "" };
  while (place) {
    const { pushes, next } = await permittedPushes(testContext(), platform, place);
    found.push(...pushes.map(({ paymentId }) => paymentId));
    place = next;
  }
  return found;
}

const lists = async () => (await listDurableObjectIds(env.PUSHES)).map((id) => env.PUSHES.get(id));

test("each day of an app has a list of its own, read one after another, and it ends 40 days after its day", async () => {
  const from = Date.now();
  const ids: string[] = [];
  for (let day = 0; day < 3; day += 1) {
    for (let sale = 0; sale < 2; sale += 1) {
      ids.push((await world.buyer().start()).transactionId);
      await world.advance(1_000);
    }
    // Nothing is pushed on the day between.
    await world.advance(2 * dayMs);
  }
  expect(await listed(from)).toEqual(ids);
  const all = await lists();
  const counts = await Promise.all(
    all.map(async (list) => [list, (await list.pushesSince(from, "")).length] as const),
  );
  const days = counts.filter(([, count]) => count > 0);
  expect(days.map(([, count]) => count)).toEqual([2, 2, 2]);

  const [first] = days[0] ?? [];
  if (!first) throw new Error("no list");
  const [push] = await first.pushesSince(0, "");
  const dayEnd = Date.parse(`${nairobiDay(push?.at ?? 0)}T00:00:00+03:00`) + dayMs;
  const alarmAt = await runInDurableObject(first, (_object, { storage }) => storage.getAlarm());
  expect(alarmAt).toBe(dayEnd + 40 * dayMs);
  await runDurableObjectAlarm(first);
  expect(await first.pushesSince(0, "")).toEqual([]);
  expect(await listed(from)).toHaveLength(4);
});

test("reading a day without pushes writes nothing", async () => {
  const before = new Set((await lists()).map(({ id }) => String(id)));
  const at = Date.now() - 100 * dayMs;
  const { pushes, next } = await permittedPushes(testContext(), platform, { at, paymentId: "" });
  expect(pushes).toEqual([]);
  expect(next && nairobiDay(next.at)).toBe(nairobiDay(at + dayMs));
  const [read] = (await lists()).filter(({ id }) => !before.has(String(id)));
  if (!read) throw new Error("no list was read");
  await runInDurableObject(read, async (_object, { storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'pushes'").toArray()).toEqual([]);
    expect(await storage.getAlarm()).toBeNull();
  });
});

test("a token is asked for once in 30 s; one that was replaced meanwhile is asked for, not fetched anew", async () => {
  await world.buyer().start();
  const asked = vi.spyOn(GatewayObject.prototype, "token");
  await world.buyer().start();
  expect(asked).not.toHaveBeenCalled();
  await world.advance(30_000);
  asked.mockClear();
  await world.buyer().start();
  expect(asked).toHaveBeenCalledTimes(1);

  const app = { gatewayId: "", credentials: "platform", type: "mpesa", environment: "sandbox" } as const;
  expect(await tryToken(testContext(), app)).toBeNull();
  const before = await world.daraja.counts();
  const buyer = world.buyer();
  await buyer.start();
  expect(await world.daraja.counts()).toMatchObject({ tokenFetches: before.tokenFetches });
  expect(await buyer.prompts()).toHaveLength(1);
});
