import type { Context } from "../../context.ts";
import type { NotDivertible, UndivertedPayments } from "../../contract/switch.ts";
import { type DayWindow, weekDays } from "../../contract/values/day-window.ts";
import { type GatewayType, promptOf } from "../../contract/values/gateway-types.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs, minuteMs, nairobiMs } from "../../contract/values/time.ts";
import { type Asked, allOf, providerIds } from "../../db/every-tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { type OpenSwitch, openSwitchById, wasOpen } from "../switch/index.ts";
import { railsOf } from "./choose-route.ts";

// Why payments went direct while a switch was active: derived from what was paid, by the same rule that routes.

export type Undiverted = { method: GatewayType; environment: "sandbox" | "production" };

/** Null: its rail can pay this account, and it went direct for want of room or of an answer. */
export function whyNotDivertible(
  ctx: Context,
  { method, environment }: Undiverted,
  { rail, collectable }: Pick<OpenSwitch, "rail" | "collectable">,
): NotDivertible | null {
  if (!collectable || rail === null) return "no_credentials";
  if (promptOf(method) !== promptOf(rail)) return `pays_no_${rail}`;
  return railsOf(ctx, { type: method, environment }).includes(rail) ? null : "environment";
}

/** The same of one payment that went direct, whichever of the switches it met: null where any of them could have had it. */
export function whyDirect(
  ctx: Context,
  payment: Undiverted & { createdAt: number },
  switches: readonly OpenSwitch[],
): NotDivertible | null {
  const met = switches.filter((one) => wasOpen(one, payment.createdAt));
  const reasons = met.map((one) => whyNotDivertible(ctx, payment, one));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

/** @throws AppError not_found for a stale id */
export async function undivertedPayments(ctx: Context, switchId: string): Promise<UndivertedPayments> {
  const one = await openSwitchById(ctx, switchId);
  if (!one) return { since: null, silent: 0, count: 0, amount: 0, groups: [] };
  const { rows: sums, silent } = await directSums(ctx, one);
  const environments = await environmentsOf(
    ctx,
    sums.map(({ gatewayId }) => gatewayId),
  );
  const groups = new Map<
    string,
    { method: GatewayType; reason: NotDivertible; count: number; cents: number }
  >();
  for (const { method, gatewayId, count, cents } of sums) {
    const environment = environments.get(gatewayId);
    const reason = environment && whyNotDivertible(ctx, { method, environment }, one);
    if (!reason) continue;
    const key = `${method} ${reason}`;
    const group = groups.get(key) ?? { method, reason, count: 0, cents: 0 };
    groups.set(key, { ...group, count: group.count + count, cents: group.cents + cents });
  }
  const found = [...groups.values()].sort((a, b) => b.cents - a.cents);
  return {
    since: new Date(one.activatedAt).toISOString(),
    silent: silent.length,
    count: found.reduce((sum, { count }) => sum + count, 0),
    amount: shillings(found.reduce((sum, { cents }) => sum + cents, 0)),
    groups: found.map(({ cents, ...group }) => ({ ...group, amount: shillings(cents) })),
  };
}

type DirectSum = { method: GatewayType; gatewayId: string; count: number; cents: number };

/** Completed payments that no switch took, begun since this one's activation and in its hours; each provider's by themselves. */
async function directSums(ctx: Context, { activatedAt, window }: OpenSwitch): Promise<Asked<DirectSum>> {
  const hours = hoursOf(window);
  return allOf(
    ctx,
    await providerIds(ctx),
    sql<DirectSum>`SELECT method, gateway_id AS gatewayId, count(*) AS count, sum(amount_cents) AS cents
      FROM payments
      WHERE created_at >= ${activatedAt}
        AND status = 'completed' AND switch_id IS NULL
        AND (created_at + ${nairobiMs}) / ${dayMs} % 7 IN ${among(hours.days)}
        AND (created_at + ${nairobiMs}) % ${dayMs} >= ${hours.from}
          AND (created_at + ${nairobiMs}) % ${dayMs} < ${hours.to}
      GROUP BY method, gateway_id`,
  );
}

/** As SQL counts: days since 1970 modulo 7, where 0 was a Thursday, and ms of a day. */
function hoursOf(window: DayWindow | null): { days: number[]; from: number; to: number } {
  if (!window) return { days: [0, 1, 2, 3, 4, 5, 6], from: 0, to: dayMs };
  const ms = (time: string) => {
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    return (hours * 60 + minutes) * minuteMs;
  };
  const days = window.days.map((day) => (weekDays.indexOf(day) + 4) % 7);
  return { days, from: ms(window.start), to: ms(window.end) };
}

export async function environmentsOf(
  ctx: Context,
  gatewayIds: readonly string[],
): Promise<Map<string, Undiverted["environment"]>> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<{ id: string; environment: Undiverted["environment"] }>`SELECT id, environment FROM gateways
      WHERE id IN ${among([...new Set(gatewayIds)])}`,
  );
  return new Map(rows.map(({ id, environment }) => [id, environment]));
}
