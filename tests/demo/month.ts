import { dayMs, hourMs, minuteMs, nairobiMs } from "#contract/values/time";
import { makeVouchers, signIn } from "../support/site/console.ts";
import { readRows } from "../support/site/read-rows.ts";
import { operatorOf } from "../support/site/settings.ts";
import { customersOf, drawn, planAt, type Visit, visitsOf } from "./people.ts";
import type { Trader } from "./trader.ts";

// Thirty days of the demonstration's provider. For eight days it collects at a pay bill of its own, for the next eight the platform collects
// for it and pays out, and since then visitors pay at its till, as in a demonstration that has just begun.

export const days = 30;
const ownPayBillUntil = 8;
const leastPayout = 50;
/** At these hours of the last day the site is kept. */
export const endHours = [1, 7, 10, 13, 16, 19, 22];

type Random = () => number;
type Gateway = { id: string; configuration: { gatewayProvider: string } };
type Balance = { available: number; payouts: { status: string }[] };

export class Month {
  private readonly trader: Trader;
  private readonly random: Random;
  /** Midnight in Nairobi of the first day, UTC ms. */
  private readonly begins: number;
  /** In days. */
  private readonly length: number;
  private readonly customers = customersOf(70);
  private readonly planIds = new Map<string, string>();
  private vouchers: string[] = [];
  failures = 0;

  constructor(trader: Trader, begins: number, length: number, random: Random) {
    this.trader = trader;
    this.begins = begins;
    this.length = length;
    this.random = random;
  }

  /** @param keepEnd is called at each end, between two visits */
  async play(keepEnd: () => Promise<void>): Promise<void> {
    await this.setUp();
    for (let day = 0; day < this.length; day += 1) {
      const isLast = day === this.length - 1;
      const weekday = (Math.floor((this.begins + nairobiMs) / dayMs) + day + 3) % 7;
      const visits = visitsOf(weekday, day < this.placed(ownPayBillUntil), this.random);
      // At none of its ends the last day is without a sale.
      if (isLast) for (const minute of [12, 41, 385]) visits.push({ minute, act: "buy" });
      await this.live(day, visits, isLast ? keepEnd : null);
      console.log(`day ${day + 1}: ${visits.length} visits`, Object.fromEntries(this.trader.tally));
    }
  }

  private async live(day: number, visits: Visit[], keepEnd: (() => Promise<void>) | null): Promise<void> {
    const events = [
      ...visits.map((visit) => ({ minute: visit.minute, happen: () => this.visit(visit) })),
      ...this.special(day),
      ...(keepEnd ? endHours.map((hour) => ({ minute: hour * 60, happen: keepEnd })) : []),
    ].sort((one, other) => one.minute - other.minute);
    for (const { minute, happen } of events) {
      await this.trader.passTo(
        this.begins + day * dayMs + minute * minuteMs + Math.floor(this.random() * 40_000),
      );
      await happen().catch((cause: unknown) => this.failed(`day ${day + 1}, minute ${minute}`, cause));
    }
  }

  /** Half an hour is not thrown away for one visit; who records looks at what is said, and records again. */
  private failed(when: string, cause: unknown): void {
    console.error(when, cause);
    this.failures += 1;
  }

  private async visit({ minute, act }: Visit): Promise<void> {
    const customer = drawn(
      this.customers.filter((one) => this.trader.isFree(one)),
      this.random,
    );
    const planId = this.planIds.get(planAt(minute, this.random));
    if (!customer || !planId) return;
    const bought = { planId };
    if (act === "voucher") return this.trader.redeem(customer, this.vouchers.pop() ?? "");
    if (act === "typed" && customer.service === "mpesa") return this.trader.buyByHand(customer, bought);
    const isPaid =
      act === "buy" || act === "typed" || (act === "unreachable" && customer.service !== "mpesa");
    await this.trader.buy(customer, bought, isPaid ? "paid" : act);
    // Most who had too little, or the wrong PIN in their head, try once more.
    if (!isPaid && act !== "cancelled" && this.random() < 0.7) {
      await this.trader.passTo(this.trader.now() + 2 * minuteMs);
      await this.trader.buy(customer, bought);
    }
  }

