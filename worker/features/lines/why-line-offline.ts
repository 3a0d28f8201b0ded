import type { Context } from "../../context.ts";
import { RefusedDials } from "../../contract/bridge-requests.ts";
import type { lineCauses } from "../../contract/line-life.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { LineHindrance } from "../../contract/values/line-hindrances.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { routersNow } from "../routers/index.ts";
import { hindranceSaid } from "./line-hindrance.ts";
import { type Stands, standingOf } from "./line-state.ts";

type Cause = (typeof lineCauses)[number];
type Row = Stands & {
  login: string;
  routerId: string;
  applied: "open" | "blocked" | "closed" | null;
  dialledAt: number | null;
  changedAt: number | null;
  /** "" = its router gave it none. */
  address: string | null;
  kind: "pppoe" | "device";
  network: string | null;
  fixedAddress: string | null;
  hindrance: LineHindrance | null;
};
type Why = { cause: Cause; sentence: Text };
type RouterNow = Awaited<ReturnType<typeof routersNow>>[number];

/** A page waits for the answer. */
const patienceMs = 4_000;
/** A device that is refused dials again all the time: one whose last refusal is older does not dial now. */
const stillDialsMs = 15 * minuteMs;
/** Two clocks, and what is on its way. */
const slackMs = 5_000;

/** The first that holds, by what its bridge and its router say now. @throws AppError not_found */
export async function whyLineOffline(ctx: Context, providerId: string, id: string): Promise<Why> {
  const row = await ctx.tenant(providerId).first(
    sql<Row>`SELECT login, router_id AS routerId, paid_until AS paidUntil, blocks_at AS blocksAt, held_at AS heldAt,
        paused_at AS pausedAt, closed_at AS closedAt, applied, dialled_at AS dialledAt, changed_at AS changedAt,
        address, kind, network, fixed_address AS fixedAddress, hindrance
      FROM lines WHERE id = ${id} AND closed_at IS NULL`,
  );
  if (!row) throw refuse("not_found", "line_gone");
  const router = (await routersNow(ctx, providerId)).find((one) => one.id === row.routerId);
  if (!router?.isOnline)
    return {
      cause: "router_away",
      sentence: say("line_why_router", { router: router?.name ?? "", why: router?.statusText ?? "" }),
    };
  return blocked(row, ctx.now()) ?? missing(ctx, row, router);
}

function blocked(row: Row, now: number): Why | null {
  const since = { at: row.heldAt ?? row.pausedAt ?? now };
  switch (standingOf(row, now)) {
    case "unpaid":
      return { cause: "unpaid", sentence: say("line_why_unpaid") };
    case "blocked":
      return { cause: "over", sentence: say("line_why_over", { end: { at: row.paidUntil ?? now } }) };
    case "held":
      return { cause: "held", sentence: say("line_why_held", { since }) };
    case "paused":
      return { cause: "paused", sentence: say("line_why_paused", { since }) };
    default:
      return null;
  }
}

/** Of a line that is to be on, at a router that is reached. */
async function missing(ctx: Context, row: Row, router: RouterNow): Promise<Why> {
  const { applied, dialledAt, changedAt, address } = row;
  const { name } = router;
  const why = hindranceSaid(row);
  if (applied !== "open" && why)
    return { cause: "behind", sentence: say("line_why_hindered", { router: name, why }) };
  if (applied !== "open") return { cause: "behind", sentence: say("line_why_behind", { router: name }) };
  if (row.kind === "device") return missingDevice(row);
  if (dialledAt !== null && address === "")
    return { cause: "no_address", sentence: say("line_why_no_address", { router: name }) };
  if (dialledAt !== null)
    return { cause: "none", sentence: say("line_why_none", { since: { at: dialledAt } }) };
  const refusedAt = await lastRefused(ctx, row);
  const isSince = changedAt === null || (refusedAt ?? 0) > changedAt - slackMs;
  if (refusedAt !== null && isSince && ctx.now() - refusedAt < stillDialsMs)
    return { cause: "refused", sentence: say("line_why_refused", { at: { at: refusedAt } }) };
  if (changedAt === null) return { cause: "silent", sentence: say("line_why_never") };
  return { cause: "silent", sentence: say("line_why_silent", { since: { at: changedAt } }) };
}

/** As its router's log has it now; null where that has nothing, or cannot be asked. */
async function lastRefused(ctx: Context, { login, routerId }: Row): Promise<number | null> {
  const bridgeId = (await ctx.lookup.routerById(routerId))?.bridgeId;
  if (!bridgeId) return null;
  const request = { kind: "refused_dials", routerId, login } as const;
  const answer = await ctx.env.BRIDGE.getByName(bridgeId).request(request, patienceMs);
  if (answer.kind !== "answered" || !answer.ok) return null;
  const read = RefusedDials.safeParse(JSON.parse(answer.result));
  const sinceMs = read.success ? read.data.sinceMs : null;
  return sinceMs === null ? null : ctx.now() - sinceMs;
}

/** It is there as long as something of it moves. */
function missingDevice({ dialledAt, changedAt, fixedAddress }: Row): Why {
  if (dialledAt !== null)
    return { cause: "none", sentence: say("line_why_device_none", { since: { at: dialledAt } }) };
  if (changedAt === null)
    return {
      cause: "silent",
      sentence: say("line_why_device_never", { address: fixedAddress ?? "" }),
    };
  return { cause: "silent", sentence: say("line_why_device_silent", { since: { at: changedAt } }) };
}
