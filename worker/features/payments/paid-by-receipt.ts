import type { Context } from "../../context.ts";
import { gatewayTypes } from "../../contract/values/gateway-types.ts";
import { dayMs } from "../../contract/values/time.ts";
import { among, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import type { PaymentView } from "./core/payment-view.ts";
import { topUpIn } from "./core/route.ts";

const askedAtOnce = 3;

/** What a visitor claims to have paid: the gateway's receipt and the full paying number (254 and nine digits). */
export type PaidClaim = { providerId: string; receipt: string; phone: string };

/** The purchase that this receipt paid for; null unless receipt and phone are of one payment of this provider. */
export async function paidByReceipt(
  ctx: Context,
  { providerId, receipt, phone }: PaidClaim,
): Promise<string | null> {
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql<{ entitlementId: string | null; phone: string }>`SELECT entitlement_id AS entitlementId, phone
      FROM payments
      WHERE method IN ${among(gatewayTypes)}
        AND receipt = ${receipt} AND status = 'completed' AND ${isPayersOwn}`,
  );
  return row?.phone === phone ? row.entitlementId : null;
}

/** Anybody may pay for more data of somebody else's purchase, and owns nothing by it. */
const isPayersOwn = sql`(top_up_of IS NULL OR entitlement_id <> top_up_of
  OR phone = (SELECT bought.phone FROM entitlements JOIN payments bought ON bought.id = entitlements.source_id
    WHERE entitlements.id = payments.top_up_of))`;

/** What this phone lately paid here and is not certain. `open`: one of them may still turn out to be the one. */
export async function queryRecentPayments(
  ctx: Context,
  { providerId, receipt, phone }: PaidClaim,
): Promise<{ entitlementId: string } | "open" | "none"> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(
    sql<{ id: string }>`SELECT id FROM payments WHERE created_at > ${ctx.now() - dayMs} AND phone = ${phone}
        AND (status <> 'completed' OR unverified = 1 OR receipt IS NULL)
      ORDER BY status = 'failed', created_at DESC LIMIT ${askedAtOnce}`,
  );
  const answers = await Promise.allSettled(rows.map(({ id }) => ctx.env.PAYMENT.getByName(id).query()));
  const known: (PaymentView | null)[] = [];
  let isUnsure = false;
  for (const answer of answers) {
    if (answer.status === "fulfilled") known.push(answer.value);
    else {
      log("error", "payment claim", answer.reason);
      isUnsure = true;
    }
  }
  const paid = known.find((view) => view?.status === "completed" && view.receipt === receipt);
  // Its row says what it serves, and whose that is.
  if (paid && topUpIn(paid.intent)) {
    const entitlementId = await paidByReceipt(ctx, { providerId, receipt, phone });
    return entitlementId === null ? "none" : { entitlementId };
  }
  if (paid) return { entitlementId: paid.intent.entitlementId };
  const isOpen = (view: PaymentView | null) =>
    view !== null && view.status !== "failed" && (view.status !== "completed" || view.receipt === null);
  return isUnsure || known.some(isOpen) ? "open" : "none";
}
