import { calls } from "virtual:provider-calls";
import { type Calls, makeCalls } from "../console/calls.ts";
import { type Call, type CallApi, callApiOf } from "../console/request.ts";
import { signedNow } from "../console/session.ts";

export type Contract = typeof import("#contract/audit") &
  typeof import("#contract/adoption") &
  typeof import("#contract/api-tokens") &
  typeof import("#contract/auth") &
  typeof import("#contract/entitlements") &
  typeof import("#contract/billing-confirmations") &
  typeof import("#contract/billing-invoices") &
  typeof import("#contract/billing-notifications") &
  typeof import("#contract/branding") &
  typeof import("#contract/collection") &
  typeof import("#contract/payouts") &
  typeof import("#contract/bridges") &
  typeof import("#contract/leaks") &
  typeof import("#contract/line-imports") &
  typeof import("#contract/line-devices") &
  typeof import("#contract/line-life") &
  typeof import("#contract/lines") &
  typeof import("#contract/customer-accounts") &
  typeof import("#contract/forgotten-password") &
  typeof import("#contract/gateways") &
  typeof import("#contract/own-gateways") &
  typeof import("#contract/own-refunds") &
  typeof import("#contract/handoff") &
  typeof import("#contract/imports") &
  typeof import("#contract/plans") &
  typeof import("#contract/routers") &
  typeof import("#contract/router-setup") &
  typeof import("#contract/own-devices") &
  typeof import("#contract/outages") &
  typeof import("#contract/messages") &
  typeof import("#contract/credits") &
  typeof import("#contract/owner-news") &
  typeof import("#contract/campaigns") &
  typeof import("#contract/foreign-users") &
  typeof import("#contract/preflight") &
  typeof import("#contract/vouchers") &
  typeof import("#contract/users") &
  typeof import("#contract/transactions") &
  typeof import("#contract/second-factor") &
  typeof import("#contract/trials") &
  typeof import("#contract/sessions") &
  typeof import("#contract/sign-up") &
  typeof import("#contract/reports") &
  typeof import("#contract/reconciliation") &
  typeof import("#contract/paybill") &
  typeof import("#contract/people") &
  typeof import("#contract/provider-data") &
  typeof import("#contract/profile") &
  typeof import("#contract/ways-in");

export { keptFor, polled, refresh } from "../console/calls.ts";
export const callApi: CallApi<Contract> = callApiOf<Contract>(calls);

/** A role that this version does not know is left to the server. */
function isOpen({ also = [] }: Call): boolean {
  const role = signedNow()?.role ?? "";
  return !["cashier", "technician"].includes(role) || also.includes(role);
}

export const { may, useRead, useList, useAct, callApiList, callApiFile }: Calls<Contract> =
  makeCalls<Contract>(calls, isOpen);
