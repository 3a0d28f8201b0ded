import type { AuditLine } from "../audit/index.ts";
import type { Diversion, SwitchEvent, SwitchRefusal, SwitchSettings, SwitchState } from "./switch-state.ts";

/** What an operator does to a switch. */
export type SwitchAct = Extract<SwitchEvent, { type: "activated" | "deactivated" | "stopped" | "archived" }>;

/** @property shown D1 shows it: lists and new payments know */
export type ActAnswer = {
  refusal: SwitchRefusal | null;
  shown: boolean;
};

/** `failed` is final and gives the room back; paid after that counts, as late. `taken-back`: the gateway denied it. */
export type SwitchSettlement = "paid" | "failed" | "taken-back";

declare module "../../env.ts" {
  interface Bindings {
    SWITCH: DurableObjectNamespace<SwitchApi>;
  }
}

/** What SwitchObject answers; documented at the class. */
export interface SwitchApi extends Rpc.DurableObjectBranded {
  configure(id: string, settings: SwitchSettings): Promise<boolean>;
  act(id: string, settings: SwitchSettings, event: SwitchAct, line?: AuditLine): Promise<ActAnswer>;
  reserve(payment: { paymentId: string; providerId: string; cents: number }): Promise<Diversion | null>;
  settle(
    payment: { paymentId: string; providerId: string; cents: number; at: number },
    outcome: SwitchSettlement,
  ): Promise<void>;
  note(event: Extract<SwitchEvent, { type: "worked" | "faulted" }>, line: AuditLine): Promise<void>;
  read(): Promise<SwitchState | null>;
  countedOf(paymentIds: readonly string[]): Promise<Record<string, number>>;
  notifyAgain(): Promise<boolean>;
}
