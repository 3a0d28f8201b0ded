import type { PaidAs } from "../../contract/gateways.ts";
import { isBanksPayBill } from "../../contract/values/banks.ts";
import type { MpesaRoute, Route } from "./core/route.ts";

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
