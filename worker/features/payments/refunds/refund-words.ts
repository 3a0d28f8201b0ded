import type { Context } from "../../../context.ts";
import type { Refunded } from "../../../contract/refunds.ts";
import { shillings } from "../../../contract/values/money.ts";
import { AppError } from "../../../errors.ts";
import type { RefundView } from "./refund-state.ts";

export const missing = () => new AppError("not_found", "This payment does not exist.");
export const unknownRefund = () => new AppError("not_found", "This refund does not exist.");

/** Payments of more than 40 days are only rows: what could give them back is gone. */
export async function notKept(ctx: Context, providerId: string, id: string): Promise<AppError> {
  const db = ctx.tenant(providerId);
  const [row] = await db.all(
    db.statement("SELECT 1 AS found FROM payments WHERE provider_id = ?1 AND id = ?2", id),
  );
  return row
    ? new AppError("conflict", "This payment is more than 40 days old. Give it back at the gateway itself.")
    : missing();
}

export function answerOf({ id, status, cents, detail, receipt }: RefundView): Refunded {
  const refund = { id, status, amount: shillings(cents), detail, receipt };
  return { success: status !== "failed", message: words[status], refund };
}

const words: Record<RefundView["status"], string> = {
  requested: "The refund is on its way.",
  submitting: "The refund is on its way.",
  pending: "The gateway has the refund. Its result follows.",
  done: "The money is back with its payer.",
  failed: "The gateway refused the refund. Nothing was given back.",
  unknown: "Nobody knows yet whether the money went back. Look at the gateway's statement.",
};
