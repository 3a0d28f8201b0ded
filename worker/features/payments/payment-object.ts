import { DurableObject } from "cloudflare:workers";
import { type Context, makeContext } from "../../context.ts";
import type { Env } from "../../env.ts";
import { sha256 } from "../../keys.ts";
import { chooseRoute } from "./choose-route.ts";
import { effectWork } from "./effects.ts";
import type { QueryResult } from "./gateways/driver.ts";
import { driverFor } from "./gateways/index.ts";
import { judgeCallback } from "./judge-callback.ts";
import { callbackUrl } from "./payment-id.ts";
import {
  type Effect,
  giveUpMs,
  type Intent,
  newPayment,
  nextQueryAt,
  type PaymentEvent,
  type PaymentState,
  step,
} from "./payment-state.ts";
import { PaymentStorage } from "./payment-storage.ts";
import { writeReview, writeRow } from "./payment-store.ts";

/** How long a callback waits for the gateway's own word before it is believed for now. */
const confirmMs = 3_000;
const forgetMs = 40 * 86_400_000;
/** While work is left, an alarm that dies comes back after this. */
const guardMs = 30_000;

/** What others may know of a payment. */
export type PaymentView = Pick<
  PaymentState,
  "status" | "reason" | "receipt" | "pushedAt" | "completedAt" | "intent" | "seq" | "detail"
>;

/**
 * The truth about one payment. It changes only through `apply`, one synchronous transaction that keeps state, event and
 * the effects it obliges us to; answers of calls come in as events. Effects are pushed at least once, receivers dedupe
 * by payment id. The alarm finishes whatever a dead process left.
 */
export class PaymentObject extends DurableObject<Env> {
  private readonly kept = new PaymentStorage(this.ctx.storage);
  private driving: Promise<void> | null = null;
  private pushing: Promise<void> | null = null;

  /** Creates the payment if it is new, and takes it as far as the gateway's answer. A repeat finds it as it is. */
  async begin(intent: Intent): Promise<PaymentView> {
    if (!this.kept.state()) {
      this.kept.create(newPayment(intent));
      await this.ctx.storage.setAlarm(Date.now() + guardMs);
    }
    await this.drive();
    await this.afterWork();
    return this.mustRead();
  }

  /** Stores a callback, once per body, then does what it asks for. `unknown`: there is no such payment. */
  async record(body: string, receivedAt: number): Promise<"stored" | "unknown"> {
    if (!this.kept.state()) return "unknown";
    if (!this.kept.addCallback(sha256(body), body, receivedAt)) return "stored";
    await this.ctx.storage.setAlarm(Date.now() + guardMs);
    await this.readCallbacks();
    await this.afterWork();
    return "stored";
  }

  async read(): Promise<PaymentView | null> {
    return this.kept.state() ?? null;
  }

  /** Asks the gateway once, now; callers that come within 5 s share the last answer. */
  async ask(): Promise<PaymentView | null> {
    const state = this.kept.state();
    if (!state) return null;
    if (this.kept.lastQueryAt() + 5_000 <= Date.now()) await this.query();
    await this.afterWork();
    return this.mustRead();
  }

  /** The sweeper's call: everything that is left to do, whatever became of the alarm. */
  async sweep(): Promise<void> {
    if (this.kept.state()) await this.work();
  }

  override async alarm(): Promise<void> {
    // Alarms give up after six failures: arm the next one first, and let nothing escape.
    await this.ctx.storage.setAlarm(Date.now() + guardMs);
    try {
      if (this.kept.state()) await this.work();
    } catch (cause) {
      console.error("payment alarm", cause);
    }
  }

  private async work(): Promise<void> {
    const state = this.mustRead();
    if (state.status === "created") await this.drive();
    // A push whose process died between commit and answer: the prompt may be out. Never pushed again by itself.
    else if (state.status === "submitting" && !this.driving)
      this.apply({ type: "unclear", detail: "interrupted" });
    await this.readCallbacks();
    const due = nextQueryAt(this.mustRead(), this.kept.lastQueryAt() || null);
    if (due !== null && due <= Date.now()) await this.query();
    if (state.intent.createdAt + giveUpMs <= Date.now()) this.apply({ type: "given-up" });
    await this.afterWork();
  }

  /** One run at a time, so that two identical requests are one push. */
  private drive(): Promise<void> {
    this.driving ??= this.submit().finally(() => {
      this.driving = null;
    });
    return this.driving;
  }

