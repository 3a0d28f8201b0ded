import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { asksOffersIn } from "../branding/index.ts";

/** Whether the payment form asks buyers if they want to be told of offers. It is kept beside the portal's look, which each page reads. */
export async function saveAsks(ctx: Context, providerId: string, asks: boolean, actor: Actor): Promise<void> {
  const patch = JSON.stringify({ asksOffers: asks ? "yes" : null });
  await ctx.platform.batch([
    sql`UPDATE providers SET captive_portal_settings = json_patch(captive_portal_settings, ${patch}),
        updated_at = ${ctx.now()}
      WHERE id = ${providerId}`,
    recordStatement(ctx, { ...actor, action: "campaign.asks", subject: providerId, detail: { asks } }),
  ]);
}

/** As it was saved last, also before the provider's copy of it is renewed. */
export async function readAsks(ctx: Context, providerId: string): Promise<boolean> {
  const row = await ctx.platform.first(
    sql<{ value: string }>`SELECT captive_portal_settings AS value FROM providers WHERE id = ${providerId}`,
  );
  return asksOffersIn(JSON.parse(row?.value ?? "{}"));
}
