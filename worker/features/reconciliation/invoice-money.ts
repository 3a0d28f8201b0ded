import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { among, sql } from "../../db/sql.ts";
import type { StatementRow } from "../payments/index.ts";

// Money at the pay bill by which providers pay their invoices. They tell its receipt on their Billing page, often later than it
// came.

type At = { shortCode: string };

const isForInvoices = ({ settings }: Context, { shortCode }: At) => shortCode === settings.PLATFORM_PAYBILL;

/** What providers said that they paid with these receipts, in cents; what was rejected counts as not said. */
export async function toldMoney(
  ctx: Context,
  account: At,
  receipts: readonly string[],
): Promise<Map<string, number>> {
  const { platform } = ctx;
  if (!isForInvoices(ctx, account) || receipts.length === 0) return new Map();
  const told = await platform.all(
    sql<{ receipt: string; cents: number }>`SELECT payment_code AS receipt, amount_cents AS cents
      FROM payment_confirmations WHERE status <> 'rejected' AND payment_code IN ${among(receipts)}`,
  );
  return new Map(told.map(({ receipt, cents }) => [receipt, cents]));
}

/** Whose invoices the account number names that was typed, by receipt: business names. */
export async function billedTo(
  ctx: Context,
  account: At,
  rows: readonly StatementRow[],
): Promise<Map<string, string>> {
  const { platform } = ctx;
  if (!isForInvoices(ctx, account) || rows.length === 0) return new Map();
  const plain = (typed: string) => typed.replaceAll(" ", "").toUpperCase();
  const known = await platform.all(
    sql<{ name: string; account: string }>`SELECT business_name AS name, payment_account_number AS account
      FROM billing_configs JOIN providers ON providers.id = billing_configs.provider_id`,
  );
  const names = new Map(known.map((one) => [plain(one.account), one.name]));
  return new Map(
    rows.flatMap(({ receipt, account: typed }) => {
      const name = names.get(plain(typed));
      return name === undefined ? [] : [[receipt, name] as const];
    }),
  );
}

/** Closes what was listed as unknown and has been told since, with its amount: no person has to look for it any more. */
export async function closeTold(ctx: Context, account: At): Promise<void> {
  if (!isForInvoices(ctx, account)) return;
  const db = ctx.tenant(platformBooks);
  const open = await db.all(
    sql<{ id: string; receipt: string; cents: number }>`SELECT id, detail ->> 'receipt' AS receipt,
        detail ->> 'statementCents' AS cents FROM reviews
      WHERE kind = 'unknown-receipt' AND resolved_at IS NULL
        AND detail ->> 'shortCode' = ${account.shortCode}`,
  );
  const told = await toldMoney(
    ctx,
    account,
    open.map(({ receipt }) => receipt),
  );
  const known = open.filter(({ receipt, cents }) => told.get(receipt) === cents);
  if (known.length === 0) return;
  await db.run(
    sql`UPDATE reviews SET resolved_at = ${ctx.now()}, resolution = 'Its provider has told of it since.'
      WHERE resolved_at IS NULL
        AND id IN ${among(known.map(({ id }) => id))}`,
  );
}
