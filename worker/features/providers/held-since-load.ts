import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";

/**
 * It came from a backup, and nobody has compared yet what went out of it since that was taken: a payout or a refund that the backup does not
 * know would go out a second time.
 */
export async function isHeldSinceLoad(ctx: Context, providerId: string): Promise<boolean> {
  const held = await ctx.platform.first(
    sql`SELECT 1 FROM loaded_providers WHERE provider_id = ${providerId} AND released_at IS NULL`,
  );
  return held !== undefined;
}
