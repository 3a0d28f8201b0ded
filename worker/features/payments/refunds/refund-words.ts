import type { Context } from "../../../context.ts";
import type { Refunded } from "../../../contract/refunds.ts";
import { type Made, say, type Text } from "../../../contract/texts.ts";
import { shillings } from "../../../contract/values/money.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { sql } from "../../../db/sql.ts";
import { type AppError, refuse } from "../../../errors.ts";
import type { RefundView } from "./refund-state.ts";

export const missing = () => refuse("not_found", "no_such_payment");
/** As the audit log has it: money at the platform's pay bill may be no provider's. */
export const ownerIn = (providerId: string) => (providerId === platformBooks ? null : providerId);
export const unknownRefund = () => refuse("not_found", "no_such_refund");

/** Payments of more than 40 days are only rows: what could give them back is gone. */
export async function notKept(ctx: Context, providerId: string, id: string): Promise<AppError> {
  const db = ctx.tenant(providerId);
  const row = await db.first(sql`SELECT 1 AS found FROM payments WHERE id = ${id}`);
  return row ? refuse("conflict", "payment_old") : missing();
}

export function answerOf({ id, status, cents, detail, receipt }: RefundView): Made<typeof Refunded> {
  const refund = { id, status, amount: shillings(cents), detail, receipt };
  const isUnanswered = status === "pending" && detail !== null;
  return {
    success: status !== "failed",
    message: isUnanswered ? say("refund_unanswered") : words[status],
    refund,
  };
}

const words: Record<RefundView["status"], Text> = {
  requested: say("refund_on_its_way"),
  submitting: say("refund_on_its_way"),
  pending: say("refund_at_gateway"),
  done: say("refund_done"),
  failed: say("refund_failed"),
  unknown: say("refund_unknown"),
};
