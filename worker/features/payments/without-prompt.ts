import type { Context } from "../../context.ts";
import type { PaybillInstructions } from "../../contract/payments.ts";
import { say, type Text } from "../../contract/texts.ts";
import { AppError } from "../../errors.ts";
import { inWords } from "../rate-limits/index.ts";
import { chooseRoute } from "./choose-route.ts";
import type { LeaseResult } from "./core/payment-leases.ts";
import type { Intent } from "./core/payment-state.ts";
import { type PaymentView, paybillInstructions } from "./core/payment-view.ts";
import { type SaleRows, saleRows } from "./core/sale-rows.ts";

type Unprompted = Omit<Extract<LeaseResult, { kind: "unprompted" }>, "kind">;

/**
 * The same purchase without a prompt, where its gateway reports what is typed at the pay bill: it waits for its account code, and is
 * served like any other. Null where money cannot come in this way.
 */
export async function beginWithoutPrompt(ctx: Context, intent: Intent): Promise<PaymentView | null> {
  const rows = await saleRows(ctx, intent.providerId);
  if (!(await isTyped(ctx, intent, rows))) return null;
  return ctx.env.PAYMENT.getByName(intent.id).begin({ ...intent, unprompted: true }, rows);
}

async function isTyped(ctx: Context, intent: Intent, rows: SaleRows): Promise<boolean> {
  const choice = await chooseRoute(ctx, intent, rows);
  return "route" in choice && choice.route.driver === "mpesa" && choice.route.paybill === true;
}

/** What the visitor is told: why no prompt goes out, and every way that stays open. */
export function withoutPrompt(
  ctx: Context,
  view: PaymentView | null,
  { why, retryAfterMs }: Unprompted,
): AppError {
  const paybill = view && paybillInstructions(view, ctx.now());
  return new AppError("too_many", wordsOf(why, inWords(retryAfterMs), paybill), {
    retryAfter: retryAfterMs / 1_000,
  });
}

function wordsOf(why: Unprompted["why"], when: Text, paybill: PaybillInstructions | null): Text {
  const isUnlisted = why === "unlisted";
  if (!paybill) return isUnlisted ? say("unlisted_limit", { when }) : say("phones_limit", { when });
  const { amount, account } = paybill;
  const told = { when, amount, account, paybill: paybill.paybill };
  return isUnlisted ? say("unlisted_limit_paybill", told) : say("phones_limit_paybill", told);
}
