import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { askPayout, listPayouts, readBalance, readStatement, settlePayout } from "#contract/payouts";
import { settleRefund } from "#contract/refunds";
import { nairobiDay } from "#contract/values/duration";
import { copyToPlatform } from "#worker/features/copies/index";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { begin, MoneyPlay, openShops, pass, type Shop } from "./money-shops.ts";
import { mixedUpAnswers, moneySteps } from "./money-steps.ts";
import {
  heldSince,
  judgeEnd,
  judgeStep,
  mayRefundStay,
  mayStay,
  openOf,
  type Seen,
  see,
} from "./money-truth.ts";

// Two providers sell, give back and are paid out, in any order and while the gateway loses, mixes up and contradicts what it says:
// no shilling is sent twice, none is lost, and what our books say left has left by the gateway's own books.

let world: PaymentWorld;
let shops: Shop[];

beforeAll(async () => {
  world = await openWorld();
  shops = await openShops(world);
});
afterAll(() => world.close());

const minute = 60_000;
/** Each question that is put by itself within a day has its turn. */
const waits = [0.1, 1, 3, 6, 12, 30, 60, 120, 240, 500, 600].map((minutes) => minutes * minute);

/** Until nothing is open but what only a person with the statement can say. */
async function settled(judged: readonly Seen[]): Promise<Seen[]> {
  let before = judged;
  for (const ms of waits) {
    await pass(world, shops, ms);
    const now = await see(world, shops);
    judgeStep(before, now);
    before = now;
    const isLeft = now.some((one) => {
      const { payouts, refunds } = openOf(one);
      return !payouts.every(mayStay) || !refunds.every(mayRefundStay);
    });
    if (!isLeft && ms >= 6 * minute) break;
  }
  return [...before];
}

/** The gateway tells nobody that it took a payout back: it is asked again, by itself or by the operator. */
async function askAboutTakenBack(now: readonly Seen[]): Promise<void> {
  await world.advance(10_000);
  for (const { shop, rows } of now)
    for (const { row, sent } of rows)
      if (row.status === "paid" && sent?.payout.isReversed)
        await call(askPayout, { params: { id: shop.id, payoutId: row.id } }, await shop.at.asOperator());
  await world.advance(5_000);
}

/** What stays open is said to be unclear and its money held; a person settles it by the gateway's statement. */
async function settleByHand(start: readonly Seen[], now: readonly Seen[]): Promise<void> {
  for (const [index, one] of now.entries()) {
    const { payouts, refunds } = openOf(one);
    const { shop, figures } = one;
    expect(heldSince(start[index], figures)).toEqual({
      underWay: payouts.reduce((sum, { row }) => sum + row.cents + row.fee_cents, 0),
      refunding: refunds.reduce((sum, { cents }) => sum + cents, 0),
    });
    for (const open of payouts) {
      expect(mayStay(open), JSON.stringify(open)).toBe(true);
      const params = { id: shop.id, payoutId: open.row.id };
      const receipt = open.sent?.receipt ?? undefined;
      const isOut = receipt !== undefined && !open.sent?.payout.isReversed;
      const body = { outcome: isOut ? "paid" : "failed", note: "By the statement", receipt };
      const answer = await call(settlePayout, { params, body }, await shop.at.asOperator());
      expect(answer.ok, answer.text).toBe(true);
    }
    for (const refund of refunds) {
      expect(mayRefundStay(refund), JSON.stringify(refund)).toBe(true);
      const buyer = shop.sales.find(({ id }) => id === refund.payment_id)?.buyer;
      const isBack = one.transfers.some(({ phone, reversal }) => phone === buyer?.phone && reversal);
      const body = { outcome: isBack ? "done" : "failed", note: "By the statement" };
      const params = { id: refund.id };
      const answer = await call(settleRefund, { params, body }, await shop.at.asOperator());
      expect(answer.ok, answer.text).toBe(true);
    }
  }
}

/** Wallet, statement and the operator's page say what the books say. */
async function judgePages(begunAt: number, end: readonly Seen[]): Promise<void> {
  for (const { shop, figures } of end) {
    const balance = await call(readBalance, {}, await shop.at.asOwner());
    const query = { from: nairobiDay(begunAt), to: nairobiDay(Date.now()) };
    const statement = await call(readStatement, { query }, await shop.at.asOwner());
    if (!balance.ok || !statement.ok) throw new Error(balance.text + statement.text);
    expect(balance.answer).toMatchObject({
      owed: figures.owed / 100,
      underWay: figures.underWay / 100,
      refunding: figures.refunding / 100,
    });
    const { opening, closing, lines } = statement.answer;
    expect(closing).toBe(figures.owed / 100);
    expect(Math.round(lines.reduce((sum, { amount }) => sum + amount * 100, opening * 100))).toBe(
      figures.owed,
    );
  }
  for (const { id } of shops) await copyToPlatform(testContext(), id);
  const [first] = end;
  const seen = first && (await call(listPayouts, {}, await first.shop.at.asOperator()));
  if (!seen?.ok) throw new Error(seen?.text);
  const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0) / 100;
  expect(seen.answer).toMatchObject({
    owed: sumOf(end.map(({ figures }) => Math.max(0, figures.owed))),
    underWay: sumOf(end.map(({ figures }) => figures.underWay)),
  });
  const debts = end.filter(({ figures }) => figures.owed < 0);
  expect(Object.fromEntries(seen.answer.debts.map(({ providerId, amount }) => [providerId, amount]))).toEqual(
    Object.fromEntries(debts.map(({ shop, figures }) => [shop.id, -figures.owed / 100])),
  );
}

/** A history begins with what the one before left, so little is left. */
async function drain(): Promise<void> {
  for (const { at } of shops) await at.request();
  await world.advance(10_000);
}

test(
  "whatever is lost, late or told twice, what was collected is owed, given back or paid out once, by the gateway's own books",
  async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await fc.assert(
      fc.asyncProperty(moneySteps, async (steps) => {
        await world.renew();
        for (const shop of shops) await begin(shop);
        await drain();
        for (const shop of shops) await begin(shop);
        await world.renew();
        const begunAt = Date.now();
        const start = await see(world, shops);
        const play = new MoneyPlay(world, shops);
        for (const shop of [0, 1]) await play.play({ kind: "sale", shop, plan: 1, end: "paid" });
        await play.play({ kind: "sale", shop: 0, plan: 0, end: "paid" });
        let before = await see(world, shops);
        for (const step of steps) {
          await play.play(step);
          const now = await see(world, shops);
          judgeStep(before, now, step.kind !== "at once");
          before = now;
        }
        await play.clear();
        const left = await settled(before);
        await settleByHand(start, left);
        await askAboutTakenBack(await see(world, shops));
        const end = await see(world, shops);
        judgeStep(left, end);
        await judgeEnd(start, end);
        await judgePages(begunAt, end);
      }),
      { numRuns: histories(16, 48), examples: [[mixedUpAnswers]] },
    );
  },
  historiesLimitMs(16, 48),
);