  private async submit(): Promise<void> {
    const ctx = this.context();
    const { intent, status } = this.mustRead();
    if (status !== "created") return;
    try {
      const choice = await chooseRoute(ctx, intent);
      if ("fault" in choice) {
        this.apply({ type: "refused", reason: "service", detail: choice.fault });
        return;
      }
      this.apply({ type: "routed", route: choice.route });
      await writeRow(ctx, this.mustRead());
    } catch (cause) {
      // Nothing went out and the visitor is waiting: a clear "not now" is better than a prompt minutes later.
      console.error("payment not started", cause);
      this.apply({ type: "refused", reason: "service", detail: "the database could not be reached" });
      return;
    }
    this.apply({ type: "submitting" });
    const { route } = this.mustRead();
    if (!route) return;
    const ask = {
      paymentId: intent.id,
      providerId: intent.providerId,
      phone: intent.phone,
      shillings: intent.amountCents / 100,
      description: "WiFi",
    };
    const result = await driverFor(route).push({ ctx, route, callbackUrl: callbackUrl(ctx, intent.id) }, ask);
    switch (result.kind) {
      case "accepted":
        this.apply({ type: "accepted", handle: result.handle });
        break;
      case "refused":
        this.apply({ type: "refused", reason: result.reason, detail: result.detail });
        break;
      case "unclear":
        this.apply({ type: "unclear", detail: result.detail });
        break;
      default:
        result satisfies never;
    }
  }

  private async readCallbacks(): Promise<void> {
    for (const { hash, body } of this.kept.unreadCallbacks()) {
      const state = this.mustRead();
      const verdict = judgeCallback(state, body);
      if (verdict.kind === "believable") {
        const answer = await this.askGateway(verdict.reading.handle, confirmMs);
        const event = verdict.eventFor(answer);
        if (event) this.apply(event);
      } else if (verdict.kind === "mismatch") {
        await writeReview(
          this.context(),
          { providerId: state.intent.providerId, paymentId: state.intent.id },
          verdict.field,
          verdict.detail,
        );
      }
      this.kept.markCallbackRead(hash);
    }
  }

  private async query(): Promise<void> {
    const { handle } = this.mustRead();
    if (!handle) return;
    const answer = await this.askGateway(handle, null);
    if (answer.kind === "paid") {
      this.apply({ type: "paid", by: "query", handle, receipt: answer.receipt, verified: true });
    } else if (answer.kind === "declined") {
      this.apply({ type: "declined", by: "query", reason: answer.reason, detail: answer.detail });
    }
  }

  private async askGateway(handle: string, patienceMs: number | null): Promise<QueryResult> {
    const ctx = this.context();
    const { route, intent } = this.mustRead();
    if (!route) return { kind: "silent", detail: "no route" };
    this.kept.setLastQueryAt(Date.now());
    const answer = driverFor(route).query({ ctx, route, callbackUrl: callbackUrl(ctx, intent.id) }, handle);
    if (patienceMs === null) return answer;
    const impatient = new Promise<QueryResult>((resolve) =>
      setTimeout(
        () => resolve({ kind: "silent", detail: "not within the time a callback waits" }),
        patienceMs,
      ),
    );
    return Promise.race([answer, impatient]);
  }

  /** The only way this object changes. */
  private apply(event: PaymentEvent): void {
    const now = Date.now();
    this.ctx.storage.transactionSync(() => {
      const result = step(this.mustRead(), event, now);
      if (result) this.kept.save(result.state, event, result.effects, now);
    });
  }

  private async afterWork(): Promise<void> {
    this.pushing ??= this.pushEffects().finally(() => {
      this.pushing = null;
    });
    await this.pushing;
    await this.arm();
  }

  private async pushEffects(): Promise<void> {
    const ctx = this.context();
    const tried = new Set<Effect>();
    for (;;) {
      const effect = this.kept.dueEffects(Date.now()).find((due) => !tried.has(due));
      if (!effect) return;
      tried.add(effect);
      const before = this.kept.state()?.seq;
      try {
        const done = await effectWork(ctx, effect, this.mustRead());
        // A change that came while the effect ran asks for it once more.
        const unchanged = before === this.kept.state()?.seq;
        if (done && (unchanged || effect !== "row")) this.kept.effectDone(effect);
        else this.kept.effectLater(effect, Date.now());
      } catch (cause) {
        console.error("payment effect", effect, cause);
        this.kept.effectLater(effect, Date.now());
      }
    }
  }

  private async arm(): Promise<void> {
    const state = this.mustRead();
    const now = Date.now();
    const settled = state.status === "completed" || state.status === "failed";
    const effects = this.kept.nextEffectAt();
    const times = [
      effects,
      nextQueryAt(state, this.kept.lastQueryAt() || null),
      settled ? null : state.intent.createdAt + giveUpMs,
    ];
    const next = Math.min(...times.filter((time) => time !== null));
    if (Number.isFinite(next)) {
      await this.ctx.storage.setAlarm(Math.max(next, now + 100));
    } else if (state.intent.createdAt + forgetMs <= now) {
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    } else {
      await this.ctx.storage.setAlarm(state.intent.createdAt + forgetMs);
    }
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

export function paymentObjectFor(ctx: Context, paymentId: string): DurableObjectStub<PaymentObject> {
  return ctx.env.PAYMENT.get(ctx.env.PAYMENT.idFromName(paymentId));
}
