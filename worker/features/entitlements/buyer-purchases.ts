import type { Context } from "../../context.ts";
import { among, sql } from "../../db/sql.ts";
import { idsOfPurchase } from "./purchase-id.ts";
import { recoveryHashesOf } from "./recovery-code.ts";
import { heldElsewhere } from "./store.ts";

type Paid = { source: "payment" | "voucher"; sourceId: string };

export async function purchaseOf(
  ctx: Context,
  providerId: string,
  entitlementId: string,
  buyerHash: string,
): Promise<Paid | null> {
  const row = await newestRow(ctx, providerId, entitlementId);
  return row?.buyerHash === buyerHash ? { source: row.source, sourceId: row.sourceId } : null;
}

/** The cookie's hash whose purchase it is now; it changes hands by a claim. Undefined before it is written. */
export async function buyerOf(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<string | null | undefined> {
  return (await newestRow(ctx, providerId, entitlementId))?.buyerHash;
}

async function newestRow(
  ctx: Context,
  providerId: string,
  entitlementId: string,
): Promise<(Paid & { buyerHash: string | null }) | undefined> {
  const db = ctx.tenant(providerId);
  const [first, end] = idsOfPurchase(entitlementId);
  const row = await db.first(
    sql<Paid & { buyerHash: string | null }>`SELECT source, source_id AS sourceId, buyer_hash AS buyerHash
      FROM entitlements
      WHERE id >= ${first} AND id < ${end} ORDER BY length(id) DESC, id DESC
      LIMIT 1`,
  );
  return row;
}

/** @property endsAt UTC ms; null = not started */
export type PurchaseElsewhere = { entitlementId: string; planName: string; endsAt: number | null };

/** This buyer's purchases that live on other devices, newest first: phones change their address. At most five. */
export async function elsewhereOf(
  ctx: Context,
  { providerId, buyerHash, mac }: { providerId: string; buyerHash: string; mac: string },
): Promise<PurchaseElsewhere[]> {
  const wanted = { buyerHash, mac, now: ctx.now(), limit: 5 };
  const held = await heldElsewhere(ctx.tenant(providerId), wanted);
  return held.map(({ id, terms, endsAt }) => ({ entitlementId: id, planName: terms.planName, endsAt }));
}

export async function entitlementByRecovery(
  ctx: Context,
  providerId: string,
  code: string,
): Promise<string | null> {
  const db = ctx.tenant(providerId);
  const row = await db.first(
    sql<{ id: string }>`SELECT id FROM entitlements
      WHERE recovery_hash IN ${among(recoveryHashesOf(ctx, code))}`,
  );
  return row?.id ?? null;
}
