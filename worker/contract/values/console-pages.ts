// Addresses below `/admin` and `/superadmin` that are a page of a console. Anything else is answered with 404, and the console's own
// not-found page.

export const adminPages: readonly string[] = [
  ...["dashboard", "plans", "users", "payments", "routers", "reports", "settings", "vouchers", "messages"],
  ...["billing", "people", "activity", "profile", "api", "trial", "import"],
];

export const superadminPages: readonly string[] = [
  ...["dashboard", "providers", "payments", "routers", "revenue", "payment-switch", "provider-billing"],
  "payouts",
  ...["reconciliation", "advertisements", "settings", "operators", "audit", "how-it-runs", "profile"],
];
