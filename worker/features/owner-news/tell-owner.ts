import type { Context } from "../../context.ts";
import { logRejected } from "../../log.ts";
import { type StoredNews, storedNews } from "../messages/index.ts";
import { tellAlarms } from "./tell-alarms.ts";
import { tellMorning } from "./tell-morning.ts";

/** Of a provider's sweep: writes what its owner is to be told by now; neither stops the other. What goes by SMS stands in the outbox then. */
export async function tellOwner(ctx: Context, providerId: string): Promise<void> {
  const stored = await storedNews(ctx.tenant(providerId));
  if (stored === null) return;
  const acts: ((ctx: Context, providerId: string, stored: StoredNews) => Promise<void>)[] = [
    tellAlarms,
    tellMorning,
  ];
  const told = await Promise.allSettled(acts.map((act) => act(ctx, providerId, stored)));
  logRejected("owner news", told, { provider: providerId });
}
