import type { Context } from "../../../context.ts";
import { say, type Text, textIn } from "../../../contract/texts.ts";
import { log } from "../../../log.ts";
import type { ResultAbout } from "../core/callbacks.ts";
import { guardMs } from "../core/payment-times.ts";
import { readRefundResult } from "../gateways/mpesa-refund.ts";
import { givesParts, refundFault, refundGateway } from "../gateways/refund-gateway.ts";
import type { RefundEvent, RefundRequest, RefundSubject } from "../gateways/refund-types.ts";
import { refundIdOf } from "../gateways/result-address.ts";
import { accountRules } from "./account-rules.ts";
import { collectedBalance, debtFault } from "./collected-balance.ts";
import { pushRefundEffects } from "./refund-effects.ts";
import {
  doneCents,
  isOpen,
  keepUntil,
  nextAskAt,
  nextTimes,
  openRefund,
  overdueMs,
  type Refund,
  type RefundAnswer,
  type RefundDetails,
  type RefundOutlook,
  type RefundState,
  type RefundView,
  refundIn,
  refusalOf,
  request,
  step,
} from "./refund-state.ts";
import { RefundStorage, type WholeRefunds } from "./refund-storage.ts";
import { writeRefund } from "./refund-store.ts";
import { providerFault } from "./refund-subject.ts";

/** Callers that ask about one refund share an answer for so long. */
const shareMs = 30_000;

/** Each change is committed before its call. What was sent is never sent again: results, status and people say how it ended. */
export class RefundService {
  private readonly kept: RefundStorage;
  private readonly storage: DurableObjectStorage;
  private readonly context: () => Context;
  private driving: Promise<void> | null = null;
  private pushing: Promise<void> | null = null;

  constructor(storage: DurableObjectStorage, context: () => Context) {
    this.kept = new RefundStorage(storage);
    this.storage = storage;
    this.context = context;
  }

  exists(): boolean {
    return this.kept.book() !== undefined;
  }

  /** Whether the rest could be given back now. Nothing is written, and no gateway is asked. */
  async outlook(subject: RefundSubject): Promise<RefundOutlook> {
    const book = this.bookOf(subject);
    const backCents = doneCents(book);
    const ctx = this.context();
    const unrefunded = subject.amountCents - backCents;
    const account = await accountRules(subject);
    const left = (await account?.leftNow(ctx, account.intoOf(subject), unrefunded)) ?? unrefunded;
    const refusal =
      refusalOf(book, unrefunded) ??
      (await account?.accountFault(ctx, account.intoOf(subject), left)) ??
      null;
    const why = refusal ?? (await refundFault(ctx, subject, backCents > 0, left));
    const byHand = refusal === null;
    const balanceCents = await collectedBalance(ctx, subject);
    return {
      subject: book.subject,
      backCents,
      leftCents: refusal === null ? left : 0,
      balanceCents,
      givesParts: givesParts(ctx, subject),
      why,
      byHand,
    };
  }

  /** Begins a refund and takes it as far as the gateway's acknowledgement. A repeat of a key finds it as it is. */
  async request(subject: RefundSubject, ask: RefundRequest): Promise<RefundAnswer> {
    let number = this.numberOf(subject, ask);
    if (number === undefined) {
      const isRepeat = doneCents(this.bookOf(subject)) > 0;
      const why =
        providerFault(subject, ask) ??
        refusalOf(this.bookOf(subject), ask.cents) ??
        (await this.accountFault(subject, ask)) ??
        (await refundFault(this.context(), subject, isRepeat, ask.cents)) ??
        (await debtFault(this.context(), subject, ask));
      if (why !== null) return { kind: "refused", why };
      await this.storage.setAlarm(Date.now() + guardMs);
      // Checked once more: another refund may have begun while the gateway's credentials were read.
      const begun = this.begin(subject, ask);
      if (typeof begun !== "number") return { kind: "refused", why: begun };
      number = begun;
    }
    await this.work();
    return { kind: "taken", refund: this.mustView(number) };
  }

