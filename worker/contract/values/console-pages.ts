// The addresses of the consoles' pages. Any other below `/admin` and `/superadmin` is answered with 404, and the console's own not-found
// page.

export const adminAddresses = {
  login: "/admin",
  dashboard: "/admin/dashboard",
  plans: "/admin/plans",
  users: "/admin/users",
  lines: "/admin/lines",
  payments: "/admin/payments",
  routers: "/admin/routers",
  reports: "/admin/reports",
  settings: "/admin/settings",
  vouchers: "/admin/vouchers",
  billing: "/admin/billing",
  profile: "/admin/profile",
  people: "/admin/people",
  /** Led to from the people. */
  activity: "/admin/activity",
  messages: "/admin/messages",
  api: "/admin/api",
  trial: "/admin/trial",
  imports: "/admin/import",
  guard: "/admin/guard",
} as const;

/** Of a business that is not there yet; on the main host alone. */
export const signUpAddress = "/signup";

export const superadminAddresses = {
  login: "/superadmin",
  dashboard: "/superadmin/dashboard",
  providers: "/superadmin/providers",
  providerProfile: "/superadmin/providers/:id/profile",
  payments: "/superadmin/payments",
  payouts: "/superadmin/payouts",
  sms: "/superadmin/sms",
  routers: "/superadmin/routers",
  revenue: "/superadmin/revenue",
  paymentSwitch: "/superadmin/payment-switch",
  providerBilling: "/superadmin/provider-billing",
  advertisements: "/superadmin/advertisements",
  reconciliation: "/superadmin/reconciliation",
  settings: "/superadmin/settings",
  audit: "/superadmin/audit",
  operators: "/superadmin/operators",
  profile: "/superadmin/profile",
  howItRuns: "/superadmin/how-it-runs",
  /** Led to from the dashboard and from How it runs. */
  goLive: "/superadmin/go-live",
} as const;

/** The last part of those that have no parameter. */
const pagesOf = (addresses: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(addresses).flatMap((address) => /^\/\w+\/([\w-]+)$/.exec(address)?.[1] ?? []);

export const adminPages = pagesOf(adminAddresses);
export const superadminPages = pagesOf(superadminAddresses);
