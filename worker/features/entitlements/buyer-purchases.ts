import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { dayMs } from "../../contract/values/time.ts";
import { among, sql } from "../../db/sql.ts";
import { idsOfPurchase } from "./purchase-id.ts";
import { recoveryHashesOf } from "./recovery-code.ts";
import { heldElsewhere } from "./store.ts";
import { mayStillTopUp, offerOf, type TopUpOffer } from "./top-up.ts";

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
  { providerId, buyerHash, subject }: { providerId: string; buyerHash: string; subject: Subject },
): Promise<PurchaseElsewhere[]> {
  const wanted = { buyerHash, subject, now: ctx.now(), limit: 5 };
  const held = await heldElsewhere(ctx.tenant(providerId), wanted);
  return held.map(({ id, routerId, subjects, terms, startedAt, endsAt }) => ({
    entitlementId: id,
    routerId,
    isAlone: subjects.length === 1 && startedAt !== null,
    planName: terms.planName,
    endsAt,
  }));
}

/** @property endedAt UTC ms @property phone that paid; null for a voucher */
export type EndedPurchase = {
  planId: string;
  planName: string;
  why: "time" | "data";
  endedAt: number;
  phone: string | null;
  /** Where it can be topped up. */
  routerId: string;
  /** With which it goes on; null where nothing can be added any more, or it is not this device's. */
  topUp: TopUpOffer | null;
};

/** What is long over is no news to the one who bought it. */
const newsMs = 2 * dayMs;

/** This buyer's purchase that ran out last, lately. */
export async function endedOf(
  ctx: Context,
  { providerId, buyerHash, subject }: { providerId: string; buyerHash: string; subject: Subject | null },
): Promise<EndedPurchase | null> {
  const now = ctx.now();
  const row = await ctx.tenant(providerId).first(
    sql<
      Omit<EndedPurchase, "topUp"> & {
        bytes: number | null;
        priceCents: number | null;
        endsAt: number | null;
      }
    >`SELECT json_extract(terms, '$.planId') AS planId,
        json_extract(terms, '$.planName') AS planName, router_id AS routerId, coalesce(end_reason, 'time') AS why,
        coalesce(ended_at, ends_at) AS endedAt,
        (SELECT phone FROM payments WHERE id = source_id) AS phone,
        json_extract(terms, '$.topUp.bytes') AS bytes, json_extract(terms, '$.topUp.priceCents') AS priceCents,
        CASE WHEN state = 'ended' AND end_reason = 'data' AND EXISTS (SELECT 1 FROM devices
          WHERE devices.entitlement_id = entitlements.id AND devices.subject = ${subject}
            AND devices.detached_at IS NULL) THEN ends_at END AS endsAt
      FROM entitlements
      WHERE buyer_hash = ${buyerHash}
        AND (state = 'ended' AND end_reason IN ('time', 'data') OR state = 'running' AND ends_at <= ${now})
        AND coalesce(ended_at, ends_at) > ${now - newsMs}
      ORDER BY coalesce(ended_at, ends_at) DESC LIMIT 1`,
  );
  if (!row) return null;
  const { bytes, priceCents, endsAt, ...ended } = row;
  const isOffered = bytes !== null && priceCents !== null && endsAt !== null && mayStillTopUp(endsAt, now);
  return { ...ended, topUp: isOffered ? offerOf(ended.planId, { bytes, priceCents }, endsAt) : null };
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
