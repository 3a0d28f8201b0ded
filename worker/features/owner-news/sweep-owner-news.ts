import type { Context } from "../../context.ts";
import type { Sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { storedNews } from "./settings.ts";
import { alarmsDue, tellAlarms } from "./tell-alarms.ts";
import { morningDue, tellMorning } from "./tell-morning.ts";

/** Of a provider's sweep: writes what its owner is to be told by now. What goes by SMS stands in the outbox then. */
export async function sweepOwnerNews(ctx: Context, providerId: string): Promise<void> {
  const stored = await storedNews(ctx, providerId);
  if (stored === null) return;
  const told = await Promise.allSettled([
    tellAlarms(ctx, providerId, stored),
    tellMorning(ctx, providerId, stored),
  ]);
  logRejected("owner news", told, { provider: providerId });
}

/** When there is next something to tell; no row where nothing waits. */
export const ownerNewsDue = (now: number): Sql<{ at: number }>[] => [alarmsDue, morningDue(now)];
