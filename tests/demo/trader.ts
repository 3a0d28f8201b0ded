import type { PaymentInitiated, PaymentStatus } from "#contract/payments";
import { hourMs, minuteMs } from "#contract/values/time";
import { answerAirtel } from "../support/site/airtel-phone.ts";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { signInOperator } from "../support/site/console-operator.ts";
import { control } from "../support/site/control.ts";
import type { MovedClock } from "../support/site/moved-clock.ts";
import { readRows } from "../support/site/read-rows.ts";
import type { Site } from "../support/site/site.ts";
import { tell } from "../support/site/tell.ts";
import { Visitors } from "../support/site/visitor.ts";
import type { Customer } from "./people.ts";

type Random = () => number;
type Bought = { planId: string; topUp?: true };

/** So long a step is at most: what ends meanwhile is seen to be over soon after. */
const stepMs = 20 * minuteMs;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lives at a site in moved time, as its customers, its owner and its operator do. The clock never moves while one of them is at it. */
export class Trader {
  readonly site: Site;
  readonly visitors: Visitors;
  private readonly clock: MovedClock;
  private readonly random: Random;
  /** Until when a customer needs nothing, and whether they are still within reach. */
  private readonly served = new Map<Customer, { until: number; leavesAt: number | null }>();
  private readonly sessions = new Map<string, { at: number; cookie: string }>();
  readonly tally = new Map<string, number>();

  constructor(site: Site, clock: MovedClock, random: Random) {
    this.site = site;
    this.clock = clock;
    this.random = random;
    this.visitors = new Visitors(site);
  }

  now(): number {
    return this.clock.now();
  }

  /** @param at UTC ms */
  async passTo(at: number): Promise<void> {
    while (this.clock.now() < at) {
      await pause(60);
      this.clock.pass(Math.min(stepMs, at - this.clock.now()));
    }
    // Time that jumped is silence to worker, bridge and router: they are heard again.
    for (let count = 0; count < 2; count += 1) {
      await pause(100);
      this.clock.pass(5_000);
    }
    await pause(100);
    await this.leave();
  }

  isFree(customer: Customer): boolean {
    return (this.served.get(customer)?.until ?? 0) < this.clock.now();
  }

  /** By a prompt that is paid, or not. @returns whether the purchase was served */
  async buy(customer: Customer, bought: Bought, outcome = "paid"): Promise<boolean> {
    const transactionId = await this.begin(customer, bought);
    if (transactionId === null) return false;
    await (customer.service === "mpesa"
      ? this.visitors.answerPrompt((await this.visitors.openPrompt(customer.phone)).id, outcome)
      : answerAirtel(this.site, customer.phone, outcome));
    const { status } = await this.follow(transactionId, ({ status }) => status !== "pending");
    if (status === "completed") await this.goOnline(customer, transactionId);
    this.count(`${customer.service} ${outcome} ${status}`);
    return status === "completed";
  }

  /** The prompt does not reach the phone, so the money is typed at the pay bill, by the code of the purchase. */
  async buyByHand(customer: Customer, bought: Bought): Promise<void> {
    const transactionId = await this.begin(customer, bought);
    if (transactionId === null) return;
    const { id, amount } = await this.visitors.openPrompt(customer.phone);
    await this.visitors.answerPrompt(id, "unreachable");
    await this.follow(transactionId, ({ status }) => status === "failed");
    const [named] = await readRows(
      this.site,
      "SELECT short_code AS shortCode, code FROM account_codes WHERE payment_id = ?1",
      transactionId,
    );
    await this.type(String(named?.shortCode), String(named?.code), amount, customer.phone);
    await this.goOnline(customer, transactionId);
    this.count("typed");
  }

  async redeem(customer: Customer, code: string): Promise<void> {
    await this.come(customer);
    const { status, transactionId } = await this.visitors.redeem(customer.mac, code, customer.network);
    this.count(`voucher ${status}`);
    if (transactionId) await this.goOnline(customer, transactionId);
  }

  /** In the menu of M-Pesa. */
  async type(shortCode: string, account: string, amount: number, phone: string): Promise<void> {
    const typed = { shortCode, account, amount, phone, firstName: "WANJIKU" };
    const { state } = await control<{ state?: string }>(this.site, "/control/typed", typed);
    if (state !== "paid") throw new Error(`typed at ${shortCode}: ${state}`);
  }

