// Tables of a tenant. They lie in the storage of each provider's own object, so no row says whose it is.
// Money is integer cents, times are UTC ms.

export * from "./tenant/access.ts";
export * from "./tenant/admins.ts";
export * from "./tenant/imports.ts";
export * from "./tenant/ledger.ts";
export * from "./tenant/lines.ts";
export * from "./tenant/messages.ts";
export * from "./tenant/payments.ts";
export * from "./tenant/payouts.ts";
export * from "./tenant/plans.ts";
export * from "./tenant/retention.ts";
export * from "./tenant/rollups.ts";
export * from "./tenant/routers.ts";
export * from "./tenant/trials.ts";
export * from "./tenant/users.ts";
export * from "./tenant/vouchers.ts";
