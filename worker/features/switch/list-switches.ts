import type { Context } from "../../context.ts";
import type { PaymentSwitch, SwitchTransaction } from "../../contract/switch.ts";
import { bankById } from "../../contract/values/banks.ts";
import { openingAt, type WeekDay } from "../../contract/values/day-window.ts";
import { explained } from "../../contract/values/gateway-faults.ts";
import { promptOf } from "../../contract/values/gateway-types.ts";
import { serviceById } from "../../contract/values/mobile-money.ts";
import { shillings } from "../../contract/values/money.ts";
import { gatewayKinds, platformApp } from "../gateways/index.ts";
import { type SwitchRow, switchPage, type TransactionRow, transactionPage } from "./store.ts";
import { railOf, settingsOf, verificationRouteOf } from "./switch-settings.ts";
import { isRunning } from "./switch-state.ts";

const mostRows = 1_000;

type Asked = { page?: number | undefined; pageSize?: number | undefined; q?: string | undefined };

export async function listSwitches(
  ctx: Context,
  asked: Asked,
): Promise<{ switches: PaymentSwitch[]; total: number }> {
  const { rows, total } = await switchPage(ctx, placeOf(asked));
  return { switches: rows.map((row) => paymentSwitch(ctx, row)), total };
}

export async function listSwitchTransactions(
  ctx: Context,
  asked: Asked & { switchId?: string | undefined; providerId?: string | undefined },
): Promise<{ transactions: SwitchTransaction[]; total: number }> {
  const { switchId = null, providerId = null } = asked;
  const { rows, total } = await transactionPage(ctx, { ...placeOf(asked), switchId, providerId });
  return { transactions: rows.map(transaction), total };
}

function placeOf({ page = 1, pageSize = mostRows, q = "" }: Asked) {
  return { q: q.trim().toLowerCase(), limit: pageSize, offset: (page - 1) * pageSize };
}

export function paymentSwitch(ctx: Context, row: SwitchRow): PaymentSwitch {
  const { id, name, accountType, centralPaymentGatewayId, centralAccountNumber } = row;
  const { isActive, isRecurring, recurringStartTime, recurringEndTime, allowEmergencyDeactivate } = row;
  const settings = settingsOf(row);
  const now = ctx.now();
  const runs = isRunning({ isActive, settings }, now);
  // By itself, or for the operator who has activated it outside its hours.
  const waits = !runs && settings.window && (isActive || settings.mode === "automatic");
  return {
    id,
    name,
    accountType,
    centralPaymentGatewayId,
    centralAccountNumber,
    centralName:
      (accountType === "bank" ? bankById : serviceById)(centralPaymentGatewayId)?.name ??
      centralPaymentGatewayId,
    targetAmount: shillings(row.targetCents),
    currentAmount: shillings(row.collectedCents),
    reservedAmount: shillings(row.reservedCents),
    switchMode: row.switchMode,
    activationMode: row.switchMode,
    configured: true,
    collectable: isCollectable(ctx, row),
    isActive,
    isRunning: runs,
    opensAt: waits && settings.window ? moment(openingAt(settings.window, now)?.start ?? null) : null,
    activatedAt: moment(row.activatedAt),
    lastTargetReached: moment(row.lastTargetReachedAt),
    isRecurring,
    recurringDays: row.recurringDays as WeekDay[],
    recurringStartTime,
    recurringEndTime,
    allowEmergencyDeactivate,
    stopReason: row.stopReason,
    suspendedAt: moment(row.suspendedAt),
    suspendedFor: row.suspendedFor === null ? null : explained(row.suspendedFor),
    verification: verificationOf(row),
    revision: row.revision,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/** The platform's own credentials can pay this account: nobody else's may. */
export function isCollectable(ctx: Context, row: SwitchRow): boolean {
  const rail = railOf(row);
  if (rail === null) return false;
  const app = platformApp(ctx, promptOf(rail));
  if (app === null) return false;
  return !gatewayKinds[rail].paysOwnWallet || app.wallet === row.centralAccountNumber;
}

function moment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function transaction({ at, cents, account, late, ...row }: TransactionRow): SwitchTransaction {
  return {
    ...row,
    createdAt: new Date(at).toISOString(),
    amount: shillings(cents),
    centralAccountNumberSnapshot: account,
    status: "diverted",
    late: late === 1,
  };
}

function verificationOf(row: SwitchRow): PaymentSwitch["verification"] {
  const { trialPaidAt, triedAt, suspendedAt } = row;
  const isThis = (route: string | null) => route === verificationRouteOf(row);
  const isTried =
    isThis(row.triedRoute) && triedAt !== null && (suspendedAt === null || triedAt > suspendedAt);
  const isNewer = isThis(row.trialRoute) && row.trialPaymentId !== null && trialPaidAt !== (triedAt ?? 0);
  const base = { isTried, payee: isTried ? row.triedPayee : null, fault: null };
  if (!isNewer)
    return { ...base, status: isTried ? "named" : "none", at: momentOf(isTried ? triedAt : null) };
  if (trialPaidAt !== null) return { ...base, status: "paid", at: momentOf(trialPaidAt) };
  if (row.trialFault === null) return { ...base, status: "pending", at: null };
  return { ...base, status: "failed", at: null, fault: explained(row.trialFault) };
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