  /** What happens once, and each night. */
  private special(day: number): { minute: number; happen: () => Promise<void> }[] {
    const once = [
      { day: 5, minute: 10 * 60, happen: () => this.topUp() },
      { day: ownPayBillUntil, minute: 5 * 60, happen: () => this.letPlatformCollect() },
      { day: 13, minute: 9 * 60, happen: () => this.payOut() },
      { day: 16, minute: 5 * 60, happen: () => this.collectAtTill() },
      { day: 17, minute: 9 * 60, happen: () => this.payOut() },
      { day: 22, minute: 15 * 60, happen: () => this.topUp() },
      { day: 28, minute: 9 * 60, happen: () => this.payOut() },
      { day: 28, minute: 11 * 60, happen: () => this.moneyWithoutPurchase() },
    ].filter((one) => this.placed(one.day) === day);
    return day === 0 ? once : [{ minute: 2 * 60 + 31, happen: () => this.compared(day) }, ...once];
  }

  /** A month that is cut short to try it out has the same things happen earlier. */
  private placed(day: number): number {
    return Math.floor((day * this.length) / days);
  }

  private async setUp(): Promise<void> {
    const { site } = this.trader;
    for (const { id, name } of site.seeded.demo.plans) this.planIds.set(name, id);
    const made = async (plan: Record<string, unknown>) => {
      const { id } = await this.trader.asOwner<{ id: string }>("POST", "/api/admin/plans", plan);
      this.planIds.set(String(plan.name), id);
    };
    await made({ name: "Half an hour", price: 5, durationMinutes: 30, speedMbps: 3 });
    const hours = { from: "22:00", until: "06:00" };
    await made({ name: "Night", price: 30, durationHours: 8, speedMbps: 5, hours });
    const topUp = { megabytes: 500, price: 20 };
    await made({ name: "Day 1 GB", price: 40, durationHours: 24, speedMbps: 5, dataLimitGB: 1, topUp });
    const planId = this.planIds.get("3 Hours") ?? "";
    const cookie = await signIn(site, site.seeded.demo);
    this.vouchers = await makeVouchers(site, site.seeded.demo, cookie, { planId, quantity: 60 });
    await this.removeMpesa();
    await this.ownPayBill(site.seeded.demo.id, site.secrets.demoApp);
    await this.trader.asOperator(
      "POST",
      `${await this.gatewayOf(site.seeded.savanna.id)}/register-paybill`,
      {},
    );
    await this.allowStatements();
  }

