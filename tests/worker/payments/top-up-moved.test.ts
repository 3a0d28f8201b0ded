import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BridgeObject } from "#worker/features/bridges/bridge-object";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { visit } from "../../support/portal-page.ts";
import { gateOf, leaves, moves, next, reachableSite, stallOf } from "./moved-world.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";
import { cap, capped, more, purchaseRow, run, running, servedBy, toppedUp, usedUp } from "./top-up-world.ts";

// More data for a purchase that went on at another router: before it was asked for, before it was paid, or while it was on its way.

let world: PaymentWorld;
let link: FakeLink;

beforeAll(async () => {
  world = await openWorld();
  await capped(world);
});
beforeEach(async () => {
  await world.renew();
  link = await reachableSite(world);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeAllLinks();
});
afterAll(() => world.close());

const gate = () => gateOf(world);
const stall = () => stallOf(world);
const servedAtStall = (id: string, dataBytes: number) =>
  link.until(
    () =>
      link.desiredEntitlements.findLast(
        ({ id: told, routerId, spec }) =>
          told === next(id) && routerId === stall() && spec.kind === "serve" && spec.dataBytes === dataBytes,
      ),
    `${dataBytes} bytes at the stall`,
  );

test("it is topped up where it is now, again where it ran out there, and no longer where it was", async () => {
  const buyer = world.buyer();
  const id = await running(buyer);
  await moves(link, buyer, id);
  const there = { topUp: true, routerId: stall() };
  const gone = await buyer.initiate({ topUp: true });
  expect([gone.status, JSON.parse(gone.text).reason]).toEqual([404, "top_up_nothing"]);
  const { transactionId } = await buyer.start(there);
  await buyer.answer("paid");
  expect(await servedBy(buyer, transactionId)).toBe(id);
  await servedAtStall(id, cap + more);
  await usedUp(buyer, next(id));
  await world.advance(300_000);
  await buyer.start(there);
  await buyer.answer("paid");
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ state: "running", top_up_bytes: 2 * more });
  await servedAtStall(id, cap + 2 * more);
  expect(await purchaseRow(buyer, id)).toMatchObject({ state: "moved", top_up_bytes: 0 });
});

test("what was bought before it moved goes along, and what is bought after adds to it", async () => {
  const buyer = world.buyer();
  const id = await running(buyer);
  await toppedUp(buyer);
  await moves(link, buyer, id);
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ top_up_bytes: more });
  await servedAtStall(id, cap + more);
  await world.advance(300_000);
  await buyer.start({ topUp: true, routerId: stall() });
  await buyer.answer("paid");
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ top_up_bytes: 2 * more });
});

test("moved between prompt and payment, its data is there, and its payer sees it", async () => {
  const buyer = world.buyer();
  const id = await running(buyer);
  const { transactionId } = await buyer.start({ topUp: true });
  await moves(link, buyer, id);
  const before = await purchaseRow(buyer, next(id));
  await buyer.answer("paid");
  await servedAtStall(id, cap + more);
  expect(await purchaseRow(buyer, next(id))).toMatchObject({
    state: "running",
    top_up_bytes: more,
    ends_at: before?.ends_at,
  });
  expect(await buyer.status(transactionId)).toMatchObject({
    status: "completed",
    expiresAt: new Date(before?.ends_at ?? 0).toISOString(),
  });
});

test("paid while it is on its way, the data goes along", async () => {
  const buyer = world.buyer();
  const id = await running(buyer);
  const { transactionId } = await buyer.start({ topUp: true });
  const { arrived } = await leaves(link, buyer, id);
  await buyer.answer("paid");
  expect(await servedBy(buyer, transactionId)).toBe(id);
  await arrived();
  await servedAtStall(id, cap + more);
  expect(await purchaseRow(buyer, next(id))).toMatchObject({ state: "running", top_up_bytes: more });
});

test("too late for it where it is now, the money makes a purchase of its own", async () => {
  const buyer = world.buyer();
  const id = await running(buyer);
  const { transactionId } = await buyer.start({ topUp: true });
  await moves(link, buyer, id);
  await usedUp(buyer, next(id));
  await world.advance(24 * 3_600_000);
  await buyer.answer("late-paid");
  await world.advance(60_000);
  const served = (await servedBy(buyer, transactionId)) ?? "";
  expect([id, next(id)]).not.toContain(served);
  expect(await purchaseRow(buyer, served)).toMatchObject({ state: "waiting", top_up_bytes: 0 });
  expect((await purchaseRow(buyer, next(id)))?.top_up_bytes).toBe(0);
});

describe("its new router hears of it", () => {
  test("where the first try to tell it failed", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const buyer = world.buyer();
    const id = await running(buyer);
    await moves(link, buyer, id);
    await buyer.start({ topUp: true, routerId: stall() });
    vi.spyOn(BridgeObject.prototype, "sendDesired").mockRejectedValueOnce(new Error("the object was reset"));
    await buyer.answer("paid");
    await world.advance(5_000);
    await servedAtStall(id, cap + more);
  });

  test("where the gateway denies the money afterwards", async () => {
    const buyer = world.buyer();
    const id = await running(buyer);
    await moves(link, buyer, id);
    await buyer.start({ topUp: true, routerId: stall() });
    await world.daraja.set({ query: "down" });
    await buyer.answer("paid");
    await servedAtStall(id, cap + more);
    world.wire = (request) =>
      request.url.includes("stkpushquery")
        ? Response.json({ ResponseCode: "0", ResultCode: "1032", ResultDesc: "code 1032" })
        : undefined;
    const rev = (await purchaseRow(buyer, next(id)))?.rev ?? 0;
    await world.advance(60_000);
    expect(await purchaseRow(buyer, next(id))).toMatchObject({ top_up_bytes: 0, rev: rev + 1 });
    const told = await servedAtStall(id, cap);
    await link.until(() => link.desired(next(id))?.rev === rev + 1, "the purchase without the data");
    expect(told.id).toBe(next(id));
  });
});

test("the page at another router offers no data that could not be bought there", async () => {
  const buyer = world.buyer();
  const at = (routerId: string) => `mac=${encodeURIComponent(buyer.mac)}&routerId=${routerId}`;
  const cookie = (await visit(`/?${at(gate())}`)).cookie ?? "";
  const id = await running(buyer, { cookie });
  await run(buyer.provider.id, "UPDATE entitlements SET used_bytes = ?2 WHERE id = ?1", id, 0.9 * cap);
  const shown = async (place: string) => (await visit(`/connected?${place}`, { cookie })).data.device;
  expect((await shown(at(gate())))?.topUp).toMatchObject({ bytes: more });
  for (const place of [at(stall()), ""])
    expect(await shown(place)).toMatchObject({ dataLeftBytes: cap / 10, topUp: null });
  await usedUp(buyer, id);
  expect((await visit(`/?${at(gate())}`, { cookie })).data.ended?.topUp).toMatchObject({ bytes: more });
  expect((await visit(`/?${at(stall())}`, { cookie })).data.ended).toMatchObject({
    why: "data",
    topUp: null,
  });
});
