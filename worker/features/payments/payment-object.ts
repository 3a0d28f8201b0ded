import { DurableObject } from "cloudflare:workers";
import { type Context, makeContext } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import type { DivertedOutcome } from "../../ports.ts";
import { fallbackRoute } from "./choose-route.ts";
import type { Callback, ResultAbout } from "./core/callbacks.ts";
import { indexPayment, receiptHolder } from "./core/payment-index.ts";
import {
  claimOn,
  hasReceipt,
  type Intent,
  newPayment,
  type PaybillArrival,
  type PaybillOutcome,
  type PaymentEvent,
  type PaymentState,
  type Push,
  paybillOutcome,
  plainReceipt,
  pushesOf,
  step,
} from "./core/payment-state.ts";
import { PaymentStorage } from "./core/payment-storage.ts";
import { writeState } from "./core/payment-store.ts";
import { giveUpMs, guardMs, nextQueryAt, paymentTimes, queryableFrom } from "./core/payment-times.ts";
import { type PaymentPoll, type PaymentView, pollOf } from "./core/payment-view.ts";
import { isSale, type Route, type RouteDecision } from "./core/route.ts";
import { outcomeOf } from "./diverted-outcome.ts";
import { pushEffects } from "./effects.ts";
import { gatewayOf } from "./gateways/index.ts";
import { eventFor, type Judging, judgeCallback, queryGateway } from "./gateways/judge-callback.ts";
import { queryReported, readReported } from "./gateways/mpesa-reported.ts";
import type { RefundRequest, RefundSubject } from "./gateways/refund-types.ts";
import { asLoaded, type WholePayment } from "./loaded-payment.ts";
import type { PaymentApi } from "./payment-api.ts";
import { RefundService } from "./refunds/refund-service.ts";
import type { RefundAnswer, RefundDetails, RefundOutlook, RefundView } from "./refunds/refund-state.ts";
import { subjectOf } from "./refunds/refund-subject.ts";
import { submitPayment } from "./submit-payment.ts";

/** How long a callback waits for the gateway's answer to our query before it is believed for now. */
const confirmMs = 3_000;
/** Callbacks that only make us ask make us ask no more often. */
const hintMs = 5_000;
/** From creation. `paid`: as long as a refund is possible; `unpaid`: the provider's row alone is read after that. */
const forgetMs = { paid: 40 * dayMs, unpaid: 10 * dayMs };

/** A callback or a report under judgement, with its receipt. `isHeld`: the index has it as this payment's. */
type Judged = { receipt: string | null; isHeld: boolean };

/**
 * Changes only through `apply`, one transaction of state, event and effects. Effects are pushed at least once;
 * receivers dedupe by payment id. The alarm finishes what a dead process left.
 */
export class PaymentObject extends DurableObject<Env> implements PaymentApi {
  private readonly kept = new PaymentStorage(this.ctx.storage);
  private refundsMade: RefundService | null = null;
  private readonly judged = new Set<Judged>();
  private driving: Promise<void> | null = null;
  private reading: Promise<void> | null = null;
  private pushing: Promise<void> | null = null;

  /**
   * Creates the payment if it is new, and takes it as far as the gateway's answer. A repeat finds it as it is.
   * @param decision the way of its money, which is frozen now
   */
  async begin(intent: Intent, decision: RouteDecision): Promise<PaymentView> {
    if (!this.kept.state()) this.kept.create(newPayment(intent));
    try {
      await this.drive(decision);
    } catch (cause) {
      this.kept.dropUnstored();
      throw cause;
    }
    await this.afterWork();
    return this.mustRead();
  }

  /** A browser with another cookie asked for this purchase, too. */
  async join(): Promise<void> {
    if (this.kept.state()) this.apply({ type: "joined" });
  }

  /** It was asked for once more, without the tick for offers. */
  async untick(): Promise<void> {
    if (this.kept.state()) this.apply({ type: "unticked" });
  }

