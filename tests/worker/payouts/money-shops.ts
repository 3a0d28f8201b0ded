import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { consentToCollection } from "#contract/collection";
import { appealRefund, refundOwnPayment } from "#contract/own-refunds";
import { readBalance } from "#contract/payouts";
import { refundPayment } from "#contract/refunds";
import { dayMs } from "#contract/values/time";
import { sweepPayments, sweepRefunds } from "#worker/features/payments/index";
import { sweepPayouts } from "#worker/features/payouts/index";
import { payoutUrl } from "#worker/features/payouts/result-address";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import type { Buyer, PaymentWorld } from "../payments/payment-world.ts";
import type { Acks, MoneyStep, PayoutStep, Receiver, RefundStep, Results } from "./money-steps.ts";
import { type PayoutWorld, payoutWorld } from "./payout-world.ts";

// Two providers whose money the platform collects, and how a drawn step is played with them.

export const feeCents = 500;
const leastShillings = 10;

/** @property endedBy refunds with which the access ends, once they are done */
export type Sale = { id: string; buyer: Buyer; endedBy: Set<string> };
export type PayoutNow = {
  id: string;
  status: string;
  cents: number;
  fee_cents: number;
  kind: Receiver;
  account: string;
  handle: string | null;
  conversation: string | null;
  told: string | null;
  receipt: string | null;
  sent_at: number | null;
};
export type Shop = {
  id: string;
  at: PayoutWorld;
  sales: Sale[];
  receivers: Readonly<Record<Receiver, string>>;
  /** Payouts of earlier histories. */
  earlier: Set<string>;
  sell(plan: number): Promise<Sale>;
};

export const payoutsOf = async ({ id, earlier }: Shop): Promise<PayoutNow[]> => {
  const { results } = await tenantDatabase(id)
    .prepare("SELECT * FROM payouts ORDER BY rowid")
    .all<PayoutNow>();
  return results.filter((row) => !earlier.has(row.id));
};

/** A new history: what an earlier one that failed left open is not told, asked or swept any more. */
export async function begin(shop: Shop): Promise<void> {
  shop.sales = [];
  for (const { id } of await payoutsOf(shop)) shop.earlier.add(id);
  const database = tenantDatabase(shop.id);
  await database.prepare("UPDATE payouts SET next_at = NULL").run();
  await database.prepare("UPDATE refunds SET created_at = 0 WHERE status NOT IN ('done', 'failed')").run();
}

export async function openShops(world: PaymentWorld): Promise<Shop[]> {
  await env.DB.prepare("UPDATE gateways SET is_active = 0, archived_at = 1").run();
  const shops: Shop[] = [];
  for (const [index, name] of (["demo", "savanna"] as const).entries()) {
    const provider = world.seeded[name];
    const at = payoutWorld(world, provider);
    if (index === 0) await at.turnOn({ fee: feeCents / 100, least: leastShillings });
    const consented = await call(consentToCollection, {}, await at.asOwner());
    if (!consented.ok) throw new Error(consented.text);
    const plans = index === 0 ? provider.plans.slice(2, 4) : provider.plans;
    shops.push({
      id: provider.id,
      at,
      sales: [],
      earlier: new Set(),
      receivers: { phone: `25471200011${index}`, pay_bill: `88020${index}`, till: `77030${index}` },
      async sell(plan) {
        const buyer = world.buyer(name);
        const { transactionId: id } = await buyer.start({ planId: plans[plan]?.id });
        const sale = { id, buyer, endedBy: new Set<string>() };
        this.sales.push(sale);
        return sale;
      },
    });
  }
  return shops;
}

/** One after another, as the platform's sweeper comes by. */
export async function sweep(shops: readonly Shop[]): Promise<void> {
  const ctx = testContext();
  for (const { id } of shops) {
    await sweepPayouts(ctx, id);
    await sweepRefunds(ctx, id);
    await sweepPayments(ctx, id);
  }
}

export async function pass(world: PaymentWorld, shops: readonly Shop[], ms: number): Promise<void> {
  await world.advance(ms);
  await sweep(shops);
  await world.advance(2_000);
}

export class MoneyPlay {
  readonly #world: PaymentWorld;
  readonly #shops: readonly Shop[];
  #weather: { acks: Acks; results: Results } = { acks: "normal", results: "normal" };

  constructor(world: PaymentWorld, shops: readonly Shop[]) {
    this.#world = world;
    this.#shops = shops;
  }

