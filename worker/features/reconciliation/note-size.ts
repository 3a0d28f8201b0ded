import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";

/** Asks a provider's object how large its database is, and keeps that for the watch of the largest. Two calls. */
export async function noteSize(ctx: Context, providerId: string): Promise<void> {
  const bytes = await ctx.env.PROVIDER.getByName(providerId).size();
  await ctx.platform.run(
    sql`INSERT INTO provider_sizes (provider_id, bytes, at) VALUES (${providerId}, ${bytes}, ${ctx.now()})
      ON CONFLICT (provider_id) DO UPDATE SET bytes = excluded.bytes, at = excluded.at`,
  );
}
