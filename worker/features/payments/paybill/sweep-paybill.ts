import { and, asc, eq, gte, isNull, lte } from "drizzle-orm";
import type { Context } from "../../../context.ts";
import { hourMs } from "../../../contract/values/time.ts";
import { paybillPayments } from "../../../db/schema/platform.ts";
import { logRejected } from "../../../log.ts";
import { matchPaybillPayment } from "./match-payment.ts";

/** The first way and the queue have had their turn by then. */
const restMs = 60_000;
/** A prompt's own money may be reported before its receipt is known; after this long only people find its purchase. */
const lookMs = hourMs;
const perRun = 50;

/** The minute cron's part: money that matched nothing yet, because its purchase was not known or a process died. */
export async function sweepPaybill(ctx: Context): Promise<void> {
  const now = ctx.now();
  const rows = await ctx.platform.select(paybillPayments, {
    where: and(
      eq(paybillPayments.status, "unmatched"),
      isNull(paybillPayments.note),
      gte(paybillPayments.receivedAt, now - lookMs),
      lte(paybillPayments.receivedAt, now - restMs),
    ),
    orderBy: [asc(paybillPayments.receivedAt)],
    limit: perRun,
  });
  logRejected(
    "typed payment sweep",
    await Promise.allSettled(rows.map((row) => matchPaybillPayment(ctx, row))),
  );
}