  /** Notes what was given back outside the gateway: nothing is sent. A repeat of a key finds it as it is. */
  async noteByHand(subject: RefundSubject, ask: RefundRequest, reference: string): Promise<RefundAnswer> {
    let number = this.numberOf(subject, ask);
    if (number === undefined) {
      const why = await this.accountFault(subject, ask);
      if (why !== null) return { kind: "refused", why };
    }
    await this.storage.setAlarm(Date.now() + guardMs);
    number ??= this.numberOf(subject, ask);
    if (number === undefined) {
      const begun = this.begin(subject, ask);
      if (typeof begun !== "number") return { kind: "refused", why: begun };
      number = begun;
      // Both in one turn, and so in one commit: no alarm ever finds it waiting to be sent.
      this.apply(number, { type: "by-hand", reference });
    }
    await this.pushEffects();
    return { kind: "taken", refund: this.mustView(number) };
  }

  /** What the gateway posted about a refund. `unknown`: there is no such refund here. */
  async result(number: number, about: ResultAbout, body: string): Promise<"stored" | "unknown"> {
    const refund = this.find(number);
    if (!refund) return "unknown";
    const event = readRefundResult(about, body, refund.handle);
    if (event) this.apply(number, event, body);
    await this.pushEffects();
    return "stored";
  }

  async query(number: number): Promise<RefundView | null> {
    const refund = this.find(number);
    if (refund && isOpen(refund) && (refund.askedAt ?? 0) + shareMs <= Date.now())
      await this.queryGateway(refund);
    await this.pushEffects();
    return viewOf(this.kept.book(), number);
  }

  /** A person decides a refund whose outcome is unknown. */
  async settle(number: number, outcome: "done" | "failed", note: string): Promise<RefundAnswer> {
    const refund = this.find(number);
    if (!refund) return { kind: "refused", why: say("no_such_refund") };
    if (refund.status !== "unknown") return { kind: "refused", why: say("refund_only_unknown") };
    this.apply(number, { type: "settled", outcome, note });
    await this.pushEffects();
    return { kind: "taken", refund: this.mustView(number) };
  }

  file(number: number): RefundDetails | null {
    const book = this.kept.book();
    const refund = this.find(number);
    return book && refund ? { refund, subject: book.subject, backCents: doneCents(book) } : null;
  }

  /** Everything that is left to do: called by the alarm, and after each call that began something. */
  async work(): Promise<void> {
    const book = this.kept.book();
    const open = book && openRefund(book);
    if (open?.status === "requested") await this.drive(open.number);
    // A call whose process died: it may have arrived. Never sent again.
    else if (open?.status === "submitting" && !this.driving)
      this.apply(open.number, { type: "unclear", detail: "interrupted" });
    for (const refund of this.kept.book()?.refunds ?? []) {
      const due = nextAskAt(refund);
      if (due !== null && due <= Date.now()) await this.queryGateway(refund);
      if (isOpen(refund) && refund.submittedAt !== null && refund.submittedAt + overdueMs <= Date.now())
        this.apply(refund.number, { type: "overdue" });
    }
    await this.pushEffects();
  }

  async reproject(): Promise<void> {
    const book = this.kept.book();
    for (const refund of book?.refunds ?? []) if (book) await writeRefund(this.context(), book, refund);
  }

  /** When something here has to be done next, UTC ms; null = nothing by itself. */
  nextAt(): number | null {
    const times = nextTimes(this.kept.book()?.refunds ?? [], Date.now());
    const known = [...times, this.kept.nextEffectAt()].filter((time) => time !== null);
    return known.length > 0 ? Math.min(...known) : null;
  }

  /** Until when it has to be kept at least, UTC ms. @param ms how long what is settled is kept */
  keepUntil(ms: number): number {
    return keepUntil(this.kept.book()?.refunds ?? [], ms, Date.now());
  }

  /** For a backup; null where nothing was ever asked back. */
  whole(): WholeRefunds | null {
    return this.kept.whole();
  }

