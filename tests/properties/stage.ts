import { vi } from "vitest";
import { type Context, makeContext } from "#worker/context";
import { AppError } from "#worker/errors";
import { GatewayObject } from "#worker/features/payments/gateways/gateway-object";
import { PaymentObject } from "#worker/features/payments/payment-object";
import { LimitObject } from "#worker/features/rate-limits/limit-object";
import { SwitchObject } from "#worker/features/switch/switch-object";
import type { TwoProviders } from "../seed/two-providers.ts";
import { forgetEverything } from "../support/kept-by-worker.ts";
import { Broken, meets } from "./broken.ts";
import { chance } from "./chance.ts";
import { GatewaySide } from "./gateway-side.ts";
import { type Ground, vars } from "./ground.ts";
import { type History, visitors } from "./history.ts";
import { MachineRoom } from "./machine-room.ts";
import { Readings } from "./readings.ts";
import type { Prompt } from "./seen.ts";

const classes = { PAYMENT: PaymentObject, SWITCH: SwitchObject, GATEWAY: GatewayObject, LIMIT: LimitObject };

/** What one history is played on: the worker in its room, the gateway, and the time of both. */
export class Stage {
  readonly room: MachineRoom;
  readonly ctx: Context;
  readonly seeded: TwoProviders;
  readonly readings: Readings;
  readonly gateway: GatewaySide;
  readonly began: number;
  /** Successes that really arrived, by payment. */
  readonly told = new Set<string>();
  /** Prompts that were paid when they were asked for and that nobody contradicted. */
  readonly plainlyPaid = new Set<string>();
  /** So many payments were admitted when the switch was off at last; null while it may admit. */
  admittedAtStop: number | null = null;
  private readonly ground: Ground;
  /** The number of its first visitor: no two histories share one. */
  private readonly first: number;
  private readonly faults: Broken[] = [];

  constructor(ground: Ground, history: History) {
    this.ground = ground;
    if (!ground.seeded) throw new Error("seed() comes first");
    this.seeded = ground.seeded;
    ground.histories += 1;
    vi.setSystemTime(ground.nextMorning());
    this.began = Date.now();
    forgetEverything();
    this.first = ground.histories * visitors;
    this.room = new MachineRoom(ground.database, vars, classes, chance(history.seed));
    this.ctx = makeContext(this.room.env);
    this.readings = new Readings(this.room, ground.database);
    this.gateway = new GatewaySide(this.room, this.readings, history.seed, (property, what) =>
      this.broken(property, what),
    );
  }

  close(): void {
    meets("death", this.room.deaths);
    this.gateway.close();
    this.room.close();
    // The next history's switch is the only one that is active, and what failed before is no matter of its days later.
    this.ground.database.script(
      `UPDATE switches SET is_active = 0, archived_at = 1 WHERE id = '${this.readings.switchId}';
      UPDATE gateways SET suspended_at = NULL, suspended_for = NULL, verification_fault = NULL WHERE archived_at IS NULL;
      DELETE FROM gateway_breakers; DELETE FROM gateway_faults;`,
    );
  }

  /** What broke while nobody was looking is told at the next look. */
  broken(property: number, what: string): void {
    this.faults.push(new Broken(property, what));
  }

  firstFault(): Broken | undefined {
    return this.faults[0];
  }

  /** Goes on by itself. A refusal is no fault, nor is the death of who was asked. */
  lets(work: Promise<unknown>): void {
    work.catch((cause: unknown) => {
      if (!(cause instanceof AppError) && !/the object was reset/.test(String(cause)))
        this.broken(10, String(cause));
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
    if (ms > 8_000) await this.quiet();
    vi.setSystemTime(Date.now() + ms);
    if (ms > 3_000_000) this.gateway.tokenReasons += 1;
    await this.gateway.moves();
    this.room.ring(Date.now());
  }

  /** Until nothing waits any more. */
  async quiet(): Promise<void> {
    await this.room.drain();
    await this.gateway.moves();
    await this.room.drain();
  }
}
