import type { Context } from "../../../context.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { log } from "../../../log.ts";
import { creditStatements, receivedStatements, takenBackStatements } from "../../customers/index.ts";
import { settleAccount } from "../../lines/index.ts";
import type { PaymentState } from "./payment-state.ts";
import { customerIn } from "./route.ts";

// What a payment into a customer's account gives, beside its row and its place in the books.

/** What each sale of it gave its customer, and what took it back, each once. */
export function accountStatements({ intent, takenBack, completedAt }: PaymentState): Sql[] {
  const customerId = customerIn(intent);
  if (customerId === null) return [];
  const moved = (at: number) => ({ customerId, cents: intent.amountCents, at });
  const ended = takenBack.flatMap((sale, index) => [
    ...creditStatements(moved(sale.soldAt), intent.id, index + 1),
    ...takenBackStatements(moved(sale.at), intent.id, index + 1),
  ]);
  return completedAt === null
    ? ended
    : [...ended, ...creditStatements(moved(completedAt), intent.id, takenBack.length + 1)];
}

/** To its customer, once, where its provider sends receipts. */
export function accountReceipt({ intent, receipt, completedAt }: PaymentState, now: number): Sql[] {
  const customerId = customerIn(intent);
  if (customerId === null || completedAt === null) return [];
  const { id, amountCents: cents } = intent;
  const received = { id, customerId, cents, receipt: sql`${receipt ?? "M-Pesa"}`, at: completedAt };
  return receivedStatements(now, received);
}

/** What the account covers is bought now; should this fail, the provider's sweep does it. @returns true: nothing is left to the payment */
export async function spendAccount(ctx: Context, providerId: string, customerId: string): Promise<boolean> {
  try {
    await settleAccount(ctx, providerId, customerId);
  } catch (cause) {
    log("error", "account not settled", cause, { provider: providerId });
  }
  return true;
}
