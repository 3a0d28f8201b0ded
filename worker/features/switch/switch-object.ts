import { DurableObject } from "cloudflare:workers";
import { type Context, makeContext } from "../../context.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import type { Env } from "../../env.ts";
import { log } from "../../log.ts";
import { boundPorts } from "../../ports.ts";
import type { AuditLine } from "../audit/index.ts";
import { tellSwitch } from "./store.ts";
import type { ActAnswer, SwitchAct, SwitchApi, SwitchSettlement } from "./switch-api.ts";
import {
  type Diversion,
  type Holding,
  newSwitch,
  nextTickAt,
  type Step,
  type SwitchEvent,
  type SwitchSettings,
  type SwitchState,
  step,
} from "./switch-state.ts";
import { SwitchStorage } from "./switch-storage.ts";

/** A payment that is silent for this long is asked what became of it. */
const askAfterMs = 10 * minuteMs;
/** No prompt is answered after a day. */
const giveUpMs = dayMs;
const asksPerAlarm = 50;
const rowsPerBatch = 50;
/** The counter in D1 may lag this much behind reservations. */
const notifyAfterMs = 1_000;
/** While an alarm works, the next one is set already. */
const guardMs = 60_000;

/** Changes only through `apply`, one transaction. D1 is told at least once: the row by its sequence, each payment by its id. */
export class SwitchObject extends DurableObject<Env> implements SwitchApi {
  private readonly kept = new SwitchStorage(this.ctx.storage);
  private telling: Promise<boolean> | null = null;
  private faults = 0;
  /** The alarm that is set only while an alarm works. */
  private guardAt: number | null = null;

  /** Makes the switch if it is new, and takes settings that are newer than its own. True: D1 shows the result. */
  async configure(id: string, settings: SwitchSettings): Promise<boolean> {
    this.take(id, settings);
    return this.notifyAndArm();
  }

  /**
   * @param settings as D1 has them: nothing is done by older ones @param line for the audit, kept with an act that
   * changes anything
   */
  async act(id: string, settings: SwitchSettings, event: SwitchAct, line?: AuditLine): Promise<ActAnswer> {
    this.take(id, settings);
    const { refusal } = this.apply(event, line);
    const shown = await this.notifyAndArm();
    return { refusal, shown };
  }

  /** Room for a payment that begins now; null = it goes direct. A repeat finds what was decided. */
  async reserve(payment: {
    paymentId: string;
    providerId: string;
    cents: number;
  }): Promise<Diversion | null> {
    if (!this.kept.state()) return null;
    const { holding } = this.apply({ type: "reserved", ...payment });
    await this.arm();
    return holding && holding.status !== "released" ? diversionOf(holding) : null;
  }

  /** The end of a payment that was diverted here. A repeat changes nothing. */
  async settle(
    payment: { paymentId: string; providerId: string; cents: number; at: number },
    outcome: SwitchSettlement,
  ): Promise<void> {
    // Its settings are told again by the next sweep; the payment asks until then.
    if (!this.kept.state()) throw new Error("this switch does not know itself yet");
    this.settleNow(payment, outcome);
    await this.notifyAndArm();
  }

  /** A repeat changes nothing. @param line what the audit shall say, should the switch suspend itself over it */
  async note(event: Extract<SwitchEvent, { type: "worked" | "faulted" }>, line: AuditLine): Promise<void> {
    if (!this.kept.state()) throw new Error("this switch does not know itself yet");
    const wasSuspended = this.mustRead().suspendedAt !== null;
    this.apply(event, wasSuspended ? undefined : line);
    await this.notifyAndArm();
  }

  async read(): Promise<SwitchState | null> {
    return this.kept.state() ?? null;
  }

  /** What it counted of these payments, in cents; those that it did not count are not there. */
  async countedOf(paymentIds: readonly string[]): Promise<Record<string, number>> {
    if (!this.kept.state()) return {};
    const held = paymentIds.flatMap((id) => this.kept.holding(id) ?? []);
    return Object.fromEntries(
      held.flatMap(({ status, paymentId, cents }) => (status === "collected" ? [[paymentId, cents]] : [])),
    );
  }

  /** D1 has lost payments of this cycle: all of them are told once more. True: D1 has them. */
  async notifyAgain(): Promise<boolean> {
    if (!this.kept.state()) return false;
    this.kept.forgetTold(this.mustRead().cycle);
    return this.notifyAndArm();
  }

  override async alarm(): Promise<void> {
    if (!this.kept.state()) return;
    // Alarms give up after six failures: arm the next one first, and let nothing escape.
    this.guardAt = Date.now() + guardMs;
    await this.ctx.storage.setAlarm(this.guardAt);
    try {
      this.apply({ type: "tick" });
      await this.askTheSilent();
      this.kept.tidy(Date.now());
      await this.notifyAndArm();
    } catch (cause) {
      log("error", "switch alarm", cause);
    }
  }

