import type { PaymentState } from "#worker/features/payments/core/payment-state";
import type { Holding, SwitchState } from "#worker/features/switch/switch-state";
import type { DarajaClient } from "../simulators/daraja/daraja-world.ts";

/** The account to which the switch of every history diverts. */
export const centralTill = "600900";

export type Prompt = Awaited<ReturnType<DarajaClient["prompts"]>>[number];

/** What the checks of a history read. */
export type Observation = {
  readonly providerId: string;
  readonly switchId: string;
  /** UTC ms. */
  readonly startedAt: number;
  /** When the gateway had its last fault, UTC ms. */
  readonly healthyFrom: number;
  /** Request ids of prompts whose success the gateway's own callback reported. */
  readonly notified: ReadonlySet<string>;
  /** Ids of prompts that were paid while open and never contradicted. */
  readonly undisputedPaid: ReadonlySet<string>;
  /** The first definite failure of a prompt that the gateway answered to its payment. */
  denied(handle: string): { at: number } | undefined;
  /** Whether the object of the payment has died since that answer. */
  diedSince(paymentId: string, handle: string): boolean;
  /** Whether a payment has not yet written access or books. */
  hasPendingEffects(paymentId: string): boolean;
  /** Each payment as it was when it was first observed completed. */
  readonly completed: Map<string, PaymentState>;
  /** When each cycle was first observed to have reached its target, UTC ms. */
  readonly reachedAt: Map<number, number>;
  /** Of the platform's tables. */
  rows<Row>(sql: string, ...values: unknown[]): Row[];
  /** Of the provider's tables. */
  tenantRows<Row>(sql: string, ...values: unknown[]): Row[];
  /** Of the same tables of every other provider, and of the platform's books. */
  rowsOfOthers<Row>(sql: string, ...values: unknown[]): Row[];
  switchState(): SwitchState | undefined;
  holdings(): Holding[];
  /** How many receipts the index has as this payment's. */
  receiptsOf(paymentId: string): number;
};
