import type { Subject } from "../../../worker/contract/values/subject.ts";
import { ownedRowsOfAll, rowsOfAllTenants, tenantDatabase } from "../../support/tenant-rows.ts";

export type PaymentRow = {
  providerId: string;
  id: string;
  status: string;
  reason: string | null;
  detail: string | null;
  receipt: string | null;
  phone: string;
  amount_cents: number;
  settlement: string;
  gateway_id: string;
  switch_id: string | null;
  central_account: string | null;
  unverified: number;
  late: number;
  entitlement_id: string | null;
  completed_at: number | null;
  language: string | null;
};

/** What the databases show of one payment and everything that it may have made. */
export async function moneyRows(id: string) {
  const all = <Row>(sql: string) => rowsOfAllTenants<Row>(sql, id);
  const [payment] = await ownedRowsOfAll<Omit<PaymentRow, "providerId">>(
    "SELECT * FROM payments WHERE id = ?1",
    id,
  );
  return {
    payment,
    ledger: await all<{ account: string; cents: number; kind: string; journal_id: string; day: string }>(
      "SELECT * FROM ledger WHERE payment_id = ?1 ORDER BY line",
    ),
    entitlements: await all<{
      id: string;
      subject: Subject | null;
      state: string;
      terms: string;
      router_id: string;
    }>("SELECT * FROM entitlements WHERE source = 'payment' AND source_id = ?1"),
    reviews: await all<{ kind: string; detail: string }>(
      "SELECT kind, detail FROM reviews WHERE payment_id = ?1",
    ),
  };
}

/** All sales of one provider by the daily sums, in cents. */
export async function salesOf(providerId: string): Promise<{ count: number; cents: number }> {
  const sums = await tenantDatabase(providerId)
    .prepare("SELECT coalesce(sum(count), 0) AS count, coalesce(sum(cents), 0) AS cents FROM sales_daily")
    .first<{ count: number; cents: number }>();
  return sums ?? { count: 0, cents: 0 };
}