  /** Of a backup. What was there already stays. */
  putWhole(refunds: WholeRefunds): void {
    if (!this.exists()) this.kept.putWhole(refunds);
  }

  /** The object is emptied: what was read of it is not there any more. */
  forget(): void {
    this.kept.forget();
  }

  /** Of the refund that this very call began before. */
  private numberOf(subject: RefundSubject, { key }: RefundRequest): number | undefined {
    return key === null ? undefined : this.bookOf(subject).refunds.find((one) => one.key === key)?.number;
  }

  private async accountFault(subject: RefundSubject, { cents }: RefundRequest): Promise<Text | null> {
    const account = await accountRules(subject);
    return (await account?.accountFault(this.context(), account.intoOf(subject), cents)) ?? null;
  }

  /** Its number, or why there may be none. */
  private begin(subject: RefundSubject, ask: RefundRequest): number | Text {
    const now = Date.now();
    const begun = request(this.bookOf(subject), ask, now);
    if (!begun) return refusalOf(this.bookOf(subject), ask.cents) ?? say("refund_nothing_left");
    this.kept.save(begun, { type: "requested", ...ask }, now);
    return begun.refund.number;
  }

  /** One run at a time: what was requested goes out once. */
  private drive(number: number): Promise<void> {
    this.driving ??= this.submit(number).finally(() => {
      this.driving = null;
    });
    return this.driving;
  }

  private async submit(number: number): Promise<void> {
    const book = this.kept.book();
    const refund = this.find(number);
    if (!book || refund?.status !== "requested") return;
    const gateway = refundGateway(this.context(), book.subject, { objectId: book.subject.id, number });
    if (!gateway) return;
    const account = await accountRules(book.subject);
    const why = await account?.holdInAccount(this.context(), book, refund);
    if (why) {
      this.apply(number, { type: "refused", detail: textIn("en", why) });
      return;
    }
    this.apply(number, { type: "submitting" });
    this.apply(
      number,
      await gateway
        .refund(refund.cents)
        .catch((cause: unknown): RefundEvent => ({ type: "unclear", detail: String(cause) })),
    );
  }

  private async queryGateway({ number, handle }: Refund): Promise<void> {
    this.apply(number, { type: "asked" });
    const book = this.kept.book();
    const asks = this.find(number)?.asks;
    if (!book || asks === undefined) return;
    const gateway = refundGateway(this.context(), book.subject, { objectId: book.subject.id, number });
    const word = await gateway?.query(handle, asks).catch((cause: unknown) => {
      log("error", "refund not asked about", cause, { payment: book.subject.id, subject: String(number) });
      return null;
    });
    if (word) this.apply(number, word);
  }

  private apply(number: number, event: RefundEvent, body: string | null = null): void {
    const book = this.kept.book();
    const now = Date.now();
    if (!book || event.type === "requested") return;
    const result = step(book, number, event, now);
    if (result) this.kept.save(result, event, now, body);
  }

  private pushEffects(): Promise<void> {
    this.pushing ??= pushRefundEffects(this.context, this.kept).finally(() => {
      this.pushing = null;
    });
    return this.pushing;
  }

  private find(number: number): Refund | undefined {
    return refundIn(this.kept.book(), number);
  }

  private mustView(number: number): RefundView {
    const view = viewOf(this.kept.book(), number);
    if (!view) throw new Error("this refund does not exist");
    return view;
  }

  private bookOf(subject: RefundSubject): RefundState {
    return this.kept.book() ?? { subject, refunds: [] };
  }
}

/** Null: there is no such refund in it. */
function viewOf(book: RefundState | undefined, number: number): RefundView | null {
  const refund = refundIn(book, number);
  if (!book || !refund) return null;
  const { status, cents, detail, receipt } = refund;
  const { id: objectId, providerId } = book.subject;
  return { id: refundIdOf({ objectId, number }), providerId, status, cents, detail, receipt };
}
