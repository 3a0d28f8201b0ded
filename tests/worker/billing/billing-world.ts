import { env } from "cloudflare:workers";
import { saveProviderBilling } from "#contract/billing";
import { sweepBilling } from "#worker/features/billing/index";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { forgetCopies } from "../../support/copies.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";

/** 14:05 on the 20th of November in Nairobi is `nairobi("2026-11-20", "14:05")`. */
export const nairobi = (day: string, time = "12:00") => Date.parse(`${day}T${time}:00+03:00`);

export const percentage = {
  billingModel: "percentage",
  percentageRate: 5,
  transactionFee: null,
  monthlyFee: null,
  billingCycle: "monthly",
  dueDay: 5,
  paymentAccountNumber: "PROV-TEST",
  notificationEmails: "pay@demo.example, boss@demo.example",
};

/** No two providers have the same. */
const accountOf = ({ subdomain }: SeededProvider) =>
  subdomain === "demo" ? percentage.paymentAccountNumber : `PROV-${subdomain.toUpperCase()}`;

/** Billed from a day on; the call itself bills from today. */
export async function configure(
  provider: SeededProvider,
  operator: CallOptions,
  from: string,
  config: Record<string, unknown> = {},
): Promise<void> {
  const answer = await call(
    saveProviderBilling,
    {
      params: { providerId: provider.id },
      body: { ...percentage, paymentAccountNumber: accountOf(provider), ...config },
    },
    operator,
  );
  if (!answer.ok) throw new Error(answer.text);
  await env.DB.prepare("UPDATE billing_configs SET billed_from = ?2 WHERE provider_id = ?1")
    .bind(provider.id, from)
    .run();
}

/** A day's completed payments, as the ledger's trigger sums them. */
export async function sold(
  provider: SeededProvider,
  day: string,
  cents: number,
  { count = 1, settlement = "direct" } = {},
): Promise<void> {
  await tenantDatabase(provider.id)
    .prepare(
      `INSERT INTO sales_daily (router_id, day, method, settlement, count, cents)
    VALUES (?1, ?2, 'mpesa', ?3, ?4, ?5)
    ON CONFLICT DO UPDATE SET count = count + excluded.count, cents = cents + excluded.cents`,
    )
    .bind(provider.routers[0]?.id, day, settlement, count, cents)
    .run();
}

/** The minute's sweep, once, at a moment. */
export const sweep = (at: number) => sweepBilling(testContext({ now: () => at }));

export async function rows<Row>(sql: string, ...values: (string | number)[]): Promise<Row[]> {
  return (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;
}

export type InvoiceLine = {
  id: string;
  period_start: string;
  period_end: string;
  due_date: string;
  base_count: number;
  base_cents: number;
  amount_cents: number;
  paid_cents: number;
  credited_cents: number;
  paid_at: number | null;
  suspended_at: number | null;
};
export const invoicesOf = ({ id }: SeededProvider) =>
  rows<InvoiceLine>("SELECT * FROM invoices WHERE provider_id = ?1 ORDER BY period_start", id);
export const told = async ({ id }: SeededProvider) =>
  (
    await rows<{ title: string }>(
      "SELECT title FROM billing_notifications WHERE provider_id = ?1 ORDER BY rowid",
      id,
    )
  ).map(({ title }) => title);
export const standing = async ({ id }: SeededProvider) =>
  (
    await rows<{ status: string; suspended_for: string | null }>(
      "SELECT status, suspended_for FROM providers WHERE id = ?1",
      id,
    )
  )[0];

/** As if nobody had ever been billed. */
export async function forgetBilling(): Promise<void> {
  const tables = [
    ...["billing_notifications", "mail", "payment_confirmations", "credit_notes", "invoices"],
    "billing_configs",
  ];
  await env.DB.batch([
    ...tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    env.DB.prepare("DELETE FROM sweep_progress WHERE name = 'billing'"),
    env.DB.prepare("UPDATE providers SET status = 'active', suspended_for = NULL"),
  ]);
  await emptyTenantTables("sales_daily");
  await forgetCopies();
  await clearAudit();
}
