import { afterEach, expect, test, vi } from "vitest";
import { platformStats } from "#contract/platform-figures";
import { createBridgeCode } from "#worker/features/bridges/index";
import { onlineRouters } from "#worker/features/routers/index";
import { closeAllLines, FakeBridge } from "../../support/fake-bridge.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

afterEach(async () => {
  vi.useRealTimers();
  await closeAllLines();
});

test("a router counts as online until its bridge missed two heartbeats; one without a bridge, or whose bridge fails, does not", async () => {
  const { demo, savanna, operator } = await seedBoth();
  const cookie = await signInOperator(operator);
  const ctx = testContext();
  const owner = { providerId: demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(ctx, owner, "Gate")).code);
  const gate = demo.routers[0]?.id ?? "";
  const online = async () => {
    const answer = await call(platformStats, {}, { cookie });
    return answer.ok ? [answer.answer.onlineRouters, answer.answer.totalRouters] : answer.status;
  };
  expect(await online()).toEqual([0, 3]);

  const line = await bridge.connect();
  line.say({ type: "router", routerId: gate, state: "reachable", message: "It is there.", version: "7.18" });
  await line.settled();
  const began = Date.now();
  vi.setSystemTime(began + 11_000);
  expect(await online()).toEqual([1, 3]);

  vi.setSystemTime(began + 12_000);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const asked = [
    { id: gate, bridgeId: bridge.id },
    { id: demo.routers[1]?.id ?? "", bridgeId: null },
    { id: savanna.routers[0]?.id ?? "", bridgeId: "broken" },
  ];
  const env = new Proxy(ctx.env, {
    get: (target, key) =>
      key === "BRIDGE"
        ? {
            getByName: (name: string) => ({
              siteNow: async (ids: string[]) => {
                if (name === "broken") throw new Error("object reset");
                return {
                  isOnline: true,
                  lastSeen: 1,
                  routers: Object.fromEntries(ids.map((id) => [id, { online: true }])),
                };
              },
            }),
          }
        : Reflect.get(target, key),
  });
  expect([...(await onlineRouters({ ...ctx, env }, asked))]).toEqual([gate]);

  vi.setSystemTime(began + 120_000);
  expect(await online()).toEqual([0, 3]);
});
