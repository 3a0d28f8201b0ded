import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ownFreeMinutes } from "#contract/people";
import { listTransactions } from "#contract/transactions";
import { deviceSubject } from "#contract/values/subject";
import { generateVouchers, redeemVoucher } from "#contract/vouchers";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { newMac, sell } from "../../support/sell.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import {
  ask,
  auditLines,
  begin,
  emptyUsers,
  extend,
  reachable,
  userWorld,
  type World,
} from "./user-world.ts";

// More time and free vouchers are given away within a day's minutes, and are no sale.

let world: World;
let link: FakeLink;

const db = () => tenantDatabase(world.demo.id);
async function setAdmin(role: string, freeMinutes: number): Promise<void> {
  await db().prepare("UPDATE admins SET role = ?1, free_minutes = ?2").bind(role, freeMinutes).run();
}

beforeAll(async () => {
  world = await userWorld();
});
beforeEach(async () => {
  await emptyUsers();
  await emptyTenantTables("gifts", "vouchers");
  link = await reachable(world);
});
afterEach(closeAllLinks);
afterAll(() => setAdmin("owner", 0));

const give = (quantity: number, more: object = { isFree: true }) =>
  ask(world, generateVouchers, { body: { planId: world.demo.plans[0]?.id ?? "", quantity, ...more } });
const said = (answer: Awaited<ReturnType<typeof give>>) => (answer.ok ? 200 : answer.refusal?.message);
const left = async () => {
  const answer = await ask(world, ownFreeMinutes);
  return answer.ok ? answer.answer : answer.text;
};
async function bought(): Promise<string | null> {
  const sold = await sell(world.demo);
  await begin(link, sold);
  return sold.mac;
}

describe("what somebody gives away", () => {
  test("takes the minutes of their day, as more time and as free vouchers of an hour, and no more", async () => {
    await setAdmin("cashier", 120);
    const mac = await bought();
    expect(await left()).toEqual({ most: 120, given: 0 });
    expect((await extend(world, mac, 45)).status).toBe(200);
    expect(said(await give(2))).toBe(
      "That is more than you may give today: 75 of your 120 free minutes are left. An owner can allow more under People.",
    );
    expect(said(await give(1))).toBe(200);
    const tooMuch = await extend(world, mac, 16);
    expect(!tooMuch.ok && tooMuch.refusal?.message).toContain("15 of your 120 free minutes are left");
    expect((await extend(world, mac, 15)).status).toBe(200);
    expect(await left()).toEqual({ most: 120, given: 120 });
    expect(said(await give(3, {}))).toBe(200);
    expect((await auditLines()).map(({ action }) => action)).toEqual([
      ...["user.extend", "voucher.give", "user.extend", "voucher.generate"],
    ]);
  });

  test("is nothing where an owner has allowed nothing, and what an owner likes", async () => {
    await setAdmin("cashier", 0);
    const mac = await bought();
    const answer = await extend(world, mac, 1);
    expect(!answer.ok && answer.refusal?.message).toBe(
      "You may not give free time. An owner can allow it under People.",
    );
    expect(said(await give(1))).toBe("You may not give free time. An owner can allow it under People.");
    await setAdmin("owner", 0);
    expect(await left()).toEqual({ most: null, given: 0 });
    expect([said(await give(100)), (await extend(world, mac, 600)).status]).toEqual([200, 200]);
  });

  test("is never more than the day's, of ten who ask at once", async () => {
    await setAdmin("cashier", 300);
    const mac = await bought();
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => give(1)),
      ...Array.from({ length: 6 }, () => extend(world, mac, 60)),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
    expect(await left()).toEqual({ most: 300, given: 300 });
  });

  test("costs nothing where nothing came of it, and once where it is asked twice", async () => {
    await setAdmin("cashier", 120);
    expect((await extend(world, newMac(), 60)).ok).toBe(false);
    const waiting = await sell(world.demo);
    expect((await extend(world, waiting.mac, 60)).status).toBe(409);
    expect(await left()).toEqual({ most: 120, given: 0 });
    const mac = await bought();
    for (let time = 0; time < 2; time++)
      expect((await extend(world, mac, 60, { key: "k".repeat(20) })).status).toBe(200);
    expect(await left()).toEqual({ most: 120, given: 60 });
  });

  test("begins anew with each day in Nairobi", async () => {
    await setAdmin("cashier", 60);
    expect(said(await give(1))).toBe(200);
    expect(await left()).toEqual({ most: 60, given: 60 });
    await db().prepare("UPDATE gifts SET given_at = given_at - 86400000").run();
    expect(await left()).toEqual({ most: 60, given: 0 });
  });

  test("is no sale: a free voucher lets its device in, of no price", async () => {
    await setAdmin("owner", 0);
    const answer = await give(1);
    const [voucher] = answer.ok ? answer.answer.vouchers : [];
    expect(voucher?.plan?.price).toBe(0);
    const mac = newMac();
    const body = { voucherCode: voucher?.code ?? "", macAddress: mac, routerId: world.demo.routers[0]?.id };
    const redeemed = await call(redeemVoucher, { body }, { host: hostOf("demo") });
    const id = redeemed.ok ? redeemed.answer.transactionId : redeemed.text;
    await link.until(
      () => link.desiredEntitlements.find(({ spec }) => spec.subjects.includes(deviceSubject(mac))),
      "access",
    );
    const sales = await ask(world, listTransactions, { query: { search: voucher?.code ?? "" } });
    expect(sales.ok && sales.answer).toMatchObject([{ id, amount: 0, status: "completed" }]);
  });
});
