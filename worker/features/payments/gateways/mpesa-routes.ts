import type { Context } from "../../../context.ts";
import type { PaidAs } from "../../../contract/gateways.ts";
import { bankById, isBanksPayBill } from "../../../contract/values/banks.ts";
import { type Gateway, longestReference, MpesaSecrets, platformMpesa } from "../../gateways/index.ts";
import type { Diversion } from "../../switch/index.ts";
import type { MpesaRoute, Route } from "../core/route.ts";
import type { RouteChoice, RouteCommon } from "./driver.ts";

// Whom M-Pesa's prompt pays: a till, a pay bill, or an account behind a bank's pay bill (docs/reference/gateways-mpesa.md, "Routes").

export type Push = Pick<MpesaRoute, "driver" | "shortCode" | "partyB" | "transactionType">;

/** @param paidAs what took KSh 1; null = nothing did yet: a pay bill is the short code that asks, a till differs from it */
export function tillOrPayBillPush(shortCode: string, partyB: string, paidAs: PaidAs | null = null): Push {
  const kind = paidAs ?? (partyB === shortCode ? "pay_bill" : "till");
  const transactionType = kind === "pay_bill" ? "CustomerPayBillOnline" : "CustomerBuyGoodsOnline";
  return { driver: "mpesa", shortCode, partyB, transactionType };
}

/** As what the platform's app pays the provider's account; null where that is known beforehand: its own pay bill, a bank's. */
export function paidAs(route: Route | null): PaidAs | null {
  if (route?.driver !== "mpesa" || route.credentials !== "platform" || route.switchId !== null) return null;
  if (route.partyB === route.shortCode || isBanksPayBill(route.partyB)) return null;
  return route.transactionType === "CustomerPayBillOnline" ? "pay_bill" : "till";
}

/** For an account that was refused as what it was taken for. */
export function routeAsOtherKind(route: Route): MpesaRoute | null {
  const kind = paidAs(route);
  if (route.driver !== "mpesa" || kind === null) return null;
  const other = kind === "till" ? "pay_bill" : "till";
  return { ...route, ...tillOrPayBillPush(route.shortCode, route.partyB, other) };
}

export function mpesaRoute(
  ctx: Context,
  gateway: Gateway,
  secrets: unknown,
  common: RouteCommon,
): RouteChoice {
  const { accountNumber } = gateway;
  const shortCode = gateway.useAutoApi ? platformMpesa(ctx)?.shortCode : ownShortCode(secrets, accountNumber);
  if (!shortCode) return { fault: "the gateway's credentials are incomplete" };
  if (gateway.collected !== null) {
    // The platform's pay bill of today: it may be another one than when the provider consented.
    const push = tillOrPayBillPush(shortCode, shortCode, "pay_bill");
    return { route: { ...common, ...push, settlement: "collected" } };
  }
  const push = tillOrPayBillPush(shortCode, accountNumber, gateway.paidAs);
  const isTyped = !gateway.useAutoApi && shortCode === accountNumber && gateway.paybillSince !== null;
  return { route: { ...common, ...push, ...(isTyped ? { paybill: true } : {}) } };
}

function ownShortCode(secrets: unknown, accountNumber: string): string | undefined {
  const own = MpesaSecrets.safeParse(secrets);
  return own.success ? own.data.businessShortCode || accountNumber : undefined;
}

/** A bank's account is paid by the platform's app. */
export function payBillRoute(
  ctx: Context,
  { service, accountNumber }: Gateway,
  common: RouteCommon,
): RouteChoice {
  const shortCode = platformMpesa(ctx)?.shortCode;
  if (!shortCode) return { fault: "the platform's M-Pesa credentials are not set" };
  const paid = payBillPush(shortCode, service, accountNumber);
  return "fault" in paid ? paid : { route: { ...common, ...paid } };
}

/** Through the bank's pay bill: the account's number is the reference, and one that were cut would pay a stranger. */
export function payBillPush(
  shortCode: string,
  bankId: string | null,
  account: string,
): (Push & Pick<MpesaRoute, "accountReference">) | { fault: string } {
  const bank = bankById(bankId);
  if (!bank) return { fault: "this bank's pay bill is not known" };
  if (account.length > longestReference || !/^[a-z0-9]+$/i.test(account))
    return { fault: `an account number of more than ${longestReference} letters and digits is never cut` };
  const transactionType = "CustomerPayBillOnline";
  return { driver: "mpesa", shortCode, partyB: bank.paybill, transactionType, accountReference: account };
}

export function centralMpesaRoute(
  ctx: Context,
  common: RouteCommon,
  { accountType, centralPaymentGatewayId, centralAccountNumber: account }: Diversion,
): MpesaRoute | null {
  const shortCode = platformMpesa(ctx)?.shortCode;
  if (!shortCode) return null;
  if (accountType === "mobile_money") return { ...common, ...tillOrPayBillPush(shortCode, account) };
  const paid = payBillPush(shortCode, centralPaymentGatewayId, account);
  return "fault" in paid ? null : { ...common, ...paid };
}
