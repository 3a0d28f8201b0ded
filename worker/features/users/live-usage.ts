import type { Context } from "../../context.ts";
import { SessionTotals } from "../../contract/bridge.ts";
import { log } from "../../log.ts";
import type { ToldTotals } from "../entitlements/index.ts";
import type { UserRow } from "./user-rows.ts";

/** Somebody looks at it, and what was told is shown meanwhile. */
const patienceMs = 3_000;

/**
 * What was told of sessions, with that of one device as its router counts it now. Where the bridge is away, too old or slow,
 * it is what was told.
 */
export async function withLiveUsage(
  ctx: Context,
  told: readonly ToldTotals[],
  asked: { providerId: string; row: UserRow; bridgeId: string | null },
): Promise<readonly ToldTotals[]> {
  const { providerId, row, bridgeId } = asked;
  const { subject, routerId, eId } = row;
  if (bridgeId === null || eId === null) return told;
  try {
    const request = { kind: "session", routerId, subject } as const;
    const answer = await ctx.env.BRIDGE.getByName(bridgeId).request(request, patienceMs);
    const read = SessionTotals.safeParse(
      answer.kind === "answered" && answer.ok ? JSON.parse(answer.result) : null,
    );
    if (!read.success) return told;
    const totals = read.data;
    // Of this device and its purchase alone: a bridge says nothing of anybody else here.
    if (totals.subject !== subject || totals.routerId !== routerId || totals.entitlementId !== eId)
      return told;
    const isOther = ({ totals: { boot, session } }: ToldTotals) =>
      boot !== totals.boot || session !== totals.session;
    return [...told.filter(isOther), { providerId, at: ctx.now(), totals }];
  } catch (cause) {
    log("error", "live usage", cause, { provider: providerId, bridge: bridgeId });
    return told;
  }
}
