import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { reclaimRouter } from "#contract/routers";
import { minuteMs } from "#contract/values/time";
import { closeAllLines, type FakeLine } from "../../support/fake-bridge.ts";
import { RouterWorld } from "./router-world.ts";

let world: RouterWorld;
let id: string;

beforeAll(async () => {
  world = await RouterWorld.make();
  id = (await world.added({ host: "192.168.88.60" })).id;
}, 60_000);
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLines();
});

const reclaim = { params: { id: "" } };
const refused = (who: "demo" | "savanna" = "demo") => world.refused(reclaimRouter, reclaim, who);
const setRow = (column: string, value: string | number | null, row = id) =>
  env.DB.prepare(`UPDATE routers SET ${column} = ?1 WHERE id = ?2`).bind(value, row).run();

async function said(line: FakeLine, state: "reachable" | "superseded"): Promise<void> {
  const message = state === "superseded" ? ({ say: "taken_over", with: { epoch: 28_553_808 } } as const) : "";
  line.say({ type: "router", routerId: id, state, version: "7.18", message });
  await line.settled();
}

describe("a router that another bridge took over", () => {
  beforeAll(() => {
    reclaim.params.id = id;
  });

  test("says so without a number, and a press gives it back under an epoch above all others", async () => {
    const line = await world.bridge.connect();
    await said(line, "superseded");
    expect(await world.listed(id)).toMatchObject({
      isOnline: false,
      state: "taken_over",
      statusText: "The bridge says: Another bridge took this router over.",
    });
    const other = world.seeded.savanna.routers[0]?.id ?? "";
    await setRow("serving_epoch", 900_000_000, other);
    const answer = await world.ask(reclaimRouter, reclaim);
    expect(answer.ok && answer.answer.message).toMatch(/^Your bridge was told to run Rooftop again\./);
    const assigned = await line.next("assign");
    expect(assigned.routers).toContainEqual(
      expect.objectContaining({ routerId: id, servingEpoch: 900_000_001 }),
    );
    expect(await world.audited("router.reclaim")).toMatchObject([
      { subject: id, detail: { name: "Rooftop" } },
    ]);
    await said(line, "reachable");
    expect(await world.listed(id)).toMatchObject({ isOnline: true, state: "connected" });
  });

  test("is nobody else's to take, and nothing is raised where nobody took it over or its bridge is away", async () => {
    expect((await refused("savanna"))[0]).toBe(404);
    const line = await world.bridge.connect();
    await said(line, "reachable");
    expect(await refused()).toEqual([409, "No other bridge took Rooftop over."]);
    await said(line, "superseded");
    await line.close();
    vi.setSystemTime(Date.now() + 2 * minuteMs);
    expect(await refused()).toEqual([503, "The bridge at this site is not connected."]);
    await setRow("bridge_id", world.foreignBridge.id);
    expect((await refused())[1]).toMatch(/^How this router is reached is the platform operator's to say/);
    await setRow("bridge_id", null);
    expect(await refused()).toEqual([503, "No bridge installed"]);
  });
});
