// Tables of the platform, in D1: a row of them may concern any provider. Times are UTC ms.

export * from "./platform/admins.ts";
export * from "./platform/ads.ts";
export * from "./platform/alarms.ts";
export * from "./platform/audit.ts";
export * from "./platform/billing.ts";
export * from "./platform/bridge-updates.ts";
export * from "./platform/copies.ts";
export * from "./platform/gateways.ts";
export * from "./platform/messages.ts";
export * from "./platform/openvpn.ts";
export * from "./platform/paybill-payments.ts";
export * from "./platform/payouts.ts";
export * from "./platform/providers.ts";
export * from "./platform/refund-appeals.ts";
export * from "./platform/routers.ts";
export * from "./platform/sign-ups.ts";
export * from "./platform/snapshots.ts";
export * from "./platform/switches.ts";
export * from "./platform/tunnels.ts";
export * from "./platform/watches.ts";
