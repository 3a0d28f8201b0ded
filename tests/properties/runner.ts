import { vi } from "vitest";
import type { PaymentState } from "#worker/features/payments/core/payment-state";
import { sweepPayments } from "#worker/features/payments/index";
import { sweepSwitches } from "#worker/features/switch/index";
import type { Holding, SwitchState } from "#worker/features/switch/switch-state";
import { deliverQueued, perform } from "./actions.ts";
import { checkAccess } from "./check-access.ts";
import { checkAbsorbing, checkBooks, checkSwitch, checkTarget } from "./check-ledger.ts";
import { checkPayment, checkReceipts } from "./check-payment.ts";
import type { Fixture } from "./fixture.ts";
import type { Action, History } from "./history.ts";
import type { Observation, Prompt } from "./observation.ts";
import { newSwitch } from "./operator-actions.ts";
import { PropertyViolation } from "./property-violation.ts";
import { Scenario } from "./scenario.ts";

/** @throws PropertyViolation */
export async function runHistory(fixture: Fixture, history: History): Promise<void> {
  const scenario = new Scenario(fixture, history);
  try {
    await new Runner(scenario, history).run();
  } finally {
    scenario.close();
  }
}

/** Runs the steps of one history and checks all properties. */
class Runner implements Observation {
  private readonly scenario: Scenario;
  private readonly history: History;
  readonly completed = new Map<string, PaymentState>();
  healthyFrom = Number.POSITIVE_INFINITY;
  readonly reachedAt = new Map<number, number>();

  constructor(scenario: Scenario, history: History) {
    this.scenario = scenario;
    this.history = history;
  }

  get providerId(): string {
    return this.scenario.seeded.demo.id;
  }

  get switchId(): string {
    return this.scenario.stored.switchId;
  }

  get startedAt(): number {
    return this.scenario.startedAt;
  }

  get notified(): ReadonlySet<string> {
    return this.scenario.notified;
  }

  get undisputedPaid(): ReadonlySet<string> {
    return this.scenario.undisputedPaid;
  }

  denied(handle: string): { at: number } | undefined {
    return this.scenario.gateway.denied.get(handle);
  }

  diedSince(paymentId: string, handle: string): boolean {
    const known = this.scenario.gateway.denied.get(handle);
    return known?.deaths !== this.scenario.runtime.deathsOf(`PAYMENT ${paymentId}`);
  }

  hasPendingEffects(paymentId: string): boolean {
    return this.scenario.stored.owesBooks(`PAYMENT ${paymentId}`);
  }

  rows<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.scenario.stored.rows(sql, ...values);
  }

  tenantRows<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.scenario.stored.tenantRows(sql, ...values);
  }

  rowsOfOthers<Row>(sql: string, ...values: unknown[]): Row[] {
    return this.scenario.stored.rowsOfOthers(sql, ...values);
  }

  switchState(): SwitchState | undefined {
    return this.scenario.stored.switchState();
  }

  holdings(): Holding[] {
    return this.scenario.stored.holdings();
  }

  receiptsOf(paymentId: string): number {
    return this.scenario.stored.receiptsOf(paymentId);
  }

  async run(): Promise<void> {
    this.scenario.stored.switchId = await newSwitch(this.scenario, this.history.targetCents);
    for (const { turns, ...action } of this.history.steps) {
      await perform(this.scenario, action as Action);
      await this.scenario.gateway.advance();
      if (turns === null) await this.scenario.settle();
      else await this.scenario.runtime.runTurns(turns);
      this.check();
      if (turns === null) await this.checkAccessNow();
    }
    await this.finish();
    this.checkAtEnd(await this.scenario.gateway.daraja.prompts());
  }

  private lastSwitch: SwitchState | undefined;
  private check(): void {
    const fault = this.scenario.firstFault();
    if (fault) throw fault;
    const states: PaymentState[] = [];
    for (const name of this.scenario.runtime.names("PAYMENT")) {
      const state = this.scenario.stored.payment(name);
      if (!state) continue;
      checkAbsorbing(this, name, state);
      states.push(state);
    }
    checkReceipts(states);
    const state = this.switchState();
    if (!state || state === this.lastSwitch) return;
    this.lastSwitch = state;
    if (this.scenario.admittedAtStop !== null && this.holdings().length > this.scenario.admittedAtStop)
      throw new PropertyViolation(5, "a payment was admitted after the stop");
    if (state.isReached && state.isActive) throw new PropertyViolation(5, "active beyond its target");
    if (state.isReached && this.scenario.admittedAtStop === null)
      this.scenario.admittedAtStop = this.holdings().length;
    checkTarget(this, state);
    checkSwitch(this, state);
  }

  /** Access, at a moment when no call waits. */
  private async checkAccessNow(): Promise<void> {
    const states = this.scenario.runtime.names("PAYMENT").map((name) => this.scenario.stored.payment(name));
    const suspects = states.filter(
      (state) => state && (state.takenBack.length > 0 || this.denied(state.handle ?? "")),
    );
    if (suspects.length === 0) return;
    const prompts = await this.scenario.gateway.daraja.prompts();
    for (const state of suspects) if (state) checkAccess(this, state, prompts);
  }

  /** Ends the faults of the gateway, then lets time pass until no alarm of the next 25 hours is left. */
  private async finish(): Promise<void> {
    await this.scenario.settle();
    await this.scenario.gateway.daraja.set({ query: "normal", answer: "normal", tokens: "normal" });
    this.healthyFrom = Date.now();
    while (this.scenario.runtime.queue.length > 0) {
      deliverQueued(this.scenario, 0, false);
      await this.scenario.settle();
    }
    const end = Date.now() + 25 * 3_600_000;
    for (;;) {
      const next = Math.min(
        this.scenario.runtime.nextAlarmAt() ?? Number.POSITIVE_INFINITY,
        ...[...this.scenario.gateway.timers].map(({ at }) => at),
      );
      if (next > end) break;
      this.scenario.gateway.tokenReasons += next - Date.now() > 3_000_000 ? 1 : 0;
      vi.setSystemTime(Math.max(Date.now(), next));
      await this.scenario.gateway.advance();
      this.scenario.runtime.ring(Date.now());
      await this.scenario.settle();
      this.check();
      await this.checkAccessNow();
    }
    this.scenario.gateway.tokenReasons += 25;
    vi.setSystemTime(end);
    this.scenario.inBackground(sweepPayments(this.scenario.ctx, this.scenario.seeded.demo.id));
    this.scenario.inBackground(sweepSwitches(this.scenario.ctx));
    await this.scenario.settle();
    this.check();
  }

  private checkAtEnd(prompts: Prompt[]): void {
    for (const name of this.scenario.runtime.names("PAYMENT")) {
      const state = this.scenario.stored.payment(name);
      if (state) checkPayment(this, state, prompts);
    }
    checkBooks(this);
    // Property 11: calls at the same time share a token, and a revoked one is renewed once.
    if (this.scenario.gateway.tokenFetches > this.scenario.gateway.tokenReasons)
      throw new PropertyViolation(
        11,
        `${this.scenario.gateway.tokenFetches} tokens for ${this.scenario.gateway.tokenReasons} reasons`,
      );
  }
}
