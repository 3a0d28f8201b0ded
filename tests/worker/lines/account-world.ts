import type { LinePeriod } from "#contract/values/line-period";
import type { FairUse } from "#contract/values/speed";
import { sealedPlace } from "#worker/db/sealed-columns";
import { sql } from "#worker/db/sql";
import { addCustomer, type Customer, creditStatements } from "#worker/features/customers/index";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { testContext } from "../../support/worker-context.ts";

type NewLine = {
  cents: number;
  period?: LinePeriod;
  graceDays?: number;
  daysFromCents?: number | null;
  packageId?: string;
  fairUse?: FairUse;
};

let made = 0;

/** A customer with lines at the provider's first router, as rows: no bridge is asked. */
export async function customerWithLines(
  provider: SeededProvider,
  lines: readonly NewLine[],
  { name = "Mercy Wanjiru", phone = "254722100200" }: { name?: string; phone?: string } = {},
): Promise<Customer> {
  const ctx = testContext();
  made += 1;
  const tag = `${made} ${crypto.randomUUID().slice(0, 8)}`;
  const customer = await addCustomer(ctx, provider.id, `customer ${tag}`, { name, phone, language: null });
  for (const [
    index,
    { cents, period = { months: 1 }, graceDays = 0, daysFromCents = null, packageId = "p", fairUse },
  ] of lines.entries()) {
    const terms = {
      packageId,
      packageName: "Home",
      priceCents: cents,
      period,
      upKbps: 1_000,
      downKbps: 1_000,
      graceDays,
      daysFromCents,
      ...(fairUse && { fairUse }),
    };
    const id = `${customer.id} ${index}`;
    await ctx.tenant(provider.id).run(
      sql`INSERT INTO lines (id, customer_id, router_id, terms, login, login_small, password, rev, created_at, updated_at)
        VALUES (${id}, ${customer.id}, ${provider.routers[0]?.id ?? ""}, ${JSON.stringify(terms)}, ${id}, ${id},
          ${ctx.keys.seal("pw", sealedPlace("lines", id))}, 1, 0, 0)`,
    );
  }
  return customer;
}

/** As money arrives, whichever way. */
export async function credited(provider: SeededProvider, customerId: string, cents: number): Promise<void> {
  made += 1;
  const credit = { customerId, cents, at: Date.now() };
  await testContext()
    .tenant(provider.id)
    .batch(creditStatements(credit, `credit ${made}`, 1));
}

export type Books = {
  balance: number;
  entries: number;
  /** In the general ledger, by the customer's entries. */
  owed: number;
  /** In the ledger: what is a sale of this customer, and the cash of it. */
  sales: number;
  cash: number;
  /** Of periods that stand. */
  spent: number;
  open: number;
};

/** All that is told of one customer's money, in cents. */
export async function booksOf(providerId: string, customerId: string, now = Date.now()): Promise<Books> {
  const ofCustomer = sql`(payment_id IN (SELECT payment_id FROM customer_entries WHERE customer_id = ${customerId})
    OR journal_id IN (SELECT 'cash ' || id FROM customer_cash WHERE customer_id = ${customerId}
      UNION SELECT 'cash undone ' || id FROM customer_cash WHERE customer_id = ${customerId}
      UNION SELECT 'refund cash ' || id FROM customer_cash WHERE customer_id = ${customerId}
      UNION SELECT 'refund undone cash ' || id FROM customer_cash WHERE customer_id = ${customerId}))`;
  const [row] = await testContext()
    .tenant(providerId)
    .all(
      sql<Books>`SELECT balance_cents AS balance,
        (SELECT coalesce(sum(cents), 0) FROM customer_entries WHERE customer_id = ${customerId}) AS entries,
        (SELECT coalesce(-sum(cents), 0) FROM general_ledger WHERE account = 'owed to customers'
          AND journal_id IN (SELECT 'customer ' || id FROM customer_entries WHERE customer_id = ${customerId})) AS owed,
        (SELECT coalesce(-sum(cents), 0) FROM ledger WHERE account = 'sales' AND ${ofCustomer}) AS sales,
        (SELECT coalesce(sum(cents), 0) FROM ledger WHERE account = 'cash' AND ${ofCustomer}) AS cash,
        (SELECT coalesce(sum(p.cents), 0) FROM line_periods p JOIN lines l ON l.id = p.line_id
          WHERE l.customer_id = ${customerId} AND p.returned_at IS NULL) AS spent,
        (SELECT count(*) FROM lines WHERE customer_id = ${customerId} AND paid_until > ${now}) AS open
      FROM customer_accounts WHERE id = ${customerId}`,
    );
  if (!row) throw new Error("no account");
  return row;
}