  private take(id: string, settings: SwitchSettings): void {
    if (!this.kept.state()) this.ctx.storage.transactionSync(() => this.kept.create(newSwitch(id, settings)));
    this.apply({ type: "configured", settings });
  }

  /** The only way this object changes. */
  private apply(event: SwitchEvent, line?: AuditLine): Step {
    const now = Date.now();
    return this.ctx.storage.transactionSync(() => {
      const state = this.mustRead();
      const held = "paymentId" in event ? this.kept.holding(event.paymentId) : undefined;
      const result = step(state, held, event, now);
      if (result.state !== state)
        this.kept.save(result.state, result.holding === held ? undefined : result.holding, now + askAfterMs);
      if (
        line &&
        (result.state.isActive !== state.isActive ||
          result.state.archivedAt !== state.archivedAt ||
          result.state.suspendedAt !== state.suspendedAt)
      ) {
        const collected = `KSh ${formatShillings(result.state.collectedCents)}`;
        this.kept.addLine({ ...line, detail: { ...line.detail, collected } });
      }
      return result;
    });
  }

  private settleNow(
    payment: { paymentId: string; providerId: string; cents: number; at: number },
    outcome: SwitchSettlement,
  ): void {
    const { paymentId } = payment;
    if (outcome === "paid") this.apply({ type: "paid", ...payment });
    else this.apply({ type: outcome === "failed" ? "released" : "taken-back", paymentId });
  }

  /** Reservations that nobody settled: their worker may have died before the payment knew of them. */
  private async askTheSilent(): Promise<void> {
    const now = Date.now();
    const silent = this.kept.silent(now, asksPerAlarm);
    await Promise.allSettled(silent.map((holding) => this.askOne(holding, now)));
  }

  private async askOne(holding: Holding, now: number): Promise<void> {
    // Whatever the answer is, others get their turn before this one is asked again.
    this.kept.askLater(holding.paymentId, now + askAfterMs);
    let outcome: Awaited<ReturnType<ReturnType<typeof boundPorts>["divertedOutcome"]>> = "open";
    try {
      outcome = await boundPorts().divertedOutcome(this.context(), holding.paymentId, holding.switchId);
    } catch (cause) {
      log("error", "switch ask", cause, { payment: holding.paymentId, subject: holding.switchId });
    }
    const isOver = holding.reservedAt + giveUpMs <= now;
    if (outcome === "open" && !isOver) return;
    this.settleNow({ ...holding, at: now }, outcome === "paid" ? "paid" : "failed");
  }

  private notifyAndArm(): Promise<boolean> {
    this.telling ??= this.tell().finally(() => {
      this.telling = null;
    });
    return this.telling;
  }

  /** Goes on until D1 shows everything, so that whoever joins it sees their own change told. */
  private async tell(): Promise<boolean> {
    let shown = true;
    try {
      while (!this.kept.isTold()) {
        const state = this.mustRead();
        const rows = this.kept.untold(rowsPerBatch);
        const lines = this.kept.lines();
        await tellSwitch(this.context(), state, rows, lines);
        this.kept.told(rows, lines, state.seq);
      }
      this.faults = 0;
    } catch (cause) {
      log("error", "switch telling", cause);
      this.faults += 1;
      shown = false;
    }
    await this.arm();
    return shown;
  }

  private async arm(): Promise<void> {
    const now = Date.now();
    const wait = Math.min(300_000, notifyAfterMs * 2 ** Math.min(this.faults, 9));
    const times = [
      this.kept.isTold() ? null : now + wait,
      this.kept.nextAskAt(),
      nextTickAt(this.mustRead(), now),
    ].filter((time) => time !== null);
    const { storage } = this.ctx;
    const armed = await storage.getAlarm();
    const isGuard = armed !== null && armed === this.guardAt;
    this.guardAt = null;
    if (times.length > 0) {
      const next = Math.max(Math.min(...times), now + 100);
      if (armed === null || isGuard || armed > next) await storage.setAlarm(next);
    } else if (isGuard) await storage.deleteAlarm();
  }

  private mustRead(): SwitchState {
    const state = this.kept.state();
    if (!state) throw new Error("this switch does not exist");
    return state;
  }

  private context(): Context {
    return makeContext(this.env);
  }
}

function diversionOf(holding: Holding): Diversion {
  const { switchId, cycle, accountType, centralPaymentGatewayId, centralAccountNumber } = holding;
  return { switchId, cycle, accountType, centralPaymentGatewayId, centralAccountNumber };
}
