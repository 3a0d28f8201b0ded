import type { Context } from "../../../context.ts";
import type { RefundFacts } from "../../../contract/refunds.ts";
import { formatBytes } from "../../../contract/values/data.ts";
import { shillings } from "../../../contract/values/money.ts";
import { maskedPhone } from "../../../contract/values/phone.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { providerById } from "../../providers/index.ts";
import { isSale, type Route, topUpIn } from "../core/route.ts";
import { adapterOf } from "../gateways/index.ts";
import type { RefundSubject } from "../gateways/refund-types.ts";
import { paybillPaymentId } from "../paybill/list-payments.ts";
import { paybillPaymentRow } from "../paybill/paybill-store.ts";

/** What a person sees of money that goes back. @param backCents what went back of it before */
export async function factsOf(ctx: Context, subject: RefundSubject, backCents: number): Promise<RefundFacts> {
  const [provider, paid] = await Promise.all([
    providerNamed(ctx, subject.providerId),
    subject.paybillPayment ? paybillPart(ctx, subject.paybillPayment) : soldPart(ctx, subject.id),
  ]);
  return {
    providerId: subject.providerId,
    provider,
    receipt: subject.receipt,
    amount: shillings(subject.amountCents),
    refunded: shillings(backCents),
    method: subject.route.type,
    account: accountOf(subject.route),
    ...paid,
  };
}

/** Money that was typed at the platform's pay bill may be no provider's. */
async function providerNamed(ctx: Context, id: string): Promise<string> {
  return id === platformBooks ? "The platform" : (await providerById(ctx, id)).businessName;
}

type PaidPart = Pick<RefundFacts, "id" | "paidAt" | "payer" | "planName">;

async function soldPart(ctx: Context, id: string): Promise<PaidPart> {
  const view = await ctx.env.PAYMENT.getByName(id).read();
  if (!view) throw new Error("a refund lies in its payment's object, and that has no payment");
  const { phone, terms, createdAt } = view.intent;
  const topUp = topUpIn(view.intent);
  const bought = topUp ? `${terms.planName} +${formatBytes(topUp.bytes)}` : terms.planName;
  return {
    id,
    paidAt: new Date(view.completedAt ?? createdAt).toISOString(),
    payer: maskedPhone(phone),
    // A test of a gateway is no sale.
    planName: isSale(view.intent) ? bought : null,
  };
}

async function paybillPart(
  ctx: Context,
  key: NonNullable<RefundSubject["paybillPayment"]>,
): Promise<PaidPart> {
  const row = await paybillPaymentRow(ctx, key);
  if (!row) throw new Error("typed money is given back, and its row is not there");
  const payer = row.payer === null ? null : maskedPhone(row.payer);
  return { id: paybillPaymentId(key), paidAt: new Date(row.paidAt).toISOString(), payer, planName: null };
}

export function accountOf(route: Route): RefundFacts["account"] {
  return { settlement: route.settlement, ...adapterOf(route).account(route) };
}
