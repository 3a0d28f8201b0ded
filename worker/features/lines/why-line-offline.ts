import type { Context } from "../../context.ts";
import type { lineCauses } from "../../contract/line-life.ts";
import { say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { routersNow } from "../routers/index.ts";
import { type Stands, standingOf } from "./line-state.ts";

type Cause = (typeof lineCauses)[number];
type Row = Stands & {
  routerId: string;
  applied: "open" | "blocked" | "closed" | null;
  dialledAt: number | null;
  changedAt: number | null;
};

/** The first that holds, by what its bridge and its router say now. @throws AppError not_found */
export async function whyLineOffline(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<{ cause: Cause; sentence: Text }> {
  const row = await ctx.tenant(providerId).first(
    sql<Row>`SELECT router_id AS routerId, paid_until AS paidUntil, blocks_at AS blocksAt, held_at AS heldAt,
        paused_at AS pausedAt, closed_at AS closedAt, applied, dialled_at AS dialledAt, changed_at AS changedAt
      FROM lines WHERE id = ${id} AND closed_at IS NULL`,
  );
  if (!row) throw refuse("not_found", "line_gone");
  const router = (await routersNow(ctx, providerId)).find((one) => one.id === row.routerId);
  if (!router?.isOnline)
    return {
      cause: "router_away",
      sentence: say("line_why_router", { router: router?.name ?? "", why: router?.statusText ?? "" }),
    };
  return blocked(row, ctx.now()) ?? missing(row, router.name);
}

function blocked(row: Row, now: number): { cause: Cause; sentence: Text } | null {
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
function missing({ applied, dialledAt, changedAt }: Row, router: string): { cause: Cause; sentence: Text } {
  if (applied !== "open") return { cause: "behind", sentence: say("line_why_behind", { router }) };
  if (dialledAt !== null)
    return { cause: "none", sentence: say("line_why_none", { since: { at: dialledAt } }) };
  if (changedAt === null) return { cause: "silent", sentence: say("line_why_never") };
  return { cause: "silent", sentence: say("line_why_silent", { since: { at: changedAt } }) };
}