  /** By hand at Safaricom: the platform's pay bill has addresses that are told of payments, so its statement can be had. */
  private async allowStatements(): Promise<void> {
    const { site } = this.trader;
    const { consumerKey, consumerSecret, shortCode } = site.secrets.platformApp;
    const token = await fetch(`${site.gatewayOrigin}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${btoa(`${consumerKey}:${consumerSecret}`)}` },
    });
    const { access_token: bearer } = (await token.json()) as { access_token: string };
    const addresses = { ConfirmationURL: `${site.main}/confirmed`, ValidationURL: `${site.main}/validated` };
    const answer = await fetch(`${site.gatewayOrigin}/mpesa/c2b/v2/registerurl`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify({ ShortCode: shortCode, ResponseType: "Completed", ...addresses }),
    });
    if (!answer.ok) throw new Error(`Safaricom: ${answer.status} ${await answer.text()}`);
  }

  private async gateways(providerId: string): Promise<Gateway[]> {
    const all = await this.trader.asOperator<Gateway[]>(
      "GET",
      `/api/superadmin/providers/${providerId}/payment-gateways`,
    );
    return all.filter(({ configuration }) => configuration.gatewayProvider === "mpesa");
  }

  private async gatewayOf(providerId: string): Promise<string> {
    const [gateway] = await this.gateways(providerId);
    return `/api/superadmin/providers/${providerId}/payment-gateway/${gateway?.id}`;
  }

  private async removeMpesa(): Promise<void> {
    const { id: providerId } = this.trader.site.seeded.demo;
    for (const { id } of await this.gateways(providerId))
      await this.trader.asOperator("DELETE", `/api/superadmin/providers/${providerId}/payment-gateway/${id}`);
  }

  private async ownPayBill(providerId: string, app: { shortCode: string }): Promise<void> {
    const { shortCode, ...configuration } = app;
    const path = `/api/superadmin/providers/${providerId}/payment-gateway`;
    const form = { gatewayId: "mpesa", environment: "sandbox", useAutoApi: false, accountNumber: shortCode };
    const { id } = await this.trader.asOperator<Gateway>("POST", path, { ...form, configuration });
    await this.trader.asOperator("POST", `${path}/${id}/register-paybill`, {});
  }

  private async letPlatformCollect(): Promise<void> {
    const { trader } = this;
    const { platformApp } = trader.site.secrets;
    const { initiatorName, securityCredential } = operatorOf(platformApp);
    const terms = { collects: true, fee: 20, least: leastPayout, holdHours: 24 };
    const account = { shortCode: platformApp.shortCode, initiatorName, securityCredential };
    await trader.asOperator("PUT", "/api/superadmin/collection", { ...terms, ...account });
    await this.removeMpesa();
    await trader.asOwner("POST", "/api/admin/collection");
    const destination = { kind: "phone", account: "0712 000 001" };
    await trader.asOwner("PUT", "/api/admin/payout-destination", destination);
  }

  private async collectAtTill(): Promise<void> {
    const { site } = this.trader;
    await this.trader.asOwner("DELETE", "/api/admin/collection");
    const form = { gatewayId: "mpesa", environment: "sandbox", useAutoApi: true };
    await this.trader.asOperator("POST", `/api/superadmin/providers/${site.seeded.demo.id}/payment-gateway`, {
      ...form,
      accountNumber: site.secrets.till,
    });
  }

  private async payOut(): Promise<void> {
    const { trader } = this;
    const { available } = await trader.asOwner<Balance>("GET", "/api/admin/balance");
    // A month that is cut short has sold too little by then.
    if (available < leastPayout && this.length < days) return;
    await trader.asOwner("POST", "/api/admin/payouts", {});
    await trader.untilDone("the payout", async () => {
      const { payouts } = await trader.asOwner<Balance>("GET", "/api/admin/balance");
      return payouts[0]?.status === "paid";
    });
  }

  /** A gigabyte is used up within twenty minutes, and half of one more is bought. */
  private async topUp(): Promise<void> {
    const { trader } = this;
    const customer = this.customers.findLast((one) => one.service === "mpesa" && trader.isFree(one));
    const bought = { planId: this.planIds.get("Day 1 GB") ?? "" };
    if (!customer) throw new Error("nobody needs a day");
    await trader.buy(customer, bought);
    await trader.download(customer, 1_100_000_000);
    await trader.passTo(trader.now() + 20 * minuteMs);
    await trader.untilDone("a gigabyte", async () => !(await trader.visitors.isLetOut(customer.mac)));
    await trader.buy(customer, { ...bought, topUp: true });
  }

  /** School fees at the pay bill of the other provider, whose report is lost: the next statement alone tells of them. */
  private async moneyWithoutPurchase(): Promise<void> {
    const { trader } = this;
    await trader.visitors.gateway({ validation: false, confirmations: "lost" });
    await trader.type(trader.site.secrets.savannaApp.shortCode, "SCHOOL FEES", 1_500, "254720000901");
    await trader.visitors.gateway({ validation: true, confirmations: "normal" });
  }

  /** The night's comparison of the day before is over. */
  private async compared(day: number): Promise<void> {
    const compared = new Date(this.begins + nairobiMs + (day - 1) * dayMs).toISOString().slice(0, 10);
    await this.trader.untilDone(`the comparison of ${compared}`, async () => {
      const [run] = await readRows(
        this.trader.site,
        "SELECT finished_at AS at FROM reconciliation_runs WHERE day = ?1",
        compared,
      );
      return typeof run?.at === "number";
    });
  }
}

/** Midnight in Nairobi that comes next, UTC ms. */
export function nextMidnight(now: number): number {
  return Math.ceil((now + nairobiMs) / dayMs) * dayMs - nairobiMs;
}

/** When the first day begins to be lived: nobody is up before. */
export const opensMs = 6 * hourMs;
