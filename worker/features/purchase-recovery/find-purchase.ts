import type { Context } from "../../context.ts";
import type { ClaimCode } from "../../contract/values/claim-code.ts";
import { normalisePhone, parseKenyanMobile } from "../../contract/values/phone.ts";
import { refuse } from "../../errors.ts";
import { type DeviceToGive, entitlementByRecovery } from "../entitlements/index.ts";
import { paidByReceipt, queryRecentPayments } from "../payments/index.ts";
import { purchaseOfVoucher } from "../vouchers/index.ts";

/** `checking`: the gateway may still know of it. `unknown`: nothing here has this code. */
type Found = Pick<DeviceToGive, "entitlementId" | "by"> | "checking" | "unknown";

/** A receipt needs the full number that paid it, and a wrong number is answered as an unknown receipt is. */
export async function findPurchase(
  ctx: Context,
  providerId: string,
  code: ClaimCode,
  phoneNumber: string | undefined,
): Promise<Found> {
  if (code.recovery) {
    const entitlementId = await entitlementByRecovery(ctx, providerId, code.recovery);
    if (entitlementId) return { entitlementId, by: "recovery" };
  }
  if (code.voucher) {
    const bought = await purchaseOfVoucher(ctx, providerId, code.voucher);
    if (bought === "unused") throw refuse("refused", "voucher_not_used_yet");
    if (bought) return { ...bought, by: "voucher" };
  }
  return code.receipt ? findPayment(ctx, providerId, code.receipt, phoneNumber) : "unknown";
}

async function findPayment(
  ctx: Context,
  providerId: string,
  receipt: string,
  phoneNumber: string | undefined,
): Promise<Found> {
  if (!phoneNumber?.trim()) throw refuse("invalid", "claim_phone_needed");
  const phone = parseKenyanMobile(phoneNumber);
  if (!phone)
    throw refuse("invalid", "phone" in normalisePhone(phoneNumber) ? "phone_not_mobile" : "phone_invalid");
  const claim = { providerId, receipt, phone };
  const entitlementId = await paidByReceipt(ctx, claim);
  if (entitlementId) return { entitlementId, by: "receipt" };
  const asked = await queryRecentPayments(ctx, claim);
  if (asked === "none") return "unknown";
  return asked === "open" ? "checking" : { ...asked, by: "receipt" };
}