  #shop(index: number): Shop {
    const shop = this.#shops[index];
    if (!shop) throw new Error(`there is no shop ${index}`);
    return shop;
  }

  async #set({ acks, results, payouts = "normal" }: { acks: Acks; results: Results; payouts?: string }) {
    const isLostBefore = acks === "never-arrived";
    this.#world.wire = isLostBefore
      ? ({ url }) =>
          /\/(b2c|b2b|reversal|transactionstatus)\//.test(url)
            ? new Response("Gateway Timeout", { status: 504 })
            : undefined
      : null;
    await this.#world.daraja.call("/control/gateways", {
      body: { acks: isLostBefore ? "normal" : acks, results, payouts },
    });
  }

  /** The gateway is as good as it can be. */
  async clear(): Promise<void> {
    this.#weather = { acks: "normal", results: "normal" };
    await this.#set(this.#weather);
  }

  async play(step: MoneyStep): Promise<void> {
    switch (step.kind) {
      case "sale":
        await this.#sell(step);
        break;
      case "paid late": {
        const sales = this.#shop(step.shop).sales;
        const [prompt] = (await sales[step.sale % sales.length]?.buyer.prompts()) ?? [];
        if (prompt && ["cancelled", "expired"].includes(prompt.state))
          await this.#world.daraja.answer(prompt.id, "late-paid");
        break;
      }
      case "refund":
        await this.#under(step, () => this.#refund(step, true));
        break;
      case "payout":
        await this.#under(step, () => this.#payOut(step, true));
        break;
      case "at once":
        await this.#direct(step.payout);
        await this.#under(step.refund, () =>
          Promise.all([this.#refund(step.refund, false), this.#payOut(step.payout, false)]),
        );
        break;
      case "taken back": {
        const sent = await this.#shop(0).at.sent();
        const one = sent[step.payout % sent.length];
        if (one)
          await this.#world.daraja.call("/control/payouts", {
            body: { originatorConversationId: one.originatorConversationId },
          });
        break;
      }
      case "forged":
        await this.#forge(step);
        break;
      case "told again": {
        const { delivered } = this.#world;
        const one = delivered[step.message % delivered.length];
        if (one) await post(one.url, one.body);
        break;
      }
      case "sweep":
        await sweep(this.#shops);
        break;
      case "time":
        await pass(this.#world, this.#shops, step.seconds * 1_000);
        break;
      case "weather":
        this.#weather = step;
        await this.#set(step);
        break;
      default:
        step satisfies never;
    }
    // No two steps are of one moment: a payout is told from others by when it went out.
    await this.#world.advance(1_500);
  }

  async #under(
    faults: { acks: Acks; results: Results; payouts?: string },
    act: () => Promise<unknown>,
  ): Promise<void> {
    await this.#set(faults);
    await act();
    await this.#set(this.#weather);
  }

  async #sell({ shop, plan, end }: Extract<MoneyStep, { kind: "sale" }>): Promise<void> {
    const { buyer } = await this.#shop(shop).sell(plan);
    const callbacks = { "callback lost": "lost", "told twice": "duplicate" }[end as string] ?? "normal";
    if (end === "left") return;
    await this.#world.daraja.call("/control/gateways", { body: { callbacks } });
    await buyer.answer(end === "cancelled" ? "cancelled" : "paid");
    await this.#world.daraja.call("/control/gateways", { body: { callbacks: "normal" } });
    // The gateway confirms it itself: no other is given back.
    if (end === "paid") await this.#world.advance(12_000);
  }

  /** @param isAlone then it is known what there was to give back */
  async #refund(
    { shop: index, sale: nth, endAccess, intoDebt, isAppealed }: RefundStep,
    isAlone: boolean,
  ): Promise<void> {
    const shop = this.#shop(index);
    const sale = shop.sales[nth % shop.sales.length];
    if (!sale) return;
    if (isAppealed) await this.#appeal(shop, sale);
    const body = { providerId: shop.id, reason: "Paid by mistake", endAccess, intoDebt };
    const before = await call(readBalance, {}, await shop.at.asOwner());
    if (!before.ok) throw new Error(before.text);
    const options = await shop.at.asOperator();
    const answer = await call(refundPayment, { params: { id: sale.id }, body }, options);
    if (answer.ok && endAccess) sale.endedBy.add(answer.answer.refund.id);
    if (!answer.ok && answer.status !== 409) throw new Error(answer.text);
    const { owed, refunding } = before.answer;
    if (answer.ok && isAlone && !intoDebt)
      expect(owed - refunding).toBeGreaterThanOrEqual(answer.answer.refund.amount);
  }

  /** The platform collected it: at the provider's word nothing goes back. */
  async #appeal({ at }: Shop, { id }: Sale): Promise<void> {
    const input = { params: { id }, body: { reason: "Paid by mistake" } };
    const given = await call(refundOwnPayment, input, await at.asOwner());
    expect(given.ok, given.text).toBe(false);
    const asked = await call(appealRefund, input, await at.asOwner());
    if (!asked.ok && asked.status !== 409) throw new Error(asked.text);
  }

  /** @param isAlone then what is there is given */
  async #payOut(step: PayoutStep, isAlone: boolean): Promise<void> {
    const { at } = this.#shop(step.shop);
    await this.#direct(step);
    const balance = await call(readBalance, {}, await at.asOwner());
    if (!balance.ok) throw new Error(balance.text);
    const { available } = balance.answer;
    const amount =
      step.share === null ? undefined : Math.max(leastShillings, Math.round((available * step.share) / 100));
    const keys = [crypto.randomUUID(), crypto.randomUUID()];
    const asked = { once: [0], "same key": [0, 0], "two at once": [0, 1] }[step.times];
    const answers = await Promise.all(
      // Two payouts of one moment differ in amount.
      asked.map((key) => at.request(amount === undefined ? undefined : amount + key, keys[key])),
    );
    for (const answer of answers)
      if (!answer.ok && ![400, 409].includes(answer.status)) throw new Error(answer.text);
    const isThere = (amount ?? available) >= leastShillings && (amount ?? 0) <= available;
    if (isAlone && step.times !== "two at once")
      expect(answers.map(({ ok }) => ok)).toEqual(asked.map(() => isThere));
  }

  /** Its payouts go there from now on; the day for which they are held is over. */
  async #direct({ shop: index, to }: PayoutStep): Promise<void> {
    const { id, at, receivers } = this.#shop(index);
    const account = to === "phone" ? `0${receivers.phone.slice(3)}` : receivers[to];
    const saved = await at.destination({
      kind: to,
      account,
      ...(to === "pay_bill" ? { reference: "Shop" } : {}),
    });
    if (!saved.ok) throw new Error(saved.text);
    await env.DB.prepare("UPDATE payout_destinations SET changed_at = ?2 WHERE provider_id = ?1")
      .bind(id, Date.now() - dayMs - 1)
      .run();
  }

  /** Somebody who knows addresses, but none of an answer that is awaited, and not what the gateway called it. */
  async #forge({ payout, lie }: Extract<MoneyStep, { kind: "forged" }>): Promise<void> {
    const all = await Promise.all(
      this.#shops.map(async (shop) => (await payoutsOf(shop)).map((row) => ({ row, providerId: shop.id }))),
    );
    const payouts = all.flat();
    // Rather about one whose end is not known.
    const open = payouts.filter(({ row }) => row.status === "sent" || row.status === "unclear");
    const about = open.length > 0 ? open : payouts;
    const { row, providerId } = about[payout % about.length] ?? {};
    if (!row || !providerId) return;
    const ctx = testContext();
    const name = { providerId, payoutId: row.id };
    const own = { OriginatorConversationID: row.handle ?? "unknown", ConversationID: row.conversation ?? "" };
    const completed = {
      ResultParameter: Object.entries({
        TransactionStatus: "Completed",
        Amount: row.cents / 100,
        ReceiptNo: "UKA1234567",
        CreditPartyName: `${row.account} - X`,
        OriginatorConversationID: row.handle,
      }).map(([Key, Value]) => ({ Key, Value })),
    };
    const result = payoutUrl(ctx, name, { kind: "result" });
    const never = payoutUrl(ctx, name, { kind: "answer", ask: 0xffff });
    const lies: [url: string, Result: Record<string, unknown>][] = [
      [result, { ResultCode: 0, ResultDesc: "paid", ...own }],
      [result, { ResultCode: 1, ResultDesc: "failed", ...own }],
      [result, { ResultCode: 2033, ResultDesc: "unknown", ...own }],
      [result, { ResultCode: 0, ResultDesc: "paid", ...own, ResultParameters: completed }],
      [result, { ResultCode: 1, ResultDesc: "failed" }],
      [payoutUrl(ctx, name, { kind: "timed-out" }), { ResultCode: 1, ResultDesc: "timed out", ...own }],
      [never, { ResultCode: 2033, ResultDesc: "not found" }],
      [never, { ResultCode: 0, ResultDesc: "found", ResultParameters: completed }],
    ];
    const [url, Result] = lies[lie % lies.length] ?? [];
    if (url) await post(url, JSON.stringify({ Result }));
  }
}

async function post(url: string, body: string): Promise<void> {
  const posted = await exports.default.fetch(new Request(url, { method: "POST", body }));
  await posted.arrayBuffer();
}
