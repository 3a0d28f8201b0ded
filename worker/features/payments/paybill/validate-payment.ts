import type { Context } from "../../../context.ts";
import { parseAccountCode } from "../../../contract/values/account-code.ts";
import { log } from "../../../log.ts";
import { within } from "../../../sleep.ts";
import { isTopUpTaken } from "../../entitlements/index.ts";
import type { Paybill } from "../core/callbacks.ts";
import { accountNamed } from "./account-codes.ts";
import { isForInvoice, numberTyped, ownerOfPaybill } from "./owner-of-paybill.ts";
import { readC2b } from "./read-c2b.ts";

/** The gateway waits about eight seconds and then does what it likes: its answer comes well before. */
const patienceMs = 5_000;

const refusals = {
  account: { ResultCode: "C2B00012", ResultDesc: "Unknown account number" },
  amount: { ResultCode: "C2B00013", ResultDesc: "Another amount is due" },
  shortCode: { ResultCode: "C2B00015", ResultDesc: "Another pay bill" },
  other: { ResultCode: "C2B00016", ResultDesc: "Please try again" },
} as const;

export type PaybillVerdict = { ResultCode: string; ResultDesc: string };

const accepted: PaybillVerdict = { ResultCode: "0", ResultDesc: "Accepted" };

/** Where it cannot be found out nothing is let through: a payer can type again, money without a purchase needs people. */
export async function validatePaybillPayment(
  ctx: Context,
  paybill: Paybill | null,
  body: string,
): Promise<PaybillVerdict> {
  if (!paybill) return refusals.other;
  const judged = judge(ctx, paybill, body).catch((cause: unknown) => {
    log("error", "typed payment not judged", cause);
    return refusals.other;
  });
  return within(patienceMs, judged, () => refusals.other);
}

async function judge(ctx: Context, paybill: Paybill, body: string): Promise<PaybillVerdict> {
  const { shortCode } = paybill;
  const reading = readC2b(body);
  if (!reading) return refusals.other;
  if (reading.shortCode !== null && reading.shortCode !== shortCode) return refusals.shortCode;
  if (await isForInvoice(ctx, paybill, reading.account)) return accepted;
  if (numberTyped(reading.account) !== undefined) return judgeAccount(ctx, paybill, reading.account);
  const code = parseAccountCode(reading.account);
  const bound = code === undefined ? null : await accountNamed(ctx, shortCode, code);
  if (!bound || bound.expiresAt <= ctx.now()) return refusals.account;
  if (reading.cents !== bound.cents) return refusals.amount;
  const payment = await ctx.env.PAYMENT.getByName(bound.paymentId).poll();
  // What is paid already is not paid again by hand.
  if (!payment || payment.status === "completed") return refusals.account;
  const { providerId, topUpOf: purchaseId } = payment;
  const isOpen = purchaseId === null || (await isTopUpTaken(ctx, { providerId, purchaseId }));
  return isOpen ? accepted : refusals.account;
}

/** Any amount is taken for a customer of whose provider this pay bill is, or for whose provider the platform collects at it. */
async function judgeAccount(ctx: Context, paybill: Paybill, typed: string): Promise<PaybillVerdict> {
  const owner = await ownerOfPaybill(ctx, paybill, typed);
  const { customerNamed } = await import("./account-payments.ts");
  const customer = owner && (await customerNamed(ctx, owner.providerId, typed));
  return customer ? accepted : refusals.account;
}
