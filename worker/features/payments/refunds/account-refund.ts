import type { Context } from "../../../context.ts";
import { say, type Text } from "../../../contract/texts.ts";
import { formatShillings } from "../../../contract/values/money.ts";
import type { Sql } from "../../../db/sql.ts";
import { type AccountRefund, customerById, endedStatements, heldStatements } from "../../customers/index.ts";
import type { RefundSubject } from "../gateways/refund-types.ts";
import { refundIdOf } from "../gateways/result-address.ts";
import type { Refund, RefundState } from "./refund-state.ts";

// What was paid into a customer's account goes back out of it: no more than is left there, and held before anything is sent.

/** What a payment went into: the account of a customer, or none. */
type Into = { providerId: string; customerId: string | undefined };

export const intoOf = ({ providerId, sale }: Pick<RefundSubject, "providerId" | "sale">): Into => {
  return { providerId, customerId: sale?.customerId };
};

/** Cents that its account has left, whole shillings; null where it went into none. */
async function accountLeft(ctx: Context, { providerId, customerId }: Into): Promise<number | null> {
  if (customerId === undefined) return null;
  const customer = await customerById(ctx, providerId, customerId);
  return Math.max(0, Math.floor((customer?.balanceCents ?? 0) / 100) * 100);
}

/** What of a payment may go back now: what did not before, and no more than its account has. */
export async function leftNow(ctx: Context, into: Into, leftCents: number): Promise<number> {
  return Math.min(leftCents, (await accountLeft(ctx, into)) ?? leftCents);
}

/** Why so much may not leave its account; null = it may, or it went into none. */
export async function accountFault(ctx: Context, into: Into, cents: number): Promise<Text | null> {
  const left = await accountLeft(ctx, into);
  if (left === null || left >= Math.max(cents, 100)) return null;
  return left === 0
    ? say("refund_account_spent")
    : say("refund_beyond_balance", { balance: formatShillings(left) });
}

function refundOf(
  { subject }: RefundState,
  { number, cents, doneAt, updatedAt }: Refund,
): AccountRefund | null {
  const { customerId } = intoOf(subject);
  if (customerId === undefined) return null;
  const { id: paymentId } = subject;
  const refundId = refundIdOf({ objectId: paymentId, number });
  return { refundId, customerId, paymentId, cents, at: doneAt ?? updatedAt };
}

/** Takes it out of its account before it is sent. Repeatable. @returns why it is not sent; null = it may be */
export async function holdInAccount(ctx: Context, book: RefundState, refund: Refund): Promise<Text | null> {
  const out = refundOf(book, refund);
  if (!out) return null;
  const answers = await ctx.tenant(book.subject.providerId).batch(heldStatements(out));
  const [held] = answers.at(-1) as { isHeld: 0 | 1 }[];
  if (held?.isHeld) return null;
  return (await accountFault(ctx, intoOf(book.subject), refund.cents)) ?? say("refund_account_spent");
}

/** What its end does to the account, in the batch of the refund's row. */
export function accountStatements(book: RefundState, refund: Refund): Sql[] {
  const out = refundOf(book, refund);
  return out && (refund.status === "done" || refund.status === "failed") ? endedStatements(out) : [];
}
