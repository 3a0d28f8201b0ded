import type { Context } from "../../../context.ts";
import { sql } from "../../../db/sql.ts";
import type { MpesaRoute } from "../core/route.ts";
import type { PaybillPaymentRow } from "./paybill-store.ts";

/** As it came: straight to the provider's own pay bill. */
export async function routeOf(ctx: Context, row: PaybillPaymentRow): Promise<MpesaRoute> {
  const gateway = await ctx.platform.first(
    sql<Pick<MpesaRoute, "environment">>`SELECT environment FROM gateways WHERE id = ${row.gatewayId}`,
  );
  const { shortCode, gatewayId } = row;
  return {
    type: "mpesa",
    gatewayId,
    environment: gateway?.environment ?? "production",
    credentials: "provider",
    shortCode,
    partyB: shortCode,
    transactionType: "CustomerPayBillOnline",
    accountReference: "",
    settlement: "direct",
    switchId: null,
    centralAccount: null,
  };
}
