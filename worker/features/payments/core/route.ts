import type { BankProfile, Issuer } from "../../../contract/values/gateway-types.ts";
import type { SoldTopUp } from "../../entitlements/index.ts";

// What a payment is for, and by which way its money goes: frozen before anything is sent.

/** KSh 1 by which a way to take money is tried: a provider's gateway, or a switch's account. Nothing is sold by it. */
export type Verification = { kind: "verification"; of: "gateway" | "switch"; id: string };

/** More data for a purchase. */
type TopUp = { kind: "top_up" } & Omit<SoldTopUp, "terms">;

/** Into the account of a customer with lines, of any amount. */
type AccountPayment = { kind: "account"; customerId: string };

/** A provider's prepaid messages, paid to the platform. */
export type CreditPurchase = { kind: "credits" };

export type NonSale = Verification | CreditPurchase;

/** What a payment is for. */
export type Purpose = { kind: "purchase" } | TopUp | AccountPayment | NonSale;

type WithPurpose = { purpose: Purpose };

/** Whether it is a provider's revenue, so that it has a row, a place in the books and a receipt. */
export function isSale({ purpose }: WithPurpose): boolean {
  return purpose.kind === "purchase" || purpose.kind === "top_up" || purpose.kind === "account";
}

/** Whose account it goes into; null where it is for anything else. */
export function customerIn({ purpose }: WithPurpose): string | null {
  return purpose.kind === "account" ? purpose.customerId : null;
}

/** Null where it is for anything else. */
export function topUpIn({ purpose }: WithPurpose): TopUp | null {
  return purpose.kind === "top_up" ? purpose : null;
}

/** Where one payment's money goes and by whose credentials: computed once, at initiation, and never changed after. */
type Destination = {
  gatewayId: string;
  environment: "sandbox" | "production";
  /** `platform` = our own app collects (auto API, and what a switch diverts). */
  credentials: "platform" | "provider";
  /** At most 12 letters and digits, never cut; printed on the prompt and in the payer's message. */
  accountReference: string;
  /** To the provider's own account, to the platform's for the provider, or to the central account of a switch. */
  settlement: "direct" | "collected" | "diverted";
  /** The switch that diverts it, and the account it pays instead of the provider's; null = it is not diverted. */
  switchId: string | null;
  centralAccount: string | null;
};

export type MpesaRoute = Destination & {
  type: "mpesa";
  shortCode: string;
  /** Who receives: the pay bill (a bank's, too), or the till number for buy-goods. */
  partyB: string;
  transactionType: "CustomerPayBillOnline" | "CustomerBuyGoodsOnline";
  /** Payments typed by hand under `accountReference` are reported to us. */
  paybill?: boolean;
};

/** The push has no field for who receives: the money goes to the wallet behind the credentials. */
export type AirtelRoute = Destination & { type: "airtel_money"; merchantCode: string };

export type BankRoute = Destination & {
  type: "bank";
  bank: BankProfile;
  account: string;
  /** The account's holder, as the bank shows them to the payer. */
  payee: string;
};

export type Route = MpesaRoute | AirtelRoute | BankRoute;

/** A gateway's own credentials as they are stored, read in this very act. */
export type SealedSecrets = { gatewayId: string; secrets: string };

type Way = { route: Route; direct: Route | null; sealed?: SealedSecrets | undefined };

/** The way of a payment's money before it begins, with what its push needs of the provider's credentials; or why nothing is sent. */
export type RouteDecision = Way | { fault: string } | (Way & { fault: string });

/** By whose credentials, as a frozen route says it. */
export type AppOf<R extends Route> = Pick<R, "type" | "gatewayId" | "environment" | "credentials"> &
  (R extends BankRoute ? Pick<R, "bank"> : unknown);
export type App = AppOf<MpesaRoute> | AppOf<AirtelRoute> | AppOf<BankRoute>;

/** Who sends the prompt, and whose the receipt is. */
export function issuerOf(route: Route): Issuer {
  return route.type === "bank" ? route.bank : route.type;
}

/** Ms from the push to the first query; null = it has no enquiry. Airtel names three minutes. */
export const firstQueryMs: Record<Issuer, number | null> = {
  mpesa: 0,
  airtel_money: 180_000,
  kcb: null,
  coop: 0,
  equity: null,
};
