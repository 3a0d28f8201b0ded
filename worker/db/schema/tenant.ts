// Tables of a tenant: every row belongs to one provider, every key starts with it, and references between them carry it,
// so that a row of one provider can never point at another's. Money is integer cents, times are UTC ms.

export * from "./tenant/access.ts";
export * from "./tenant/admins.ts";
export * from "./tenant/ledger.ts";
export * from "./tenant/payments.ts";
export * from "./tenant/plans.ts";
export * from "./tenant/retention.ts";
export * from "./tenant/rollups.ts";
export * from "./tenant/routers.ts";
export * from "./tenant/users.ts";
export * from "./tenant/vouchers.ts";
