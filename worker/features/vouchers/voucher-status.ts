import type { Context } from "../../context.ts";
import type { PaymentStatus } from "../../contract/payments.ts";
import type { Made } from "../../contract/texts.ts";
import type { Subject } from "../../contract/values/subject.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { accessStatus, entitlementIdOf, settled } from "../payments/index.ts";
import { providerOfTransaction } from "./redemption-id.ts";

export type RedemptionView = {
  providerId: string;
  entitlementId: string;
  routerId: string;
  subject: Subject | null;
  terms: Terms;
  createdAt: number;
  buyerHash: string | null;
};

type Redeemed = Omit<RedemptionView, "terms" | "providerId" | "entitlementId"> & { terms: string };

export async function readRedemption(ctx: Context, transactionId: string): Promise<RedemptionView | null> {
  const providerId = providerOfTransaction(ctx, transactionId);
  if (!providerId) return null;
  const entitlementId = entitlementIdOf(transactionId);
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql<Redeemed>`SELECT router_id AS routerId, subject, terms, created_at AS createdAt, buyer_hash AS buyerHash
      FROM entitlements WHERE id = ${entitlementId}`,
  );
  return row ? { ...row, terms: JSON.parse(row.terms) as Terms, providerId, entitlementId } : null;
}

/** @param buyerHash of the cookie that asks */
export async function redemptionStatus(
  ctx: Context,
  view: RedemptionView,
  buyerHash: string | null,
): Promise<Made<typeof PaymentStatus>> {
  return {
    status: "completed",
    ...settled,
    createdAt: new Date(view.createdAt).toISOString(),
    now: new Date(ctx.now()).toISOString(),
    ...(await accessStatus(ctx, view, buyerHash)),
  };
}