  /** Once per door and body; a repeat finishes what an earlier reader left. `unknown`: there is no such payment. */
  async record(callback: Callback, receivedAt: number): Promise<"stored" | "unknown"> {
    if (!this.kept.state()) return "unknown";
    const alarmAt = (await this.ctx.storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
    const guardAt = Date.now() + guardMs;
    // Together with the callback, so that neither is there alone.
    if (this.kept.addCallback(callback, receivedAt) && guardAt < alarmAt)
      await this.ctx.storage.setAlarm(guardAt);
    const unread = this.kept.unreadCallback();
    while (this.kept.unreadCallback()) await this.readCallbacks();
    if (unread) await this.afterWork();
    return "stored";
  }

  /** May be repeated until `matched`. `unknown`: there is no such payment. */
  async paybillPayment(arrival: PaybillArrival): Promise<PaybillOutcome | "unknown"> {
    const state = this.kept.state();
    return state ? this.takeArrival(state.intent, arrival.route ?? state.route, arrival) : "unknown";
  }

  /** The same for a purchase that a person makes of such money: no prompt ever goes out for it. */
  async beginPaybillPayment(intent: Intent, arrival: PaybillArrival): Promise<PaybillOutcome | "unknown"> {
    return this.takeArrival(intent, arrival.route ?? null, arrival);
  }

  private async takeArrival(
    intent: Intent,
    route: Route | null,
    arrival: PaybillArrival,
  ): Promise<PaybillOutcome> {
    const { receipt } = arrival;
    return this.judging(async (judged) => {
      if (route && (await this.isTaken(judged, intent, route, receipt))) return "taken";
      if (this.kept.state()) await this.ctx.storage.setAlarm(Date.now() + guardMs);
      // Stored together with its money, and with the first alarm.
      else this.kept.create(newPayment(intent));
      this.apply({ type: "paybill_payment", route: null, ...arrival });
      await this.afterWork();
      return paybillOutcome(this.mustRead(), receipt);
    });
  }

  /**
   * Whether this payment has a receipt, or is judging a callback that tells it: asked where another payment is told it, too.
   * Null: the object deleted itself, and only the provider's row may know.
   */
  async hasReceipt(receipt: string): Promise<boolean | null> {
    const state = this.kept.state();
    if (this.judgedAs(receipt).length > 0) return true;
    return state ? hasReceipt(state, receipt) : null;
  }

  /** Whether another payment has it; else the index holds it for this one. */
  private async isTaken(judged: Judged, intent: Intent, route: Route, receipt: string): Promise<boolean> {
    judged.receipt = receipt;
    judged.isHeld = (await receiptHolder(this.context(), intent, route, receipt)) === null;
    return !judged.isHeld;
  }

  private async judging<Answer>(work: (judged: Judged) => Promise<Answer>): Promise<Answer> {
    const judged = { receipt: null, isHeld: false };
    this.judged.add(judged);
    try {
      return await work(judged);
    } finally {
      this.judged.delete(judged);
    }
  }

  private isHeld(receipt: string): boolean {
    return this.judgedAs(receipt).some((one) => one.isHeld);
  }

  private judgedAs(receipt: string): Judged[] {
    const isIt = (one: Judged) => one.receipt !== null && plainReceipt(one.receipt) === plainReceipt(receipt);
    return [...this.judged].filter(isIt);
  }

  /** What a waiting page asks for every 1.5 s: no more than it needs. */
  async poll(): Promise<PaymentPoll | null> {
    const state = this.kept.state();
    return state ? pollOf(state, this.context().now()) : null;
  }

  async read(): Promise<PaymentView | null> {
    return this.kept.state() ?? null;
  }

  async diverted(switchId: string): Promise<DivertedOutcome> {
    const state = this.kept.state();
    return state ? outcomeOf(state, switchId, Date.now()) : "none";
  }

  /** Asks the gateway once, now; callers that come within 5 s share the last answer. */
  async query(): Promise<PaymentView | null> {
    if (!this.kept.state()) return null;
    if (this.kept.lastQueryAt() + 5_000 <= Date.now()) await this.queryPushes();
    await this.afterWork();
    return this.read();
  }

  /** The sweeper's call: everything that is left to do, should the alarm be lost. `unknown`: there is no such payment. */
  async sweep(): Promise<"swept" | "unknown"> {
    const isKnown = this.kept.state() !== undefined;
    if (isKnown) await this.work();
    await this.workRefunds();
    return isKnown ? "swept" : "unknown";
  }

  async refundOutlook(paybillPayment: RefundSubject | null): Promise<RefundOutlook | Text> {
    const state = this.kept.state();
    const subject = paybillPayment ?? (state ? subjectOf(state, Date.now()) : say("payment_not_kept"));
    return "say" in subject ? subject : this.refunds.outlook(subject);
  }

  /**
   * Gives this payment back, whole or in part.
   * @param paybillPayment one without a purchase: there is no payment then, and this object keeps only its refunds
   */
  async refund(ask: RefundRequest, paybillPayment: RefundSubject | null): Promise<RefundAnswer> {
    const subject = await this.refundable(paybillPayment);
    if ("say" in subject) return { kind: "refused", why: subject };
    const answer = await this.refunds.request(subject, ask);
    await this.arm();
    return answer;
  }

  /** The same for what was given back outside the gateway: it is noted and booked, and nothing is sent. */
  async refundByHand(
    ask: RefundRequest,
    reference: string,
    paybillPayment: RefundSubject | null,
  ): Promise<RefundAnswer> {
    const subject = await this.refundable(paybillPayment);
    if ("say" in subject) return { kind: "refused", why: subject };
    const answer = await this.refunds.noteByHand(subject, ask, reference);
    await this.arm();
    return answer;
  }

  /** What a refund would be of, or why there can be none now. */
  private async refundable(paybillPayment: RefundSubject | null): Promise<RefundSubject | Text> {
    const state = this.kept.state();
    // The sale stands in the books before it is taken out of them.
    if (state) await this.afterWork();
    const subject = paybillPayment ?? (state ? subjectOf(state, Date.now()) : say("payment_not_kept"));
    if ("say" in subject) return subject;
    if (this.kept.owesBooks()) return say("payment_being_written");
    this.kept.expectRefunds();
    return subject;
  }

  /** What the gateway posted about a refund; a repeat changes nothing. */
  async refundResult(number: number, about: ResultAbout, body: string): Promise<"stored" | "unknown"> {
    if (about.kind === "reported") return this.reportedResult(body);
    const stored = await this.refunds.result(number, about, body);
    if (stored === "stored") await this.arm();
    return stored;
  }

  /** The answer of the gateway's books about money that a pay bill reported. */
  private async reportedResult(body: string): Promise<"stored" | "unknown"> {
    const state = this.kept.state();
    if (!state?.reported || state.route?.type !== "mpesa") return "unknown";
    const event = readReported(body, state.reported, state.route);
    if (event) this.apply(event);
    await this.afterWork();
    return "stored";
  }

  /** The statement of the day does not have this receipt: what was served on a report alone is taken back. */
  async disown(receipt: string, detail: string): Promise<void> {
    if (!this.kept.state()) return;
    this.apply({ type: "disowned", receipt, detail });
    await this.afterWork();
  }

  async queryRefund(number: number): Promise<RefundView | null> {
    const view = await this.refunds.query(number);
    if (view) await this.arm();
    return view;
  }

  async readRefund(number: number): Promise<RefundDetails | null> {
    return this.refunds.file(number);
  }

  async settleRefund(number: number, outcome: "done" | "failed", note: string): Promise<RefundAnswer> {
    const answer = await this.refunds.settle(number, outcome, note);
    if (answer.kind === "taken") await this.arm();
    return answer;
  }

  /** Most payments never have one: nothing is made or read for them. */
  private get refunds(): RefundService {
    this.refundsMade ??= new RefundService(this.ctx.storage, () => this.context());
    return this.refundsMade;
  }

  private hasRefunds(): boolean {
    return this.kept.mayHaveRefunds() && this.refunds.exists();
  }

  private async workRefunds(): Promise<void> {
    if (!this.hasRefunds()) return;
    await this.refunds.work();
    await this.arm();
  }

  async reproject(): Promise<void> {
    const state = this.kept.state();
    // Before its push a payment has no row yet, and needs none unless it was paid by hand; a test of a gateway is no sale and never has one.
    const hasRow = state?.route && (state.pushedAt !== null || state.status === "completed");
    if (!state || !hasRow || !isSale(state.intent)) return;
    await writeState(this.context(), state);
    await this.refunds.reproject();
  }

  /** All that is kept here, for a backup, as JSON; null = nothing. */
  async whole(): Promise<string | null> {
    const payment = this.kept.whole();
    const refunds = this.hasRefunds() ? this.refunds.whole() : null;
    if (!payment && !refunds) return null;
    const { kept, callbacks } = payment ?? { kept: null, callbacks: [] };
    return JSON.stringify({ kept, callbacks, refunds } satisfies WholePayment);
  }

  /**
   * Of a backup (`loaded-payment.ts`). An object that has the payment, or refunds, knows more than any backup: it stays as it is.
   * Nothing is done with it before its provider's rows are there (`resume`), or a day has passed.
   */
  async load(whole: string): Promise<void> {
    if (this.kept.state() || this.refunds.exists()) return;
    const { kept, callbacks, refunds } = asLoaded(JSON.parse(whole) as WholePayment, Date.now());
    if (kept) this.kept.putWhole(kept, callbacks);
    if (refunds) this.refunds.putWhole(refunds);
    await this.ctx.storage.setAlarm(Date.now() + dayMs);
  }

  /** Its provider's rows are loaded: what is open is asked about, and what the rows do not have yet is told them. */
  async resume(): Promise<void> {
    await this.sweep();
    await this.reproject();
    const state = this.kept.state();
    if (state?.receipt && state.route && state.status === "completed")
      await receiptHolder(this.context(), state.intent, state.route, state.receipt);
    await this.arm();
  }

  override async alarm(): Promise<void> {
    if (!this.kept.state() && !this.hasRefunds()) return;
    // Alarms give up after six failures: arm the next one first, and let nothing escape.
    await this.ctx.storage.setAlarm(this.guardAt());
    try {
      await this.sweep();
    } catch (cause) {
      log("error", "payment alarm", cause, { payment: this.kept.state()?.intent.id });
    }
  }

  private async work(): Promise<void> {
    const { status, intent } = this.mustRead();
    if (status === "created") await this.drive();
    // A push whose process died between commit and answer: the prompt may be out. Never pushed again by itself.
    else if (status === "submitting" && !this.driving)
      this.apply(interrupted(this.context(), this.mustRead()));
    await this.readCallbacks();
    const due = nextQueryAt(this.mustRead(), this.kept.lastQueryAt() || null);
    if (due !== null && due <= Date.now()) await this.queryPushes();
    await this.queryReported();
    if (intent.createdAt + giveUpMs <= Date.now()) this.apply({ type: "given-up" });
    await this.afterWork();
  }

  /** One run at a time, so that two identical requests are one push. */
  private drive(decision: RouteDecision | null = null): Promise<void> {
    if (this.mustRead().status !== "created") return this.driving ?? Promise.resolve();
    const payment = { read: () => this.mustRead(), apply: (event: PaymentEvent) => this.apply(event) };
    this.driving ??= submitPayment(this.context(), payment, decision).finally(() => {
      this.driving = null;
    });
    return this.driving;
  }

  private readCallbacks(): Promise<void> {
    this.reading ??= this.readThemAll().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readThemAll(): Promise<void> {
    for (let next = this.kept.unreadCallback(); next; next = this.kept.unreadCallback()) {
      const callback = next;
      await this.judging((judged) => this.readCallback(callback, judged));
      this.kept.markCallbackRead(callback.place);
    }
  }

  private async readCallback(callback: Callback, judged: Judged): Promise<void> {
    const { intent } = this.mustRead();
    const isTaken: Judging["isTaken"] = (route, receipt) => this.isTaken(judged, intent, route, receipt);
    const verdict = await judgeCallback({ ctx: this.context(), isTaken }, this.mustRead(), callback);
    if (verdict.kind === "ignore") log("warn", "callback ignored", verdict.why, { payment: intent.id });
    else if (verdict.event) this.apply(verdict.event);
    const seen = verdict.kind === "query" ? this.seenReceipt(verdict.push.handle) : null;
    if (verdict.kind === "query" && (verdict.claim || this.kept.lastQueryAt() + hintMs <= Date.now()))
      await this.queryPush(verdict.push, verdict.claim, confirmMs, seen);
  }

  private async queryPushes(): Promise<void> {
    const from = queryableFrom(this.mustRead());
    if (from === null || from > Date.now()) return;
    this.kept.setLastQueryAt(Date.now());
    const state = this.mustRead();
    for (const push of pushesOf(state)) {
      const claim = claimOn(state, push.handle);
      // Where the push's own answer was lost, a callback may have named it.
      const handle = push.handle ?? claim?.handle ?? null;
      const told = claim && claim.handle === handle ? claim : null;
      const said = told && !told.isDoubted ? { ...told, reason: null, detail: "", fault: null } : null;
      // The push to a refused account is asked about only where a callback says that it was paid all the same.
      const isCurrent = push.handle === state.handle;
      if (handle !== null && (isCurrent || told))
        await this.queryPush({ ...push, handle }, said, null, this.seenReceipt(handle));
    }
  }

  private async queryReported(): Promise<void> {
    const { reported, route, intent } = this.mustRead();
    if (!reported || reported.askAt === null || reported.askAt > Date.now()) return;
    const canAnswer =
      route?.type === "mpesa" && (await queryReported(this.context(), intent.id, route, reported.receipt));
    this.apply({ type: "report-asked", canAnswer });
  }

  /** Of a callback that named another payer: the receipt of this push, should the gateway call it paid. */
  private seenReceipt(handle: string): string | null {
    const claim = claimOn(this.mustRead(), handle);
    return claim?.isDoubted && claim.handle === handle ? claim.receipt : null;
  }

  /** Queries one prompt, and applies the answer together with what a callback claimed. @param seen as `seenReceipt` */
  private async queryPush(
    { route, handle }: Push & { handle: string },
    claim: Parameters<typeof eventFor>[1],
    patienceMs: number | null,
    seen: string | null,
  ): Promise<void> {
    this.kept.setLastQueryAt(Date.now());
    const { intent } = this.mustRead();
    const answer = await queryGateway(this.context(), { route, intent }, handle, patienceMs);
    await this.judging(async (judged) => {
      const said = eventFor(this.mustRead(), claim, answer, handle);
      const isItsReceipt = said?.type === "paid" && said.by === "query" && said.receipt === null;
      const event = isItsReceipt ? { ...said, receipt: seen } : said;
      const told = claim?.receipt ?? seen;
      if (event && !(await this.losesReceipt(judged, route, told, event))) await this.take(event, handle);
    });
  }

  /**
   * Whether the receipt that a callback told earlier is another payment's by now: it pays nothing here. What the gateway's own
   * answer calls paid is sold, without that receipt.
   */
  private async losesReceipt(
    judged: Judged,
    route: Route,
    told: string | null,
    event: PaymentEvent,
  ): Promise<boolean> {
    if (event.type !== "paid" || event.receipt === null || event.receipt !== told) return false;
    const { receipt } = event;
    if (this.isHeld(receipt) || !(await this.isTaken(judged, this.mustRead().intent, route, receipt)))
      return false;
    if (event.by === "query") this.apply({ ...event, receipt: null });
    this.apply({ type: "mismatch", review: { kind: "receipt", detail: { receipt }, receipt } });
    return true;
  }

  private async take(event: PaymentEvent, handle: string): Promise<void> {
    const state = this.mustRead();
    const isRefused = event.type === "declined" && event.by === "query" && handle === state.handle;
    this.apply((isRefused && (await fallbackRoute(this.context(), state, event))) || event);
  }

  /** The only way this object changes. */
  private apply(event: PaymentEvent): void {
    const now = Date.now();
    const isFirst = this.ctx.storage.transactionSync(() => {
      const result = step(this.mustRead(), event, now);
      if (!result) return false;
      const { state } = result;
      // What is held while it is judged is in the index already.
      const isIndexed = state.receipt !== null && this.isHeld(state.receipt);
      const effects = isIndexed ? result.effects.filter((effect) => effect !== "index") : result.effects;
      return this.kept.save(state, event, effects, now);
    });
    // In the same turn, so that neither is there alone.
    if (isFirst)
      this.ctx.storage.setAlarm(this.guardAt()).catch((cause: unknown) => {
        log("error", "payment alarm", cause, { payment: this.kept.state()?.intent.id });
      });
  }

  private async afterWork(): Promise<void> {
    this.pushing ??= pushEffects(this.context(), this.kept).finally(() => {
      this.pushing = null;
    });
    await this.pushing;
    this.kept.flush();
    await this.arm();
  }

  /** The next query's own moment where that is soon: when all goes well, this alarm need not be set again. */
  private guardAt(): number {
    const now = Date.now();
    const state = this.kept.state();
    const named = state && { ...state, handle: state.handle ?? "soon" };
    return Math.min(now + guardMs, (named && nextQueryAt(named, now)) ?? Number.POSITIVE_INFINITY);
  }

  private async arm(): Promise<void> {
    const now = Date.now();
    const state = this.kept.state();
    const refunds = this.hasRefunds() ? this.refunds : null;
    const next = Math.min(
      ...(state ? paymentTimes(state, this.kept, now) : []),
      refunds?.nextAt() ?? Number.POSITIVE_INFINITY,
    );
    const createdAt = state?.intent.createdAt ?? 0;
    const keptMs = state?.status === "failed" && state.receipt === null ? forgetMs.unpaid : forgetMs.paid;
    const forgetAt = Math.max(createdAt + keptMs, refunds?.keepUntil(forgetMs.paid) ?? 0);
    if (Number.isFinite(next)) await this.alarmAt(Math.max(next, now + 100));
    else if (forgetAt > now) await this.alarmAt(forgetAt);
    else if (await this.mayForget(state)) {
      await this.kept.forget();
      this.refunds.forget();
    } else await this.alarmAt(now + guardMs);
  }

  /** Once the index leads from a sale's id to its provider. */
  private async mayForget(state: PaymentState | undefined): Promise<boolean> {
    if (state?.status !== "completed" || !isSale(state.intent)) return true;
    try {
      await indexPayment(this.context(), state.intent);
      return true;
    } catch (cause) {
      log("error", "payment not indexed", cause, { payment: state.intent.id });
      return false;
    }
  }

  /** An alarm that is set is a row written. */
  private async alarmAt(at: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) !== at) await this.ctx.storage.setAlarm(at);
  }

  private mustRead(): PaymentState {
    const state = this.kept.state();
    if (!state) throw new Error("this payment does not exist");
    return state;
  }

  private context(): Context {
    return makeContext(this.env);
  }
}

function interrupted(ctx: Context, { route, intent }: PaymentState): PaymentEvent {
  const handle = route && gatewayOf(ctx, route, intent.id).ownHandle;
  return { type: "unclear", detail: "interrupted", handle };
}
