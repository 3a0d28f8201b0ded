import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { revenueReport } from "#contract/reports";
import { carryPurchases, readSetAside, removeRouter } from "#contract/routers";
import { listTransactions } from "#contract/transactions";
import { nairobiDay } from "#contract/values/duration";
import { deviceSubject } from "#contract/values/subject";
import { giveDevice } from "#worker/features/entitlements/index";
import { removeDevice } from "#worker/features/entitlements/remove-device";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { entitlementRow, newMac, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { testContext } from "../../support/worker-context.ts";
import { attachedTo, movesOf, userOf } from "../entitlements/move-world.ts";
import { putPayment } from "../transactions/sales-rows.ts";
import { RouterWorld } from "./router-world.ts";

// A router was removed; what its buyers had goes on at the one that is added in its place.

let world: RouterWorld;
let oldId: string;
let newId: string;
const sold: Record<"running" | "waiting" | "shared" | "over" | "elsewhere", Sold> = {} as never;

const given = (of: Sold, mac: string, routerId = oldId) =>
  giveDevice(testContext(), {
    providerId: of.providerId,
    entitlementId: of.id,
    subject: deviceSubject(mac),
    routerId,
    by: "provider",
    buyerHash: null,
    instead: null,
  });

const left = newMac();
const second = newMac();

beforeAll(async () => {
  world = await RouterWorld.make();
  const old = await world.added({ name: "Old Gate", host: "192.168.88.70" });
  oldId = old.id;
  const at = { ...world.seeded.demo, routers: [{ id: oldId, name: "Old Gate" }] };
  // It bought something, too.
  await putPayment(at);
  const options = { createdAt: Date.now() - 60_000 };
  sold.running = await sell(at, options);
  const endsAt = Date.now() + 3_600_000;
  await setEntitlement(sold.running, { state: "running", started_at: endsAt - 7_200_000, ends_at: endsAt });
  sold.waiting = await sell(at, options);
  sold.shared = await sell(at, { ...options, buyerHash: "buyer", terms: { devices: 3 } });
  for (const mac of [left, second]) await given(sold.shared, mac);
  const { providerId, id: entitlementId } = sold.shared;
  const device = testContext().keys.tag("plan-device", `${entitlementId} ${deviceSubject(left)}`, 64);
  await removeDevice(testContext(), { providerId, entitlementId, device, buyerHash: "buyer" });
  sold.over = await sell(at, options);
  await setEntitlement(sold.over, { state: "running", started_at: 1, ends_at: Date.now() - 1 });
  sold.elsewhere = await sell(at, options);
  const removed = await world.ask(removeRouter, { params: { id: oldId }, query: { confirm: "true" } });
  if (!removed.ok) throw new Error(removed.text);
  await given(sold.elsewhere, newMac(), world.seeded.demo.routers[0]?.id);
  newId = (await world.added({ name: "New Gate", host: "192.168.88.70" })).id;
});
afterEach(closeAllLinks);

const here = () => ({ params: { id: newId } });

test("a router that was removed keeps its name in reports and among payments", async () => {
  const today = nairobiDay(Date.now());
  const report = await world.ask(revenueReport, { query: { from: today, to: today } });
  expect(report.ok && report.answer.routers.map(({ name }) => name)).toEqual(["Old Gate"]);
  const paid = await world.ask(listTransactions);
  expect(paid.ok && paid.answer.map(({ routerName }) => routerName)).toEqual(["Old Gate"]);
});

describe("what was bought there", () => {
  test("is offered where a router is added at its address, and nowhere else", async () => {
    const offered = await world.ask(readSetAside, here());
    expect(offered.ok && offered.answer).toEqual({ purchases: 4, routers: ["Old Gate"] });
    const other = await world.added({ name: "Annex", host: "192.168.88.71" });
    const none = await world.ask(readSetAside, { params: { id: other.id } });
    expect(none.ok && none.answer).toEqual({ purchases: 0, routers: [] });
    expect((await world.refused(readSetAside, here(), "savanna"))[0]).toBe(404);
    expect((await world.refused(carryPurchases, here(), "savanna"))[0]).toBe(404);
  });

  test("comes over by one press, with its devices, its clock and its place; what is over or went on elsewhere stays", async () => {
    const before = await entitlementRow(sold.running);
    const link = await world.bridge.connect();
    const answer = await world.ask(carryPurchases, here());
    expect(answer.ok && answer.answer.message).toBe(
      "4 purchases go on at New Gate. Whoever is on its WiFi is let in as soon as the router can be reached.",
    );
    const after = await entitlementRow(sold.running);
    expect(after).toEqual({
      ...before,
      rev: before.rev + 1,
      mac: sold.running.mac,
      subject: after.subject,
      router_id: newId,
      updated_at: after.updated_at,
    });
    expect(await entitlementRow(sold.waiting)).toMatchObject({ state: "waiting", router_id: newId });
    // Who had left before is not brought back.
    expect(await attachedTo(sold.shared.id)).toEqual([sold.shared.mac, second]);
    expect(await userOf(second)).toEqual({ entitlement_id: sold.shared.id, router_id: newId });
    expect(await movesOf(sold.waiting.id)).toMatchObject([
      { from_mac: null, to_mac: sold.waiting.mac, by: "provider", done_at: expect.any(Number) },
    ]);
    for (const one of [sold.over, sold.elsewhere])
      expect((await entitlementRow(one)).router_id).not.toBe(newId);
    const serve = await link.until(() => link.desired(sold.running.id), "serve");
    expect(serve).toMatchObject({
      routerId: newId,
      rev: after.rev,
      spec: { kind: "serve", subjects: subjectsOf(sold.running.mac) },
    });
    expect(await world.audited("router.carry_on")).toMatchObject([
      { subject: newId, detail: { name: "New Gate", purchases: 4, from: [oldId] } },
    ]);
  });

  test("comes over once", async () => {
    const offered = await world.ask(readSetAside, here());
    expect(offered.ok && offered.answer.purchases).toBe(0);
    const again = await world.ask(carryPurchases, here());
    expect(again.ok && again.answer.message).toBe("No purchase waits for New Gate.");
    expect(await world.audited("router.carry_on")).toHaveLength(1);
  });
});
