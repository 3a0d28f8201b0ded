import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
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
  const told = await platform.all<{ receipt: string; cents: number }>(
    platform.statement(
      `SELECT payment_code AS receipt, amount_cents AS cents FROM payment_confirmations
      WHERE status <> 'rejected' AND payment_code IN (SELECT value FROM json_each(?1))`,
      JSON.stringify(receipts),
    ),
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
  const known = await platform.all<{ name: string; account: string }>(
    platform.statement(
      `SELECT business_name AS name, payment_account_number AS account
      FROM billing_configs JOIN providers ON providers.id = billing_configs.provider_id`,
    ),
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
  const open = await db.all<{ id: string; receipt: string; cents: number }>(
    db.statement(
      `SELECT id, detail ->> 'receipt' AS receipt, detail ->> 'statementCents' AS cents FROM reviews
      WHERE provider_id = ?1 AND kind = 'unknown-receipt' AND resolved_at IS NULL AND detail ->> 'shortCode' = ?2`,
      account.shortCode,
    ),
  );
  const told = await toldMoney(
    ctx,
    account,
    open.map(({ receipt }) => receipt),
  );
  const known = open.filter(({ receipt, cents }) => told.get(receipt) === cents);
  if (known.length === 0) return;
  await db.run(
    db.statement(
      `UPDATE reviews SET resolved_at = ?2, resolution = 'Its provider has told of it since.'
      WHERE provider_id = ?1 AND resolved_at IS NULL AND id IN (SELECT value FROM json_each(?3))`,
      ctx.now(),
      JSON.stringify(known.map(({ id }) => id)),
    ),
  );
}
