import { vi } from "vitest";
import type { PaymentState } from "#worker/features/payments/core/payment-state";
import { sweepPayments } from "#worker/features/payments/index";
import { sweepSwitches } from "#worker/features/switch/index";
import type { Holding, SwitchState } from "#worker/features/switch/switch-state";
import { does, queueHandsOver } from "./acts.ts";
import { Broken } from "./broken.ts";
import type { Ground } from "./ground.ts";
import type { Act, History } from "./history.ts";
import { judgeAccess } from "./judge-access.ts";
import { judgeAbsorbing, judgeBooks, judgeSwitch, judgeTarget } from "./judge-books.ts";
import { judgePayment } from "./judge-payment.ts";
import { newSwitch } from "./operator-acts.ts";
import type { Prompt, Seen } from "./seen.ts";
import { Stage } from "./stage.ts";

/** @throws Broken */
export async function play(ground: Ground, history: History): Promise<void> {
  const stage = new Stage(ground, history);
  try {
    await new Play(stage, history).run();
  } finally {
    stage.close();
  }
}

/** One history, and what those who judge it see. */
class Play implements Seen {
  private readonly stage: Stage;
  private readonly history: History;
  readonly completed = new Map<string, PaymentState>();
  wellFrom = Number.POSITIVE_INFINITY;
  readonly reachedAt = new Map<number, number>();

  constructor(stage: Stage, history: History) {
    this.stage = stage;
    this.history = history;
  }

  get providerId(): string {
    return this.stage.seeded.demo.id;
  }

  get switchId(): string {
    return this.stage.readings.switchId;
  }

  get began(): number {
    return this.stage.began;
  }

  get told(): ReadonlySet<string> {
    return this.stage.told;
  }

  get plainlyPaid(): ReadonlySet<string> {
    return this.stage.plainlyPaid;
  }

  denied(handle: string): { at: number } | undefined {
    return this.stage.gateway.denied.get(handle);
  }

  diedSince(paymentId: string, handle: string): boolean {
    const known = this.stage.gateway.denied.get(handle);
    return known?.deaths !== this.stage.room.deathsOf(`PAYMENT ${paymentId}`);
  }

  owes(paymentId: string): boolean {
    const sql = "SELECT 1 FROM outbox WHERE effect IN ('grant', 'take-back')";
    return this.stage.room.stored(`PAYMENT ${paymentId}`, "outbox", sql).length > 0;
  }

  rows<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.stage.readings.rows(sql, ...values);
  }

  switchState(): SwitchState | undefined {
    return this.stage.readings.switchState();
  }

  holdings(): Holding[] {
    return this.stage.readings.holdings();
  }

  async run(): Promise<void> {
    this.stage.readings.switchId = await newSwitch(this.stage, this.history.targetCents);
    for (const { turns, ...happening } of this.history.happenings) {
      const act = happening as Act;
      await does(this.stage, act);
      await this.stage.gateway.moves();
      if (turns === null) await this.stage.quiet();
      else await this.stage.room.some(turns);
      this.watch();
      if (turns === null) await this.watchAccess();
    }
    await this.ends();
    this.judge(await this.stage.gateway.daraja.prompts());
  }

  private watched: SwitchState | undefined;
  private watch(): void {
    const fault = this.stage.firstFault();
    if (fault) throw fault;
    for (const name of this.stage.room.names("PAYMENT")) {
      const state = this.stage.readings.payment(name);
      if (!state) continue;
      judgeAbsorbing(this, name, state);
    }
    const state = this.switchState();
    if (!state || state === this.watched) return;
    this.watched = state;
    if (this.stage.admittedAtStop !== null && this.holdings().length > this.stage.admittedAtStop)
      throw new Broken(5, "a payment was admitted after the stop");
    if (state.isReached && state.isActive) throw new Broken(5, "active beyond its target");
    if (state.isReached && this.stage.admittedAtStop === null)
      this.stage.admittedAtStop = this.holdings().length;
    judgeTarget(this, state);
    judgeSwitch(this, state);
  }

  /** Who is online, at a moment when nothing is under way. */
  private async watchAccess(): Promise<void> {
    const states = this.stage.room.names("PAYMENT").map((name) => this.stage.readings.payment(name));
    const suspects = states.filter(
      (state) => state && (state.takenBack.length > 0 || this.denied(state.handle ?? "")),
    );
    if (suspects.length === 0) return;
    const prompts = await this.stage.gateway.daraja.prompts();
    for (const state of suspects) if (state) judgeAccess(this, state, prompts);
  }

  /** The gateway is well again, and time passes until nobody has anything left to do. */
  private async ends(): Promise<void> {
    await this.stage.quiet();
    await this.stage.gateway.daraja.set({ query: "normal", answer: "normal", tokens: "normal" });
    this.wellFrom = Date.now();
    while (this.stage.room.queue.length > 0) {
      queueHandsOver(this.stage, 0, false);
      await this.stage.quiet();
    }
    const end = Date.now() + 25 * 3_600_000;
    for (;;) {
      const next = Math.min(
        this.stage.room.nextAlarmAt() ?? Number.POSITIVE_INFINITY,
        ...[...this.stage.gateway.timers].map(({ at }) => at),
      );
      if (next > end) break;
      this.stage.gateway.tokenReasons += next - Date.now() > 3_000_000 ? 1 : 0;
      vi.setSystemTime(Math.max(Date.now(), next));
      await this.stage.gateway.moves();
      this.stage.room.ring(Date.now());
      await this.stage.quiet();
      this.watch();
      await this.watchAccess();
    }
    this.stage.gateway.tokenReasons += 25;
    vi.setSystemTime(end);
    this.stage.lets(sweepPayments(this.stage.ctx));
    this.stage.lets(sweepSwitches(this.stage.ctx));
    await this.stage.quiet();
    this.watch();
  }

  private judge(prompts: Prompt[]): void {
    for (const name of this.stage.room.names("PAYMENT")) {
      const state = this.stage.readings.payment(name);
      if (state) judgePayment(this, state, prompts);
    }
    judgeBooks(this);
    // Property 11: calls at the same time share a token, and a revoked one is renewed once.
    if (this.stage.gateway.tokenFetches > this.stage.gateway.tokenReasons)
      throw new Broken(
        11,
        `${this.stage.gateway.tokenFetches} tokens for ${this.stage.gateway.tokenReasons} reasons`,
      );
  }
}
