import type { Context } from "../../context.ts";
import type { ClaimOutcome, ClaimPurchase, PurchaseClaimed } from "../../contract/purchase-recovery.ts";
import { parseClaimCode } from "../../contract/values/mpesa-message.ts";
import { AppError } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { giveDevice } from "../entitlements/index.ts";
import { routerOf, visitorIsListed } from "../routers/index.ts";
import { countTry } from "./claim-limits.ts";
import { findPurchase } from "./find-purchase.ts";

export type ClaimAsk = {
  url: URL;
  tenant: Tenant;
  input: ClaimPurchase;
  buyerHash: string | null;
  /** As `networkOf` tells it. */
  network: string;
  idempotencyKey: string | null;
};

const messages: Record<ClaimOutcome, string> = {
  moved: "Your purchase is on this device now. You are being connected.",
  attached: "This device is added to your purchase. You are being connected.",
  here: "This device has your purchase already. You are being connected.",
  moving:
    "Your purchase is on its way to this device. It comes as soon as the other hotspot has let go of it.",
  checking: "We are still checking this payment. Please try again in a minute.",
};

/** "I have paid" and "move to this phone": brings a purchase to the device that proves it. */
export async function claimPurchase(ctx: Context, ask: ClaimAsk): Promise<PurchaseClaimed> {
  const { input } = ask;
  if (input.code.trim() === "")
    throw new AppError("invalid", "Please enter your M-Pesa message, voucher code or recovery code");
  const { providerId, router, mac } = await routerOf(ctx, ask.url, ask.tenant, input);
  if (!mac)
    throw new AppError("invalid", "Join the WiFi first: open this page on the device that shall go online.");
  const place = { providerId, routerId: router.id, mac };
  const code = parseClaimCode(input.code);
  if (!code) {
    throw new AppError(
      "refused",
      "This is neither an M-Pesa message nor a code of ours. Check it and try again.",
    );
  }
  // Before anything is looked up: no codes are tried for a device that is not there.
  const listed = await visitorIsListed(ctx, router, mac, ask.network);
  refuseAbsent(listed);
  const who = { network: ask.network, browser: ask.buyerHash, routerId: router.id, mac, listed };
  await countTry(ctx, who, ask.idempotencyKey, input);
  const found = await findPurchase(ctx, providerId, code, input.phoneNumber);
  if (found === "checking") return answer("checking");
  if (found === "unknown") {
    throw new AppError(
      "not_found",
      "We do not find a purchase for this here. Check the code, and the phone number that paid.",
    );
  }
  return answer(await giveDevice(ctx, { ...place, ...found, buyerHash: ask.buyerHash }));
}

function refuseAbsent(isListed: boolean | null): void {
  if (isListed === false)
    throw new AppError("refused", "Connect this phone to the WiFi first, then try again.");
  if (isListed === null) {
    throw new AppError(
      "unavailable",
      "The hotspot does not answer right now. Please try again in a minute.",
      {
        retryAfter: 60,
      },
    );
  }
}

function answer(outcome: ClaimOutcome): PurchaseClaimed {
  return { success: outcome !== "checking", outcome, message: messages[outcome] };
}
