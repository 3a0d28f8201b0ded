import type { Context } from "../../context.ts";
import { atEach } from "../../db/every-tenant.ts";
import { undeliveredStatement } from "../../db/snapshot.ts";
import { logRejected } from "../../log.ts";

/** In one run; each is a call and two trips to D1. */
const mostInARun = 200;

/** What the platform changed about providers, for objects that were away when it was said. */
export async function deliverSnapshots(ctx: Context): Promise<void> {
  const undelivered = await ctx.platform.all(undeliveredStatement(mostInARun));
  const told = await atEach(
    undelivered.map(({ id }) => id),
    (id) => ctx.provider(id).refreshSnapshot(),
  );
  logRejected("snapshot not delivered", told);
}
