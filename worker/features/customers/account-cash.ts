import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import {
  cashBackJournal,
  cashBackUndoneJournal,
  cashTakenJournal,
  cashUndoneJournal,
  customerCreditJournal,
  customerSpentJournal,
  journalStatements,
} from "../ledger/index.ts";
import { toSettle } from "./account-entries.ts";
import { receivedStatements } from "./account-messages.ts";

// Cash of an account: its row with the receipt's number, its entry, and what the books say, in one batch or not at all.

/** @property cents above zero: taken; below: given back @property by the admin, with the present name */
export type Cash = {
  id: string;
  customerId: string;
  routerId: string;
  cents: number;
  at: number;
  by: { id: string; name: string };
  note: string;
};

export type CashRow = Omit<Cash, "by"> & {
  number: number;
  takenByName: string;
  /** UTC ms; all null = it stands. */
  undoneAt: number | null;
  undoneByName: string | null;
  undoneWhy: string | null;
};

/** Of an id once. @param unless where that holds nothing is written */
export function cashStatements(cash: Cash, unless: Sql): Sql[] {
  const { id, customerId, routerId, cents, at, by, note } = cash;
  const entry = `cash ${id}`;
  const amount = { cents: Math.abs(cents), at };
  const named = { ...amount, cashId: id, routerId };
  const [owed, booked] =
    cents > 0
      ? [customerCreditJournal(entry, amount), cashTakenJournal(named)]
      : [customerSpentJournal(entry, amount), cashBackJournal(named)];
  return [
    sql`INSERT OR IGNORE INTO customer_cash (id, number, customer_id, router_id, cents, at, taken_by, taken_by_name, note)
      SELECT ${id}, (SELECT coalesce(max(number), 0) + 1 FROM customer_cash), a.id, ${routerId}, ${cents}, ${at},
        ${by.id}, ${by.name}, ${note}
      FROM customer_accounts a
      WHERE a.id = ${customerId} AND a.balance_cents >= ${Math.max(0, -cents)} AND NOT ${unless}`,
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, cash_id)
      SELECT ${entry}, customer_id, ${at}, cents, 'cash', id FROM customer_cash WHERE id = ${id}`,
    ...journalStatements(owed, "after-change"),
    ...journalStatements(booked, "after-change"),
    toSettle(customerId, at),
    ...(cents > 0 ? receivedStatements(at, receivedBy(cash), sql`EXISTS (${numberOf(id)})`) : []),
  ];
}

/** The row's own, which is known inside of the batch. */
const numberOf = (id: string): Sql => sql`SELECT number FROM customer_cash WHERE id = ${id}`;

const receivedBy = ({ id, customerId, cents, at }: Cash) => ({
  id: `cash ${id}`,
  customerId,
  cents,
  receipt: sql`'No. ' || (${numberOf(id)})`,
  at,
});

/** Once: asked again, the first one's answer is empty. */
export function undoneStatements(
  { id, customerId, routerId, cents }: Pick<Cash, "id" | "customerId" | "routerId" | "cents">,
  { at, name, why }: { at: number; name: string; why: string },
): [Sql<{ id: string }>, ...Sql[]] {
  const entry = `cash undone ${id}`;
  const amount = { cents: Math.abs(cents), at };
  const named = { ...amount, cashId: id, routerId };
  const [owed, booked] =
    cents > 0
      ? [customerSpentJournal(entry, amount), cashUndoneJournal(named)]
      : [customerCreditJournal(entry, amount), cashBackUndoneJournal(named)];
  return [
    sql<{
      id: string;
    }>`UPDATE customer_cash SET undone_at = ${at}, undone_by_name = ${name}, undone_why = ${why}
      WHERE id = ${id} AND undone_at IS NULL RETURNING id`,
    sql`INSERT OR IGNORE INTO customer_entries (id, customer_id, at, cents, kind, cash_id)
      SELECT ${entry}, customer_id, ${at}, -cents, 'cash-undone', id FROM customer_cash
      WHERE id = ${id} AND undone_at IS NOT NULL`,
    ...journalStatements(owed, "after-change"),
    ...journalStatements(booked, "after-change"),
    toSettle(customerId, at),
  ];
}

export async function cashById(ctx: Context, providerId: string, id: string): Promise<CashRow | null> {
  const row = await ctx
    .tenant(providerId)
    .first(sql<CashRow>`SELECT ${cashColumns} FROM customer_cash WHERE id = ${id}`);
  return row ?? null;
}

/** Of `CashRow`. */
export const cashColumns = sql`customer_cash.id, number, customer_cash.customer_id AS customerId, router_id AS routerId,
  customer_cash.cents, customer_cash.at, note, taken_by_name AS takenByName, undone_at AS undoneAt,
  undone_by_name AS undoneByName, undone_why AS undoneWhy`;
