import type { Context } from "../../context.ts";
import type { DifferenceKind } from "../../contract/reconciliation.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { silentAs } from "../../db/every-tenant.ts";
import { among, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

export type Found = {
  kind: Extract<
    DifferenceKind,
    "unknown-receipt" | "not-in-statement" | "amount" | "projection" | "statement"
  >;
  /** Names it among its kind: the payment, or what the gateway calls it. */
  about: string;
  /** Empty where no payment is known. */
  paymentId: string;
  detail: Record<string, unknown>;
};

/** Listed once: what a person closed stays closed. @returns how many were found at that moment, however often that is said */
export async function listFound(db: TenantDb, found: readonly Found[], foundAt: number): Promise<number> {
  let listed = 0;
  for (let first = 0; first < found.length; first += rowsAtOnce) {
    const rows = found.slice(first, first + rowsAtOnce).map(({ kind, about, paymentId, detail }) => ({
      id: `${kind} ${about}`,
      kind,
      paymentId,
      detail: JSON.stringify(detail),
    }));
    const [, [count]] = await db.batch([
      sql`INSERT OR IGNORE INTO reviews (id, at, payment_id, kind, detail)
        SELECT value ->> 'id', ${foundAt}, value ->> 'paymentId', value ->> 'kind',
          value ->> 'detail' FROM json_each(${JSON.stringify(rows)})`,
      sql<{ count: number }>`SELECT count(*) AS count FROM reviews
        WHERE at = ${foundAt} AND id IN ${among(rows.map(({ id }) => id))}`,
    ]);
    listed += count?.count ?? 0;
  }
  return listed;
}

const rowsAtOnce = 500;

/** The same of what is not the provider's money: where the provider does not answer it stands among the platform's own. */
export async function listAbout(
  ctx: Context,
  providerId: string,
  found: readonly Found[],
  foundAt: number,
): Promise<number> {
  try {
    return await listFound(ctx.tenant(providerId), found, foundAt);
  } catch (cause) {
    silentAs(providerId, cause);
    return listFound(ctx.tenant(platformBooks), found, foundAt);
  }
}
