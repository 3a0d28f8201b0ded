import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { SiteEvent } from "#contract/bridge";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { entitlementRow, type Sold, sell, subjectsOf } from "../../support/sell.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// What a bridge of a newer version says on the link of this one.

let seeded: TwoProviders;
let bridge: FakeBridge;

beforeAll(async () => {
  seeded = await seedBoth();
  const ctx = testContext();
  const { code } = await createBridgeCode(ctx, { providerId: seeded.demo.id, adminId: null }, "Newer");
  bridge = await FakeBridge.enrol(code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE provider_id = ?2")
    .bind(bridge.id, seeded.demo.id)
    .run();
});
afterEach(async () => {
  await closeAllLinks();
  vi.restoreAllMocks();
});

const object = () => env.BRIDGE.getByName(bridge.id);
const waiting = () =>
  runInDurableObject(object(), (_object, { storage }) =>
    storage.sql
      .exec("SELECT body FROM unread_event ORDER BY number")
      .toArray()
      .map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>),
  );
const emptyWaiting = () =>
  runInDurableObject(object(), (_object, { storage }) => {
    storage.sql.exec("DELETE FROM unread_event");
  });

const started = (sold: Sold) => ({
  kind: "started" as const,
  ageMs: 0,
  routerId: sold.routerId,
  entitlementId: sold.id,
  rev: 1,
});

/** Numbered as the bridge's next ones. */
function numbered(...events: Record<string, unknown>[]): SiteEvent[] {
  return events.map((event) => {
    bridge.lastSeq += 1;
    return { ...event, seq: bridge.lastSeq } as unknown as SiteEvent;
  });
}

async function tell(link: FakeLink, events: SiteEvent[]): Promise<void> {
  await link.resend(events);
}

describe("an event of a kind that this version does not know", () => {
  test("holds up none of the others, and is kept once", async () => {
    const [first, second] = [await sell(seeded.demo), await sell(seeded.demo)];
    const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const link = await bridge.connect();
    const events = numbered(
      started(first),
      { kind: "paused", ageMs: 5, routerId: first.routerId, entitlementId: first.id },
      started(second),
    );
    await tell(link, events);
    expect((await entitlementRow(first)).state).toBe("running");
    expect((await entitlementRow(second)).state).toBe("running");
    // As if the acknowledgement was lost, on this link and the next one.
    await tell(link, events);
    await link.close();
    await tell(await bridge.connect(), events);
    expect(await waiting()).toEqual([events[1]]);
    const said = warned.mock.calls.map(([text]) => JSON.parse(String(text)));
    expect(said).toEqual([
      expect.objectContaining({ level: "warn", bridge: bridge.id, error: "events paused" }),
    ]);
    await emptyWaiting();
  });

  test("alone in its message is acknowledged, too", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const link = await bridge.connect();
    const [event] = numbered({ kind: "paused", ageMs: 5, routerId: seeded.demo.routers[0]?.id });
    await tell(link, [event as SiteEvent]);
    expect(await waiting()).toEqual([event]);
    await emptyWaiting();
  });

  test("is written by the version that knows it, as old as it is by then", async () => {
    const sold = await sell(seeded.demo);
    await (await bridge.connect()).close();
    const event = { ...started(sold), ageMs: 30_000, seq: 1 };
    await runInDurableObject(object(), (_object, { storage }) => {
      const keep = (body: unknown) =>
        storage.sql.exec(
          "INSERT INTO unread_event (at, body) VALUES (?, ?)",
          Date.now() - 60_000,
          JSON.stringify(body),
        );
      keep({ kind: "still unknown", seq: 2, ageMs: 0 });
      keep(event);
    });
    await evictDurableObject(object());
    const link = await bridge.connect();
    await link.settled();
    const { state, created_at: createdAt, started_at: startedAt } = await entitlementRow(sold);
    expect(state).toBe("running");
    // Never before its purchase.
    expect(startedAt).toBe(createdAt);
    expect(await waiting()).toEqual([{ kind: "still unknown", seq: 2, ageMs: 0 }]);
    await emptyWaiting();
  });

  test("without a number is none, and more than there is room for are not acknowledged", async () => {
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const link = await bridge.connect();
    link.sayRaw(JSON.stringify({ type: "events", events: [{ kind: "paused" }, "?", null, { seq: -1 }] }));
    await link.settled();
    expect(await waiting()).toEqual([]);
    expect(said).toHaveBeenCalledTimes(1);
    // What is too long for ours is acknowledged, or it would come again for ever.
    await tell(link, numbered({ kind: "paused", ageMs: 5, why: "x".repeat(5_000) }));
    expect(await waiting()).toEqual([]);
    // A list that no bridge sends is none.
    link.sayRaw(JSON.stringify({ type: "events", events: Array.from({ length: 5_000 }, () => 0) }));
    await link.settled();
    expect(said).toHaveBeenCalledTimes(2);
    await runInDurableObject(object(), (_object, { storage }) => {
      storage.sql.exec(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO unread_event (at, body) SELECT i, '{}' FROM n",
      );
    });
    link.say({ type: "events", events: numbered({ kind: "paused", ageMs: 5 }) });
    expect(await link.end()).toMatchObject({ code: 1013 });
    bridge.lastSeq -= 1;
    await emptyWaiting();
  });
});

test("an unknown value in a list leaves out its item alone; in what only informs, itself", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const sold = await sell(seeded.demo);
  const link = await bridge.dial();
  const requests = ["test", "kick", "hosts", ...Array.from({ length: 300 }, (_, at) => `request ${at}`)];
  await link.hello({ requests: requests as never, updatedBy: "a parrot" as never });
  await link.next("welcome");
  expect(await object().canAssign()).toBe("outdated");
  const { routerId, id } = sold;
  const entitlements = [
    { id: "another", rev: 1, state: "paused" },
    { id, rev: 1, state: "online" },
  ];
  link.say({ type: "router", routerId, state: "reachable", message: "", version: "7.18", seenAgeMs: 0 });
  link.say({ type: "state", routerId, entitlements: entitlements as never });
  await link.settled();
  const { online } = await object().devicesNow(seeded.demo.id, [routerId]);
  expect(online).toEqual(subjectsOf(sold.mac));
});

test("a purchase in a state that this version does not know is not told to the bridge", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const [paused, other] = [await sell(seeded.demo), await sell(seeded.demo)];
  await (await bridge.connect()).close();
  await runInDurableObject(object(), (_object, { storage }) => {
    storage.sql.exec(
      "UPDATE held SET body = json_set(body, '$.state', 'paused', '$.rev', 9) WHERE id = ?",
      paused.id,
    );
  });
  const link = await bridge.connect();
  await link.until(() => link.desired(other.id), "the other purchase");
  expect(link.desired(paused.id)).toBeUndefined();
});
