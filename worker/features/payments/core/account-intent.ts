import type { Customer } from "../../customers/index.ts";
import { accountPlan } from "../../customers/index.ts";
import { entitlementIdOf } from "./payment-id.ts";
import type { Intent } from "./payment-state.ts";

type AccountMoney = {
  id: string;
  providerId: string;
  routerId: string;
  customerId: string;
  /** Who is asked, or whose account it is where it was typed: 254 and nine digits. */
  phone: string;
  amountCents: number;
  language: Customer["language"];
  createdAt: number;
};

/** A payment into a customer's account: nothing is bought by it that has a device, a speed or an end. */
export function accountIntent({ customerId, language, ...money }: AccountMoney): Intent {
  return {
    ...money,
    bridgeId: null,
    planId: accountPlan.id,
    terms: {
      planId: accountPlan.id,
      planName: accountPlan.name,
      priceCents: money.amountCents,
      durationMs: 0,
      upKbps: 0,
      downKbps: 0,
      dataBytes: null,
      devices: 0,
    },
    subject: null,
    purpose: { kind: "account", customerId },
    service: "mpesa",
    buyerHash: null,
    entitlementId: entitlementIdOf(money.id),
    ...(language === null ? {} : { language }),
  };
}
