import type { Context } from "../../context.ts";
import type { FaultReport } from "../../contract/values/gateway-faults.ts";
import { promptOf } from "../../contract/values/gateway-types.ts";
import { lineOf } from "../audit/index.ts";
import {
  appSubject,
  type BreakerRow,
  breakerRows,
  type Health,
  healthOf,
  platformApp,
} from "../gateways/index.ts";
import { activeSwitches, type SwitchRow } from "./store.ts";
import type { SwitchSettlement } from "./switch-api.ts";
import { railOf, settingsOf } from "./switch-settings.ts";
import type { Diversion, Rail } from "./switch-state.ts";

/** A payment that begins. @property rails which central accounts it could pay */
export type PaymentToDivert = {
  paymentId: string;
  providerId: string;
  cents: number;
  rails: readonly Rail[];
};

/** Null = it goes direct; a repeat answers the same. The oldest activation that can be paid and has room. */
export async function reserveAtSwitch(
  ctx: Context,
  payment: PaymentToDivert,
  known?: DivertingRows,
): Promise<Diversion | null> {
  const { rails, ...asking } = payment;
  if (rails.length === 0) return null;
  const { switches, breakers } = known ?? (await divertingRows(ctx, payment.providerId));
  const health = healthOf(breakers);
  for (const row of switches) {
    const rail = railOf(row);
    if (!rail || !rails.includes(rail) || isOutOfOrder(ctx, rail, health)) continue;
    if (settingsOf(row).triedAt === null) continue;
    const diversion = await ctx.env.SWITCH.getByName(row.id).reserve(asking);
    if (diversion) return diversion;
  }
  return null;
}

/** What decides whether a payment is diverted. */
export type DivertingRows = { switches: SwitchRow[]; breakers: BreakerRow[] };

async function divertingRows(ctx: Context, providerId: string): Promise<DivertingRows> {
  const rows = ctx.snapshot(providerId);
  const [switches, breakers] = await Promise.all([activeSwitches(rows), breakerRows(rows)]);
  return { switches, breakers };
}

/** The platform's app that pays this rail is known to be dead: what would be diverted there goes direct. */
function isOutOfOrder(ctx: Context, rail: Rail, health: Health): boolean {
  const service = promptOf(rail);
  const app = platformApp(ctx, service);
  return app !== null && health.has(appSubject(service, app.environment));
}

export type SettledPayment = {
  switchId: string;
  paymentId: string;
  providerId: string;
  cents: number;
  outcome: SwitchSettlement;
  /** When it was paid, UTC ms. */
  at: number;
};

/** Tells a switch the end of a payment that it diverted. May be repeated; throws when the switch could not be told. */
export async function settleAtSwitch(ctx: Context, settled: SettledPayment): Promise<void> {
  const { switchId, outcome, ...payment } = settled;
  await ctx.env.SWITCH.getByName(switchId).settle(payment, outcome);
}

/** Tells a switch what a push to its account told of the account. May be repeated; throws when it could not be told. */
export async function noteSwitchOutcome(
  ctx: Context,
  { switchId, paymentId, failure }: { switchId: string; paymentId: string; failure: FaultReport | null },
): Promise<void> {
  await ctx.env.SWITCH.getByName(switchId).note(
    failure === null ? { type: "worked", paymentId } : { type: "faulted", paymentId, failure },
    lineOf(ctx, {
      actor: "system",
      actorId: null,
      providerId: null,
      action: "switch.suspend",
      subject: switchId,
      detail: { reason: failure?.detail ?? "" },
    }),
  );
}
