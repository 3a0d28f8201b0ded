import type { Context } from "../../../context.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { sql } from "../../../db/sql.ts";
import { platformMpesa } from "../../gateways/index.ts";
import type { MpesaRoute } from "../core/route.ts";
import type { PaybillPaymentRow } from "./paybill-store.ts";

/** As it came: straight to the provider's own pay bill, or to the platform's, for a provider that consented or without one yet. */
export async function routeOf(ctx: Context, row: PaybillPaymentRow): Promise<MpesaRoute> {
  const gateway = await ctx.platform.first(
    sql<Pick<MpesaRoute, "environment"> & { collected: string | null }>`SELECT environment, collected
      FROM gateways WHERE id = ${row.gatewayId}`,
  );
  const { shortCode, gatewayId } = row;
  const isCollected = gateway !== undefined && gateway.collected !== null;
  const isPlatforms = isCollected || row.providerId === platformBooks;
  const environment = gateway?.environment ?? (isPlatforms ? platformMpesa(ctx)?.environment : undefined);
  return {
    type: "mpesa",
    gatewayId,
    environment: environment ?? "production",
    credentials: isPlatforms ? "platform" : "provider",
    shortCode,
    partyB: shortCode,
    transactionType: "CustomerPayBillOnline",
    accountReference: "",
    settlement: isCollected ? "collected" : "direct",
    switchId: null,
    centralAccount: null,
  };
}
