import type { PaymentState } from "#worker/features/payments/core/payment-state";
import type { Holding, SwitchState } from "#worker/features/switch/switch-state";
import type { DarajaClient } from "../simulators/daraja/daraja-world.ts";

/** Where the switch of every history sends what it diverts. */
export const centralTill = "600900";

export type Prompt = Awaited<ReturnType<DarajaClient["prompts"]>>[number];

/** What those who judge a history see of it. */
export type Seen = {
  readonly providerId: string;
  readonly switchId: string;
  /** UTC ms. */
  readonly began: number;
  /** When the gateway was well for good, UTC ms. */
  readonly wellFrom: number;
  /** Prompts of whose success the gateway's own message really told us, by the gateway's name for them. */
  readonly told: ReadonlySet<string>;
  /** Prompts that were paid when they were asked for and that nobody contradicted. */
  readonly plainlyPaid: ReadonlySet<string>;
  /** The first definite "no" about a prompt that its payment heard. */
  denied(handle: string): { at: number } | undefined;
  /** Whether the payment has died since it heard that. */
  diedSince(paymentId: string, handle: string): boolean;
  /** Access and books that a payment has not written yet. */
  owes(paymentId: string): boolean;
  /** What a payment was when it was first seen completed. */
  readonly completed: Map<string, PaymentState>;
  /** When each cycle was first seen to have reached its target, UTC ms. */
  readonly reachedAt: Map<number, number>;
  /** Of D1. */
  rows<Row>(sql: string, ...values: unknown[]): Row[];
  switchState(): SwitchState | undefined;
  holdings(): Holding[];
};
