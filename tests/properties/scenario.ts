import { vi } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import { type Context, makeContext } from "#worker/context";
import { AppError } from "#worker/errors";
import { PaymentIndexObject } from "#worker/features/payments/core/payment-index";
import { GatewayObject } from "#worker/features/payments/gateways/gateway-object";
import { PushListObject } from "#worker/features/payments/gateways/push-list-object";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { LimitObject } from "#worker/features/rate-limits/limit-object";
import { SwitchObject } from "#worker/features/switch/switch-object";
import { ProviderStore } from "#worker/provider-store";
import type { TwoProviders } from "../seed/two-providers.ts";
import { forgetCaches } from "../support/forget-caches.ts";
import { cover } from "./coverage.ts";
import { type Fixture, vars } from "./fixture.ts";
import { SimulatedGateway } from "./gateway.ts";
import { type History, visitors } from "./history.ts";
import { ObjectRuntime } from "./object-runtime.ts";
import type { Prompt } from "./observation.ts";
import { prng } from "./prng.ts";
import { PropertyViolation } from "./property-violation.ts";
import { StoredState } from "./stored-state.ts";

const classes = {
  PAYMENT: PaymentObject,
  PAYMENT_INDEX: PaymentIndexObject,
  SWITCH: SwitchObject,
  GATEWAY: GatewayObject,
  PUSHES: PushListObject,
  LIMIT: LimitObject,
  PROVIDER: ProviderStore,
};

/** One history as it runs: the worker in its runtime, the gateway, and the clock of both. */
export class Scenario {
  readonly runtime: ObjectRuntime;
  readonly ctx: Context;
  readonly seeded: TwoProviders;
  readonly stored: StoredState;
  readonly gateway: SimulatedGateway;
  readonly startedAt: number;
  /** Request ids of prompts whose success the gateway's own callback reported. */
  readonly notified = new Set<string>();
  /** Ids of prompts that were paid while open and never contradicted. */
  readonly undisputedPaid = new Set<string>();
  /** How many payments the switch had admitted when it was stopped; null while it may admit. */
  admittedAtStop: number | null = null;
  private readonly fixture: Fixture;
  /** The number of its first visitor; each history has its own. */
  private readonly first: number;
  private readonly faults: PropertyViolation[] = [];

  constructor(fixture: Fixture, history: History) {
    this.fixture = fixture;
    if (!fixture.seeded) throw new Error("seed() comes first");
    this.seeded = fixture.seeded;
    fixture.histories += 1;
    vi.setSystemTime(fixture.nextStart());
    this.startedAt = Date.now();
    forgetCaches();
    this.first = fixture.histories * visitors;
    this.runtime = new ObjectRuntime(fixture, vars, classes, prng(history.seed));
    this.ctx = makeContext(this.runtime.env);
    const { demo, savanna } = this.seeded;
    this.stored = new StoredState(this.runtime, {
      platform: fixture.database,
      own: fixture.tenantDatabase(demo.id),
      others: [savanna.id, platformBooks].map(fixture.tenantDatabase),
    });
    this.gateway = new SimulatedGateway(this.runtime, this.stored, history.seed, (property, what) =>
      this.violated(property, what),
    );
  }

  close(): void {
    cover("death", this.runtime.deaths);
    this.gateway.close();
    this.runtime.close();
    // The next history starts without an active switch and without gateway faults.
    this.fixture.database.script(
      `UPDATE switches SET is_active = 0, archived_at = 1 WHERE id = '${this.stored.switchId}';
      UPDATE gateways SET suspended_at = NULL, suspended_for = NULL, verification_fault = NULL WHERE archived_at IS NULL;
      DELETE FROM gateway_breakers; DELETE FROM gateway_faults;`,
    );
  }

  /** Kept until the next check: work in the background cannot fail the history. */
  violated(property: number, what: string): void {
    this.faults.push(new PropertyViolation(property, what));
  }

  firstFault(): PropertyViolation | undefined {
    return this.faults[0];
  }

  /** Runs without being awaited. A refusal is no fault, nor is the death of the object that was called. */
  inBackground(work: Promise<unknown>): void {
    work.catch((cause: unknown) => {
      if (!(cause instanceof AppError) && !/the object was reset/.test(String(cause)))
        this.violated(10, String(cause));
    });
  }

  phoneOf(who: number): string {
    return `2547${String(this.first + who).padStart(8, "0")}`;
  }

  macOf(who: number): string {
    const digits = (this.first + who).toString(16).padStart(6, "0");
    return `02:00:00:${digits.replace(/(..)(..)(..)/, "$1:$2:$3")}`.toUpperCase();
  }

  async promptOf(who: number): Promise<Prompt | undefined> {
    const answer = await this.gateway.daraja.call(`/control/prompts?phoneNumber=${this.phoneOf(who)}`);
    return (await answer.json<Prompt[]>())[0];
  }

  async pass(ms: number): Promise<void> {
    // No request is under way for longer than its time-out.
    if (ms > 8_000) await this.settle();
    vi.setSystemTime(Date.now() + ms);
    if (ms > 3_000_000) this.gateway.tokenReasons += 1;
    await this.gateway.advance();
    this.runtime.ring(Date.now());
  }

  /** Runs until no call waits. */
  async settle(): Promise<void> {
    await this.runtime.drain();
    await this.gateway.advance();
    await this.runtime.drain();
  }
}
