import type * as z from "zod";
import type { Context } from "../../../context.ts";
import type { OwnRefund, refundOwnPayment as refundOwnCall } from "../../../contract/own-refunds.ts";
import type { Refunded } from "../../../contract/refunds.ts";
import { type Made, say, type Text } from "../../../contract/texts.ts";
import { shillings } from "../../../contract/values/money.ts";
import { sql } from "../../../db/sql.ts";
import { AppError, refuse } from "../../../errors.ts";
import { type Actor, recordIfStatement } from "../../audit/index.ts";
import { isPaymentId } from "../core/payment-id.ts";
import { appealById, appealStatement, declineStatement, newestAppeal } from "./appeal-store.ts";
import { accountOf } from "./refund-facts.ts";
import type { RefundOutlook } from "./refund-state.ts";
import { answeredStatement } from "./refund-store.ts";
import { isOwnAccount } from "./refund-subject.ts";
import { missing } from "./refund-words.ts";
import { type Asker, refundPayment } from "./request-refund.ts";

// A provider and the money of its payers: out of its own account by its own word, out of one of the platform's by the operator's.

/** @throws AppError not_found */
export async function ownRefund(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<Made<typeof OwnRefund>> {
  const [paid, appeal] = await Promise.all([
    paidBy(ctx, providerId, id),
    newestAppeal(ctx, { providerId, paymentId: id }),
  ]);
  const { outlook, cents, backCents } = paid;
  const known = "say" in outlook ? null : outlook;
  return {
    amount: shillings(cents),
    refunded: shillings(known?.backCents ?? backCents),
    account: known && isOwnAccount(known.subject) ? ownAccount(known) : null,
    left: shillings(known?.leftCents ?? 0),
    partial: known?.givesParts ?? false,
    endsAccess: Boolean(known?.subject.sale && !known.subject.sale.customerId),
    ...wayOf(outlook),
    appeal,
  };
}

/** @throws AppError not_found; conflict with the reason, also where an account of the platform received it */
export async function refundOwnPayment(
  ctx: Context,
  { providerId, id }: OwnPayment,
  body: z.output<(typeof refundOwnCall)["body"]>,
  asker: Omit<Asker, "byProvider">,
): Promise<Made<typeof Refunded>> {
  return refundPayment(ctx, id, { ...body, providerId }, { ...asker, byProvider: true });
}

/** Once, until it is decided. @throws AppError not_found; conflict where nothing can be given back, or the provider itself can */
export async function appealRefund(
  ctx: Context,
  { providerId, id }: OwnPayment,
  reason: string,
  actor: Actor,
): Promise<Text> {
  const { outlook, planName } = await paidBy(ctx, providerId, id);
  if ("say" in outlook) throw new AppError("conflict", outlook);
  const { by, why } = wayOf(outlook);
  if (by !== "operator") throw new AppError("conflict", why || say("refund_own_account"));
  const { backCents, leftCents, subject } = outlook;
  const appealed = {
    providerId,
    paymentId: id,
    receipt: subject.receipt,
    planName,
    cents: leftCents,
    backCents,
    reason,
  };
  await ctx.platform.batch([
    appealStatement(ctx, appealed),
    recordIfStatement(
      ctx,
      { ...actor, providerId, action: "refund.appeal", subject: id, detail: { reason } },
      sql`changes() = 1`,
    ),
  ]);
  // What went back while this was written down has answered it: nothing else would say so.
  const { outlook: since } = await paidBy(ctx, providerId, id);
  if (!("say" in since)) await ctx.platform.run(answeredStatement(ctx, id, since.backCents));
  return say("refund_appealed");
}

/** @throws AppError not_found; conflict where it is decided */
export async function declineAppeal(ctx: Context, id: string, note: string, actor: Actor): Promise<Text> {
  const named = await appealById(ctx, id);
  if (!named) throw refuse("not_found", "no_such_refund_appeal");
  const { providerId, paymentId } = named;
  const [changed] = await ctx.platform.batch([
    declineStatement(ctx, id, note),
    recordIfStatement(
      ctx,
      { ...actor, providerId, action: "refund.decline", subject: paymentId, detail: { note } },
      sql`changes() = 1`,
    ),
  ]);
  if (changed.length === 0) throw refuse("conflict", "refund_appeal_decided");
  return say("refund_appeal_declined");
}

type OwnPayment = { providerId: string; id: string };

type PaidRow = { cents: number; backCents: number; planName: string };

/** A provider's rows are its own: of another's payment there is none. @throws AppError not_found */
async function paidBy(
  ctx: Context,
  providerId: string,
  id: string,
): Promise<PaidRow & { outlook: RefundOutlook | Text }> {
  const row = await ctx.tenant(providerId).first(
    sql<PaidRow>`SELECT amount_cents AS cents, refunded_cents AS backCents,
        json_extract(terms, '$.planName') AS planName
      FROM payments WHERE id = ${id}`,
  );
  if (!row) throw missing();
  const payment = isPaymentId(ctx, id) ? ctx.env.PAYMENT.getByName(id) : null;
  const view = await payment?.read();
  return { ...row, outlook: payment && view ? await payment.refundOutlook(null) : say("payment_old") };
}

function wayOf(outlook: RefundOutlook | Text): Pick<Made<typeof OwnRefund>, "by" | "why"> {
  if ("say" in outlook) return { by: null, why: outlook };
  const { subject, why, byHand } = outlook;
  // Something is on its way, its outcome unknown, or nothing left.
  if (!byHand) return { by: null, why };
  if (subject.route.settlement === "collected") return { by: "operator", why: say("refund_collected") };
  if (!isOwnAccount(subject)) return { by: "operator", why: say("refund_platform_received") };
  return why === null ? { by: "gateway", why } : { by: "operator", why: say("refund_own_by_hand") };
}

function ownAccount({ subject }: RefundOutlook) {
  const { kind, number, reference } = accountOf(subject.route);
  return { kind, number, reference };
}
