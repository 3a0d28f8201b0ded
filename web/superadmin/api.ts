import { calls } from "virtual:platform-calls";
import { type Calls, makeCalls } from "../console/calls.ts";
import { type CallApi, callApiOf } from "../console/request.ts";

export type Contract = typeof import("#contract/admins") &
  typeof import("#contract/ads") &
  typeof import("#contract/audit") &
  typeof import("#contract/auth") &
  typeof import("#contract/billing") &
  typeof import("#contract/billing-confirmations") &
  typeof import("#contract/billing-corrections") &
  typeof import("#contract/billing-invoices") &
  typeof import("#contract/billing-notifications") &
  typeof import("#contract/branding") &
  typeof import("#contract/bridges") &
  typeof import("#contract/collection") &
  typeof import("#contract/credits") &
  typeof import("#contract/payouts") &
  typeof import("#contract/platform-routers") &
  typeof import("#contract/gateways") &
  typeof import("#contract/gateway-alarms") &
  typeof import("#contract/gateway-verification") &
  typeof import("#contract/handoff") &
  typeof import("#contract/invitations") &
  typeof import("#contract/openvpn") &
  typeof import("#contract/own-refunds") &
  typeof import("#contract/platform-figures") &
  typeof import("#contract/providers") &
  typeof import("#contract/provider-data") &
  typeof import("#contract/reconciliation") &
  typeof import("#contract/refunds") &
  typeof import("#contract/routers") &
  typeof import("#contract/router-setup") &
  typeof import("#contract/own-devices") &
  typeof import("#contract/foreign-users") &
  typeof import("#contract/preflight") &
  typeof import("#contract/second-factor") &
  typeof import("#contract/secrets") &
  typeof import("#contract/sessions") &
  typeof import("#contract/sign-up-decisions") &
  typeof import("#contract/switch") &
  typeof import("#contract/tunnels") &
  typeof import("#contract/watches") &
  typeof import("#contract/users") &
  typeof import("#contract/paybill");

export { keptFor, polled, refresh } from "../console/calls.ts";
export const callApi: CallApi<Contract> = callApiOf<Contract>(calls);
export const { useRead, useList, useAct, callApiList, callApiFile, keyOf }: Calls<Contract> =
  makeCalls<Contract>(calls);