  async download(customer: Customer, bytes: number): Promise<void> {
    const traffic = { mac: customer.mac, bytesOut: String(bytes), bytesIn: String(Math.floor(bytes / 12)) };
    await this.visitors.router({ traffic });
  }

  async asOwner<T>(method: string, path: string, json?: unknown): Promise<T> {
    const { site } = this;
    const cookie = await this.fresh("owner", () => signIn(site, site.seeded.demo));
    return tell<T>({ origin: site.origin, cookie }, method, path, json);
  }

  async asOperator<T>(method: string, path: string, json?: unknown): Promise<T> {
    const cookie = await this.fresh("operator", () => signInOperator(this.site));
    return tell<T>({ origin: this.site.main, cookie }, method, path, json);
  }

  /** Looks again and again; the clock moves only while nobody waits for an answer, which it would be too late for. */
  async untilDone(what: string, isDone: () => Promise<boolean>): Promise<void> {
    for (let tries = 1; tries <= 150; tries += 1) {
      await pause(200);
      if (await isDone()) return;
      if (tries % 10 === 0) this.clock.pass(2 * minuteMs);
    }
    throw new Error(`${what} came to no end`);
  }

  /** Signed in anew after eight minutes, so that the password counts as given just now. */
  private async fresh(who: string, enter: () => Promise<string>): Promise<string> {
    const known = this.sessions.get(who);
    if (known && this.clock.now() - known.at < 8 * minuteMs) return known.cookie;
    const cookie = await enter();
    this.sessions.set(who, { at: this.clock.now(), cookie });
    return cookie;
  }

  private async begin(customer: Customer, bought: Bought): Promise<string | null> {
    await this.come(customer);
    const answer = await ask(this.site.origin, "/api/payment/initiate", {
      json: {
        phoneNumber: customer.phone,
        macAddress: customer.mac,
        routerId: this.visitors.routerId,
        service: customer.service,
        planId: bought.planId,
        ...(bought.topUp ? { topUp: true } : {}),
      },
      headers: { "cf-connecting-ip": customer.network },
    });
    if (answer.status === 200) return (JSON.parse(answer.text) as PaymentInitiated).transactionId;
    this.count(`refused ${answer.status} ${answer.text.slice(0, 120)}`);
    return null;
  }

  private async come({ mac, ip }: Customer): Promise<void> {
    await this.visitors.router({ host: { mac, ip, present: true } });
  }

  /** Those who have gone home or whose time is long over. */
  private async leave(): Promise<void> {
    for (const [{ mac }, served] of this.served)
      if (served.leavesAt !== null && served.leavesAt < this.clock.now()) {
        await this.visitors.router({ host: { mac, present: false } });
        served.leavesAt = null;
      }
  }

  /** Let in, and a while of the internet used at once; a night that is bought before it opens is waited for elsewhere. */
  private async goOnline(customer: Customer, transactionId: string): Promise<void> {
    const { access, expiresAt } = await this.follow(
      transactionId,
      (one) => one.access === "online" || one.access === "closed" || one.access === "queued",
    );
    if (access !== "online") this.count(`paid and ${access}`);
    const now = this.clock.now();
    const until = expiresAt === null ? now + 11 * hourMs : Date.parse(expiresAt);
    this.served.set(customer, { until, leavesAt: Math.min(until, now + 8 * hourMs) });
    if (access === "online") await this.download(customer, Math.floor((20 + this.random() * 180) * 1e6));
  }

  private async follow(
    transactionId: string,
    suits: (status: PaymentStatus) => boolean,
  ): Promise<PaymentStatus> {
    let status = await this.visitors.status(transactionId);
    for (let tries = 0; tries < 200 && !suits(status); tries += 1) {
      // What a machine under load loses at first is asked for again after seconds.
      if (tries > 40 && tries % 10 === 0) this.clock.pass(5_000);
      await pause(50);
      status = await this.visitors.status(transactionId);
    }
    if (!suits(status)) this.count(`left ${status.status} ${status.access}`);
    return status;
  }

  private count(what: string): void {
    this.tally.set(what, (this.tally.get(what) ?? 0) + 1);
  }
}
