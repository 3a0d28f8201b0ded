import type { Context } from "../../context.ts";
import type { DifferenceKind } from "../../contract/reconciliation.ts";
import { sql, thisProvider } from "../../db/sql.ts";
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

/** Listed once: what a person closed stays closed. @returns how many are new */
export async function listFound(ctx: Context, db: TenantDb, found: readonly Found[]): Promise<number> {
  let listed = 0;
  for (let first = 0; first < found.length; first += rowsAtOnce) {
    const rows = found.slice(first, first + rowsAtOnce).map(({ kind, about, paymentId, detail }) => ({
      id: `${kind} ${about}`,
      kind,
      paymentId,
      detail: JSON.stringify(detail),
    }));
    listed += await db.run(
      sql`INSERT OR IGNORE INTO reviews (provider_id, id, at, payment_id, kind, detail)
        SELECT ${thisProvider}, value ->> 'id', ${ctx.now()}, value ->> 'paymentId', value ->> 'kind',
          value ->> 'detail' FROM json_each(${JSON.stringify(rows)})`,
    );
  }
  return listed;
}

const rowsAtOnce = 500;
