import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FromBridge, heartbeatMs, silentAfterMs } from "#contract/bridge";
import type { BridgeObject } from "#worker/features/bridges/bridge-object";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { routersNow } from "#worker/features/routers/assigned-routers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders | undefined;
let bridge: FakeBridge;
let gate: string;

beforeEach(async () => {
  seeded ??= await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  gate = seeded.demo.routers[0]?.id ?? "";
  const moved = "UPDATE routers SET last_seen_at = NULL, bridge_id = ?2 WHERE id = ?1";
  await env.DB.prepare(moved).bind(gate, bridge.id).run();
});

afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const object = () => env.BRIDGE.getByName(bridge.id);

type State = Extract<FromBridge, { type: "router" }>["state"];

async function sayRouter(link: FakeLink, state: State, seenAgeMs?: number): Promise<void> {
  const said = {
    type: "router",
    routerId: gate,
    state,
    message: `It is ${state}.`,
    version: "7.18",
  } as const;
  link.say(seenAgeMs === undefined ? said : { ...said, seenAgeMs });
  await link.settled();
}

/** As the console shows it. */
async function shown(): Promise<{ isOnline: boolean | undefined; lastSeen: number }> {
  const router = (await routersNow(testContext(), seeded?.demo.id ?? "")).find(({ id }) => id === gate);
  return { isOnline: router?.isOnline, lastSeen: Date.parse(router?.lastSeen ?? "") };
}

async function expectSeen(at: number): Promise<void> {
  const { lastSeen } = await shown();
  expect(Math.abs(lastSeen - at)).toBeLessThan(1_000);
}

test("a router is last seen when it last answered, however often its absence is said", async () => {
  const link = await bridge.connect();
  await sayRouter(link, "reachable", 0);
  const answered = Date.now() + 40_000;
  for (const [later, state] of [
    [70_000, "unreachable"],
    [200_000, "refused"],
    // Said again in another quarter of an hour: nobody saw it then.
    [2_000_000, "unreachable"],
    [4_000_000, "superseded"],
  ] as const) {
    vi.setSystemTime(answered + later);
    await sayRouter(link, state, later);
    expect((await shown()).isOnline).toBe(false);
    await expectSeen(answered);
  }
});

test("a router is not there because its bridge is back: it has to be reached anew", async () => {
  const link = await bridge.connect();
  await sayRouter(link, "reachable");
  await link.close();
  const left = Date.now();
  vi.setSystemTime(left + 3_600_000);
  const again = await bridge.connect();
  expect((await shown()).isOnline).toBe(false);
  await expectSeen(left);
  // The very same words as an hour before.
  await sayRouter(again, "reachable");
  expect((await shown()).isOnline).toBe(true);
});

test.each(["without", "with"])(
  "a bridge and its router are offline when two heartbeats were missed and never earlier, %s a farewell",
  async (farewell) => {
    expect(silentAfterMs).toBe(2 * heartbeatMs + 10_000);
    const link = await bridge.connect();
    vi.setSystemTime(Date.now() + 5_000);
    await sayRouter(link, "reachable");
    const last = Date.now();
    if (farewell === "with") await link.close();
    for (const isThere of [true, false]) {
      vi.setSystemTime(last + silentAfterMs + (isThere ? -1_000 : 1_000));
      expect((await shown()).isOnline).toBe(isThere);
      expect(await object().siteNow([])).toMatchObject({ isOnline: isThere });
    }
    await expectSeen(last);
    await link.close();
    // Back at once.
    const again = await bridge.connect();
    expect(await object().siteNow([])).toMatchObject({ isOnline: true });
    await sayRouter(again, "reachable");
    expect((await shown()).isOnline).toBe(true);
  },
);

test("the last proof of life is kept to the second when a link breaks late and when its object is evicted", async () => {
  const link = await bridge.connect();
  await sayRouter(link, "reachable");
  vi.setSystemTime(Date.now() + 20_000);
  await link.settled();
  const last = Date.now();
  const isExact = async () => {
    await expectSeen(last);
    const { lastSeen } = await object().siteNow([]);
    expect(Math.abs((lastSeen ?? 0) - last)).toBeLessThan(1_000);
  };
  // Ten minutes without a word; then the runtime notices that nobody is there.
  vi.setSystemTime(last + 600_000);
  await isExact();
  await evictDurableObject(object());
  await isExact();
  await runInDurableObject(object(), async (instance: BridgeObject, state) => {
    const sockets = state.getWebSockets();
    // As the runtime leaves it behind: without that socket, and with this one call.
    vi.spyOn(state, "getWebSockets").mockReturnValue([]);
    const { webSocketClose } = instance;
    instance.webSocketClose = async () => undefined;
    for (const socket of sockets) await webSocketClose.call(instance, socket, 1006);
  });
  await link.end();
  await isExact();
  await evictDurableObject(object());
  await isExact();
});
