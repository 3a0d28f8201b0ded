import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { reclaimRouter } from "#contract/routers";
import { minuteMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { closeAllLinks, FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { RouterWorld } from "./router-world.ts";

let world: RouterWorld;
let id: string;

beforeAll(async () => {
  world = await RouterWorld.make();
  id = (await world.added({ host: "192.168.88.60" })).id;
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const reclaim = { params: { id: "" } };
const refused = (who: "demo" | "savanna" = "demo") => world.refused(reclaimRouter, reclaim, who);
const setRow = (column: string, value: string | number | null, row = id) =>
  env.DB.prepare(`UPDATE routers SET ${column} = ?1 WHERE id = ?2`).bind(value, row).run();

async function said(link: FakeLink, state: "reachable" | "superseded"): Promise<void> {
  const message = state === "superseded" ? ({ say: "taken_over", with: { epoch: 28_553_808 } } as const) : "";
  link.say({ type: "router", routerId: id, state, version: "7.18", message });
  await link.settled();
}

describe("a router that another bridge took over", () => {
  beforeAll(() => {
    reclaim.params.id = id;
  });

  test("says so without a number, and a press gives it back under an epoch above all others", async () => {
    const link = await world.bridge.connect();
    await said(link, "superseded");
    expect(await world.listed(id)).toMatchObject({
      isOnline: false,
      state: "taken_over",
      statusText: "The bridge says: Another bridge took this router over.",
    });
    const other = world.seeded.savanna.routers[0]?.id ?? "";
    await setRow("serving_epoch", 900_000_000, other);
    const answer = await world.ask(reclaimRouter, reclaim);
    expect(answer.ok && answer.answer.message).toMatch(/^The bridge of Rooftop was told to run it again\./);
    const assigned = await link.next("assign");
    expect(assigned.routers).toContainEqual(
      expect.objectContaining({ routerId: id, servingEpoch: 900_000_001 }),
    );
    expect(await world.audited("router.reclaim")).toMatchObject([
      { subject: id, detail: { name: "Rooftop" } },
    ]);
    await said(link, "reachable");
    expect(await world.listed(id)).toMatchObject({ isOnline: true, state: "connected" });
  });

  test("is nobody else's to take, and nothing is raised where nobody took it over or its bridge is away", async () => {
    expect((await refused("savanna"))[0]).toBe(404);
    const link = await world.bridge.connect();
    await said(link, "reachable");
    expect(await refused()).toEqual([409, "No other bridge took Rooftop over."]);
    await said(link, "superseded");
    await link.close();
    vi.setSystemTime(Date.now() + 2 * minuteMs);
    expect(await refused()).toEqual([503, "The bridge at this site is not connected."]);
    await setRow("bridge_id", world.foreignBridge.id);
    expect((await refused())[1]).toMatch(/^How this router is reached is the platform operator's to say/);
    await setRow("bridge_id", null);
    expect(await refused()).toEqual([503, "No bridge installed"]);
  });

  test("that a bridge of the platform ran is the operator's to get back, with an entry that its provider reads too", async () => {
    const platform = { providerId: null, adminId: null };
    const shared = await FakeBridge.enrol((await createBridgeCode(testContext(), platform, "Tower")).code);
    await setRow("bridge_id", shared.id);
    const cookie = await signInOperator(world.seeded.operator);
    const get = () => call(reclaimRouter, reclaim, { host: hostOf(), cookie });
    const why = async () => {
      const answer = await get();
      return answer.ok ? "" : [answer.status, answer.refusal?.message];
    };
    expect(await why()).toEqual([503, "The bridge at this site is not connected."]);
    const link = await shared.connect();
    await said(link, "reachable");
    expect(await why()).toEqual([409, "No other bridge took Rooftop over."]);
    await said(link, "superseded");
    expect((await refused())[1]).toMatch(/^How this router is reached is the platform operator's to say/);
    const other = world.seeded.savanna.routers[0]?.id ?? "";
    await setRow("serving_epoch", 910_000_000, other);
    const answer = await get();
    expect(answer.ok && answer.answer.message).toMatch(/^The bridge of Rooftop was told to run it again\./);
    expect((await link.next("assign")).routers).toContainEqual(
      expect.objectContaining({ routerId: id, servingEpoch: 910_000_001 }),
    );
    expect((await world.audited("router.reclaim")).at(-1)).toMatchObject({
      actor: "platform",
      provider_id: world.seeded.demo.id,
      subject: id,
    });
  });
});
