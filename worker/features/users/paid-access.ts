import type { Context } from "../../context.ts";
import type { PaidAccess } from "../../contract/refunds.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { fromEach } from "../../db/every-tenant.ts";
import { routersBriefly } from "../routers/index.ts";
import { surroundingsOf } from "./list-users.ts";
import { type PaidForRow, paidFor } from "./user-rows.ts";
import { type Around, whyOffline } from "./why-offline.ts";

/**
 * What became of what payments bought, for the operator, by the same reasons as a provider's own list of users. Bridges are asked only
 * where a purchase is not over. @returns by the payment's id; none of what bought nothing, nor of a provider that does not answer
 */
export async function accessOfPaid(
  ctx: Context,
  paid: readonly { id: string; providerId: string }[],
): Promise<ReadonlyMap<string, PaidAccess>> {
  const byProvider = Map.groupBy(paid, ({ providerId }) => providerId);
  const { rows } = await fromEach(byProvider.keys(), async (providerId) => {
    const ids = byProvider.get(providerId)?.map(({ id }) => id) ?? [];
    const now = ctx.now();
    const bought = await ctx.tenant(providerId).all(paidFor(ids, now));
    const lives = bought.some(({ status }) => status !== "expired");
    const around = lives ? await surroundingsOf(ctx, providerId, routersBriefly) : nothing;
    return bought.map(
      (row) => [row.paymentId, accessOf(row, { ...around, elsewhere: new Map(), now })] as const,
    );
  });
  return new Map(rows);
}

type Known = Around & {
  routers: ReadonlyMap<string, { id: string; name: string }>;
  online: ReadonlySet<Subject>;
};

const nothing = {
  routers: new Map(),
  online: new Set<Subject>(),
  away: new Map(),
  foreign: new Set<string>(),
};

function accessOf(row: PaidForRow, { routers, online, ...around }: Known): PaidAccess {
  const subjects = JSON.parse(row.subjects) as Subject[];
  const known = row.status === "expired" ? undefined : routers.get(row.routerId);
  const router = known ? { id: known.id, name: known.name } : null;
  // Its device may be online by another purchase.
  const isOfOther = row.status === "expired" || row.isQueued;
  if (!isOfOther && subjects.some((subject) => online.has(subject)))
    return { isOnline: true, offline: null, router };
  const offline = whyOffline(row, around);
  const isWaiting = offline.cause === "activating" || offline.cause === "not_activated";
  const cause =
    isWaiting && subjects.length === 0 ? "no_device" : isWaiting && row.isQueued ? "queued" : offline.cause;
  return { isOnline: false, offline: { ...offline, cause }, router };
}
