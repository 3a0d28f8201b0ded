import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SwitchObject } from "#worker/features/switch/switch-object";
import { demoTill } from "../../seed/two-providers.ts";
import { idOf, operatorCalls } from "../switch/switch-world.ts";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, centralTill, openWorld, type PaymentWorld } from "./payment-world.ts";
import { capped, more, purchaseRow, run, running, servedBy, usedUp } from "./top-up-world.ts";

// A top-up while the operator's switch is active: its data is the purchase's, its money the central account's, as of any sale.

let world: PaymentWorld;
let operator: Awaited<ReturnType<typeof operatorCalls>>;

beforeAll(async () => {
  world = await openWorld();
  await capped(world);
});
beforeEach(async () => {
  await world.renew();
  operator = await operatorCalls(world.seeded);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { id, isActive } of await operator.list()) {
    if (isActive) await operator.deactivate(id);
    await operator.remove(id);
  }
});
afterAll(() => world.close());

/** Its data is used up, and what it cost was not diverted. */
async function ranOut(): Promise<{ buyer: Buyer; id: string; switchId: string }> {
  const buyer = world.buyer();
  const id = await running(buyer);
  await usedUp(buyer, id);
  const switchId = idOf(await operator.create({ centralAccountNumber: centralTill }));
  expect((await operator.activate(switchId)).ok).toBe(true);
  return { buyer, id, switchId };
}

const payees = async (buyer: Buyer) => (await buyer.prompts()).map(({ partyB }) => String(partyB)).reverse();
const collected = async (switchId: string) => {
  const { rows } = await operator.transactions({ switchId });
  const shown = (await operator.list()).find(({ id }) => id === switchId);
  return { ids: rows.map(({ id }) => id), amount: shown?.currentAmount };
};
const balances = async (id: string) =>
  Object.fromEntries((await moneyRows(id)).ledger.map(({ account, cents }) => [account, cents]));

test("adds its data once, and the books and the switch say that the central account has the money", async () => {
  const { buyer, id, switchId } = await ranOut();
  await world.daraja.set({ callbacks: "duplicate", copies: 3 });
  const { transactionId } = await buyer.start({ topUp: true });
  expect(await payees(buyer)).toEqual([demoTill, centralTill]);
  await buyer.answer("paid");
  await world.advance(30_000);
  expect(await purchaseRow(buyer, id)).toMatchObject({ state: "running", top_up_bytes: more });
  expect((await moneyRows(transactionId)).payment).toMatchObject({
    status: "completed",
    settlement: "diverted",
    switch_id: switchId,
    central_account: centralTill,
    entitlement_id: id,
    top_up_of: id,
  });
  expect(await balances(transactionId)).toEqual({
    [`central account ${switchId}`]: 500,
    sales: -500,
    "diverted claim": 500,
    "diverted, not settled": -500,
  });
  expect(await collected(switchId)).toEqual({ ids: [transactionId], amount: 5 });
});

test("cancelled, it leaves purchase, books and switch as they were", async () => {
  const { buyer, id, switchId } = await ranOut();
  const { transactionId } = await buyer.start({ topUp: true });
  await buyer.answer("cancelled");
  expect(await purchaseRow(buyer, id)).toMatchObject({ state: "ended", top_up_bytes: 0 });
  expect(await balances(transactionId)).toEqual({});
  expect(await collected(switchId)).toEqual({ ids: [], amount: 0 });
});

test.each(["refuses the central account", "cannot be asked"] as const)(
  "goes to the provider's own till where the switch %s, and adds its data",
  async (what) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { buyer, id, switchId } = await ranOut();
    if (what === "cannot be asked")
      vi.spyOn(SwitchObject.prototype, "reserve").mockRejectedValueOnce(new Error("the object was reset"));
    const { transactionId } = await buyer.start({ topUp: true });
    if (what === "refuses the central account") {
      await buyer.answer("code", { resultCode: "2028" });
      await world.advance(1_000);
    }
    expect((await payees(buyer)).at(-1)).toBe(demoTill);
    await buyer.answer("paid");
    expect(await purchaseRow(buyer, id)).toMatchObject({ state: "running", top_up_bytes: more });
    expect((await moneyRows(transactionId)).payment).toMatchObject({ settlement: "direct", switch_id: null });
    expect((await moneyRows(transactionId)).ledger.map(({ cents }) => cents)).toEqual([500, -500]);
    expect(await collected(switchId)).toEqual({ ids: [], amount: 0 });
  },
);

test("too late for its purchase, diverted money makes one of its own and is counted all the same", async () => {
  const { buyer, id, switchId } = await ranOut();
  const { transactionId } = await buyer.start({ topUp: true });
  await run(buyer.provider.id, "UPDATE entitlements SET ends_at = 1 WHERE id = ?1", id);
  await buyer.answer("paid");
  const own = (await servedBy(buyer, transactionId)) ?? "";
  expect(own).not.toBe(id);
  expect(await purchaseRow(buyer, own)).toMatchObject({ state: "waiting" });
  expect(await balances(transactionId)).toMatchObject({ [`central account ${switchId}`]: 500 });
  expect(await collected(switchId)).toEqual({ ids: [transactionId], amount: 5 });
});
