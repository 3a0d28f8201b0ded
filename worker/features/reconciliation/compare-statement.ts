import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { Asked, Silent } from "../../db/every-tenant.ts";
import { disownReported, payByStatement, type StatementRow } from "../payments/index.ts";
import { type Found, listFound } from "./differences.ts";
import { billedTo, closeTold, toldMoney } from "./invoice-money.ts";
import { type Expected, matchMoney } from "./match-money.ts";
import type { Night } from "./nights.ts";
import { type Account, collectorsAt, knownMoney, settledMoney, unreceipted } from "./statement-money.ts";

/** A payment that is paid this late may not stand in the statement yet. */
const settlingMs = 15 * minuteMs;

/**
 * @property learned how many purchases learned from the statement what they were paid by
 * @property silent providers that did not answer: rows that no other provider knows are left for a later comparison
 */
export type ComparedStatement = { differences: number; learned: number; silent: Silent[] };

/**
 * Compares what a gateway received with what we know: money that we know nothing of, payments of ours that it does not have,
 * other amounts. A row is known by its receipt; else it names its purchase by the account code of its prompt; else it is the
 * nearest payment of just that price of which nobody knows a receipt. The statement covers the day and everything after it,
 * because a prompt of the day may be paid later.
 * @param day first and last moment of the payments compared, UTC ms; `day.from` begins the statement
 * @param verifications pushes of KSh 1, which are no sales; those of providers that did not answer are not among them
 */
export async function compareStatement(
  ctx: Context,
  account: Account,
  rows: readonly StatementRow[],
  day: Night,
  verifications: Asked<Expected> = { rows: [], silent: [] },
): Promise<ComparedStatement> {
  const { unknownTo, shortCode } = account;
  const found = new Map<string, Found[]>();
  const note = (whose: string, item: Found) => found.set(whose, [...(found.get(whose) ?? []), item]);
  // Pages may overlap.
  const received = [...new Map(rows.map((row) => [row.receipt, row])).values()];
  const collectors = await collectorsAt(ctx, account);
  const { paid, paybill, ...known } = await knownMoney(ctx, account, collectors, received, day);
  const told = await toldMoney(
    ctx,
    account,
    received.map(({ receipt }) => receipt),
  );
  const without = await unreceipted(ctx, account, collectors, day);
  const settled = await settledMoney(ctx, account, collectors, { ...day, until: ctx.now() - settlingMs });
  const silent = [...verifications.silent, ...known.silent, ...without.silent, ...settled.silent];
  const isWhole = silent.length === 0;
  const strange: StatementRow[] = [];
  const learned = new Set<string>();
  for (const row of received) {
    const ours = paid.get(row.receipt);
    if (ours && ours.cents !== row.amountCents)
      note(ours.providerId, {
        kind: "amount",
        about: `${ours.id} ${row.receipt}`,
        paymentId: ours.id,
        detail: { ...detailOf(row, shortCode), amountCents: ours.cents },
      });
    const toldCents = told.get(row.receipt);
    if (toldCents !== undefined && toldCents !== row.amountCents)
      note(platformBooks, {
        kind: "amount",
        about: `${shortCode} ${row.receipt}`,
        paymentId: "",
        detail: { ...detailOf(row, shortCode), amountCents: toldCents },
      });
    if (ours || paybill.has(row.receipt) || toldCents !== undefined) continue;
    const paymentId = await payByStatement(ctx, account, row);
    if (paymentId !== null) learned.add(paymentId);
    else if (isWhole) strange.push(row);
  }
  const { left, taken } = matchMoney(strange, [...verifications.rows, ...without.rows]);
  const billed = await billedTo(ctx, account, left);
  for (const row of left) {
    const name = billed.get(row.receipt);
    note(unknownTo, {
      kind: "unknown-receipt",
      about: `${shortCode} ${row.receipt}`,
      paymentId: "",
      detail: { ...detailOf(row, shortCode), ...(name === undefined ? {} : { billedTo: name }) },
    });
  }
  await closeTold(ctx, account);
  const there = new Set(received.map(({ receipt }) => receipt));
  for (const { id, providerId: whose, receipt, cents } of settled.rows)
    if (receipt === null ? isWhole && !taken.has(id) && !learned.has(id) : !there.has(receipt)) {
      if (receipt !== null) await disownReported(ctx, id, receipt);
      note(whose, {
        kind: "not-in-statement",
        about: id,
        paymentId: id,
        detail: { receipt, amountCents: cents, shortCode },
      });
    }
  let differences = 0;
  for (const [whose, items] of found) differences += await listFound(ctx.tenant(whose), items, day.foundAt);
  return { differences, learned: learned.size, silent };
}

const detailOf = ({ receipt, amountCents, account, at }: StatementRow, shortCode: string) => ({
  receipt,
  statementCents: amountCents,
  account,
  shortCode,
  paidAt: at,
});
