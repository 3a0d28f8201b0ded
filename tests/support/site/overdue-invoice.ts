import { join } from "node:path";
import { nairobiDay } from "#contract/values/duration";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { openDatabase, type SiteDatabases } from "./open-database.ts";
import type { Site } from "./site.ts";

/** A running site in which this provider has not paid: its worker stops for it and comes again. */
export async function oweAnInvoice(site: Site, provider: SeededProvider, kes: number): Promise<void> {
  await site.worker?.stop();
  const databases = await openDatabase(join(site.dir, "state"));
  try {
    await overdueInvoice(databases, provider, kes);
  } finally {
    await databases.close();
  }
  await site.startWorker();
}

/**
 * What a provider that has not paid looks like: an invoice over 5 % of the sales of the month before last, due in the last
 * one. The next sweep suspends it. Its account number is `PROV-` and its subdomain, its letters go to `billing@` it.
 */
async function overdueInvoice(
  { d1, tenantDatabase }: SiteDatabases,
  { id, subdomain, routers }: Pick<SeededProvider, "id" | "subdomain" | "routers">,
  kes: number,
): Promise<void> {
  const today = nairobiDay(Date.now());
  const start = firstOfMonth(today, -2);
  const end = firstOfMonth(today, -1);
  const account = `PROV-${subdomain.toUpperCase()}`;
  const cents = kes * 100;
  const terms = {
    billingModel: "percentage",
    percentageBasisPoints: 500,
    transactionFeeCents: null,
    monthlyFeeCents: null,
    billingCycle: "monthly",
    dueDay: 5,
    paymentAccountNumber: account,
  };
  const sales = { count: 30, baseCents: cents * 20 };
  const rows = [{ kind: "sales", from: start, end, ...sales, cents }];
  await tenantDatabase(id)
    .prepare(
      `INSERT INTO sales_daily (router_id, day, method, settlement, count, cents)
      VALUES (?1, ?2, 'mpesa', 'direct', ?3, ?4)`,
    )
    .bind(routers[0]?.id, `${start.slice(0, 8)}10`, sales.count, sales.baseCents)
    .run();
  await d1.batch([
    // What is to be done on this day is looked at once more.
    d1.prepare("DELETE FROM sweep_progress WHERE name = 'billing'"),
    d1
      .prepare(
        `INSERT INTO billing_configs (provider_id, billing_model, percentage_basis_points, billing_cycle, due_day,
          payment_account_number, notification_emails, billed_from, created_at, updated_at)
        VALUES (?1, 'percentage', 500, 'monthly', 5, ?2, ?3, ?4, 1, 1)`,
      )
      .bind(id, account, `billing@${subdomain}.example`, start),
    d1
      .prepare(
        `INSERT INTO invoices (id, provider_id, period_start, period_end, due_date, terms, rows, base_count, base_cents,
          amount_cents, issued_at)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
      )
      .bind(
        `overdue ${subdomain}`,
        id,
        start,
        end,
        `${end.slice(0, 8)}05`,
        JSON.stringify(terms),
        JSON.stringify(rows),
        sales.count,
        sales.baseCents,
        cents,
        Date.parse(`${end}T06:00:00+03:00`),
      ),
  ]);
}

/** The first day of the month so many months away. */
function firstOfMonth(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 8)}01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}
