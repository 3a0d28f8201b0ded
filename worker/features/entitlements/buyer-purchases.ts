import type { Context } from "../../context.ts";
import { among, sql } from "../../db/sql.ts";
import { idsOfPurchase } from "./purchase-id.ts";
import { recoveryHashesOf } from "./recovery-code.ts";
import { heldElsewhere } from "./store.ts";

type Paid = { source: "payment" | "voucher" | "trial" | "import"; sourceId: string };

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
export type PurchaseElsewhere = {
  entitlementId: string;
  routerId: string;
  /** It runs for one device. */
  isAlone: boolean;
  planName: string;
  endsAt: number | null;
};

/** This buyer's purchases that live on other devices, newest first: phones change their address. At most five. */
export async function elsewhereOf(
  ctx: Context,
  { providerId, buyerHash, mac }: { providerId: string; buyerHash: string; mac: string },
): Promise<PurchaseElsewhere[]> {
  const wanted = { buyerHash, mac, now: ctx.now(), limit: 5 };
  const held = await heldElsewhere(ctx.tenant(providerId), wanted);
  return held.map(({ id, routerId, macs, terms, startedAt, endsAt }) => ({
    ...{ entitlementId: id, routerId, isAlone: macs.length === 1 && startedAt !== null },
    ...{ planName: terms.planName, endsAt },
  }));
}

/** @property endedAt UTC ms @property phone that paid; null for a voucher */
export type EndedPurchase = {
  planId: string;
  planName: string;
  why: "time" | "data";
  endedAt: number;
  phone: string | null;
};

/** What is long over is no news to the one who bought it. */
const newsMs = 2 * 86_400_000;

/** This buyer's purchase that ran out last, lately. */
export async function endedOf(
  ctx: Context,
  { providerId, buyerHash }: { providerId: string; buyerHash: string },
): Promise<EndedPurchase | null> {
  const now = ctx.now();
  const row = await ctx.tenant(providerId).first(
    sql<EndedPurchase>`SELECT json_extract(terms, '$.planId') AS planId,
        json_extract(terms, '$.planName') AS planName, coalesce(end_reason, 'time') AS why,
        coalesce(ended_at, ends_at) AS endedAt,
        (SELECT phone FROM payments WHERE id = source_id) AS phone
      FROM entitlements
      WHERE buyer_hash = ${buyerHash}
        AND (state = 'ended' AND end_reason IN ('time', 'data') OR state = 'running' AND ends_at <= ${now})
        AND coalesce(ended_at, ends_at) > ${now - newsMs}
      ORDER BY coalesce(ended_at, ends_at) DESC LIMIT 1`,
  );
  return row ?? null;
}

/** The receipt of the payment that made a purchase; null where there was none, or it is not told yet. */
export async function receiptOf(ctx: Context, providerId: string, paid: Paid): Promise<string | null> {
  if (paid.source !== "payment") return null;
  const row = await ctx.tenant(providerId).first(
    sql<{ receipt: string | null }>`SELECT receipt FROM payments
        WHERE id = ${paid.sourceId}`,
  );
  return row?.receipt ?? null;
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
