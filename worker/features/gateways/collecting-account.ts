import { isNull, or, sql } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { gateways } from "../../db/schema/platform.ts";
import { providerById } from "../providers/index.ts";
import { gatewayKinds } from "./gateway-kinds.ts";
import { openSecrets } from "./store.ts";

/** An account that money could be sent to: of M-Pesa, of Airtel Money, or at a bank by its id in the list. */
type PaidAccount = { service: string; account: string };

/** Also where it arrived once and may still: an earlier pay bill whose payments are reported. Null = no provider's. */
export async function providerCollectingAt(
  ctx: Context,
  { service, account }: PaidAccount,
): Promise<string | null> {
  const rows = await ctx.platform.select(gateways, {
    where: or(isNull(gateways.archivedAt), sql`${gateways.paybillSince} IS NOT NULL`),
    limit: 100_000,
  });
  const same = (text: string | undefined) => text?.trim().toLowerCase() === account.trim().toLowerCase();
  const found = rows.find((row) => {
    if ((row.type === "bank" ? row.service : row.type) !== service) return false;
    // It pays the platform's own wallet.
    if (row.useAutoApi && gatewayKinds[row.type].paysOwnWallet) return false;
    if (same(row.accountNumber)) return true;
    if (row.type === "bank" || row.useAutoApi) return false;
    const { businessShortCode, merchantCode } = openSecrets(ctx, row);
    return same(businessShortCode) || same(merchantCode);
  });
  return found ? (await providerById(ctx, found.providerId)).businessName : null;
}
