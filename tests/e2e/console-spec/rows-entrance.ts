import { expect } from "vitest";
import type { Provocation } from "./provocations.ts";
import { has, is, type Row, texts } from "./row.ts";

/** Log-in and navigation. */
export const entrance: Row[] = [
  {
    what: "log-in: Provider Admin on a provider's host",
    how: "log-in page",
    expect: is({ heading: "Provider Admin" }),
  },
  { what: "log-in: the subdomain", how: "log-in page", expect: /Provider Admin demo/ },
  {
    what: "log-in: HotSpot Admin elsewhere",
    how: "log-in page of the main domain",
    expect: is({ heading: "HotSpot Admin" }),
  },
  {
    what: "log-in: username and password",
    how: "log-in page",
    expect: is({ types: { Username: "text", Password: "password" } }),
  },
  { what: "log-in: Sign In", how: "log-in page", expect: "Sign In" },
  {
    what: "log-in: Signing in... while pending, and no second time",
    how: "log-in",
    expect: is({ busy: true }),
  },
  { what: "log-in: leads to the dashboard", how: "log-in", expect: is({ ends: "/admin/dashboard" }) },
  {
    what: "session: fields of the record, and which super admin acts in it",
    how: "log-in",
    expect: is({ record: ["actingAs", "email", "id", "name", "providerId", "role", "username"] }),
  },
  {
    what: "sidebar: its places, the routers among them",
    how: "sidebar",
    expect: is({
      places: [
        ...["/admin/dashboard", "/admin/plans", "/admin/users", "/admin/payments", "/admin/routers"],
        ...["/admin/reports", "/admin/settings", "/admin/vouchers", "/admin/billing", "/admin/profile"],
      ],
    }),
  },
  {
    what: "sidebar: a badge beside users: live, never the fixed 143",
    how: "sidebar",
    expect: is({ badge: expect.stringMatching(/^(?!143$)\d+$/) }),
  },
  { what: "sidebar: name and role", how: "sidebar", expect: is({ who: has("Amina Wanjiru Administrator") }) },
  { what: "sidebar: without name and role", how: "nameless admin", expect: /Admin User Administrator/ },
  {
    what: "menu: its places",
    how: "phone menu",
    expect: is({
      places: [
        ...["Dashboard", "Subscription Plans", "Users", "Payments", "Routers", "Reports", "Vouchers"],
        ...["Settings", "Billing", "Profile"],
      ],
    }),
  },
  { what: "menu: name", how: "phone menu", expect: is({ menu: has("Amina Wanjiru") }) },
  { what: "menu: e-mail", how: "phone menu", expect: is({ menu: has("amina@demo.example") }) },
  { what: "menu: Logout", how: "phone menu", expect: is({ menu: has("Logout") }) },
  {
    what: "logout: the record is cleared, and one is at /admin",
    how: "logout",
    expect: is({ record: null, ends: "/admin" }),
  },
  {
    what: "every page leads to /admin without a session",
    how: "no session",
    expect: is({ ends: ["/admin"] }),
  },
];

export const dashboard: Row[] = [
  ...texts("dashboard", "Welcome back, Amina Wanjiru", "Total Revenue", "All time", "Active Users"),
  ...texts("dashboard", "Currently online", "Today's Sales", "Monthly Revenue", "IP Address", "Location"),
  ...texts("dashboard", "Last Seen", "Kibera Drive, by the gate", "127.0.0.1"),
  { what: "dashboard: the first router is selected", how: "dashboard", expect: is({ chosen: "Main Gate" }) },
  {
    what: "dashboard: each router has its badge",
    how: "dashboard",
    expect: is({ options: [expect.stringMatching(/^Main Gate (Online|Offline)$/)] }),
  },
  {
    what: "dashboard: cards and quick cards lead to their rows",
    how: "dashboard",
    expect: is({
      links: {
        "Total Revenue": "/admin/payments",
        "Active Users": "/admin/users",
        "Today's Sales": "/admin/payments",
        "Monthly Revenue": "/admin/payments",
        "Manage Users": "/admin/users",
        "Manage Plans": "/admin/plans",
        "View Payments": "/admin/payments",
      },
    }),
  },
  {
    what: "dashboard: the active users are those that the users page calls active",
    how: "dashboard",
    expect: is({ usersFilter: "/admin/users?show=active" }),
  },
  {
    what: "dashboard: KSh 0 by default",
    how: "dashboard of a new provider",
    expect: is({ revenue: has("Total Revenue KSh 0") }),
  },
  ...texts("dashboard of a new provider", "Location Not set", "Last Seen Never", "Offline"),
  ...texts("dashboard without routers", "No Routers Found"),
  {
    what: "dashboard: the button to the routers",
    how: "dashboard without routers",
    expect: is({ way: "/admin/routers" }),
  },
];

/** Sections 4, 5 and 8: the session. */
const missing = "Missing Information Please enter both username and password";
export const session: Row[] = [
  {
    what: "log-in: Missing Information, and nobody is asked",
    how: "log-in refused",
    expect: is({ blank: [missing], asked: false }),
  },
  {
    what: "log-in: failed",
    how: "log-in refused",
    expect: is({ wrong: "Login Failed Invalid credentials" }),
  },
  {
    what: "log-in: failed, with the server's message",
    how: "log-in refused",
    expect: is({ inWords: "Login Failed This account is closed." }),
  },
  {
    what: "log-in: failed without a message",
    how: "log-in refused",
    expect: is({ wordless: "Login Failed Invalid credentials" }),
  },
  {
    what: "session: malformed data is removed, and one is at log-in",
    how: "malformed session",
    expect: is({ left: [null], ends: "/admin" }),
  },
  {
    what: "session: a window message signs in nobody; a one-time code takes its place",
    how: "window message",
    expect: is({ record: null, ends: "/admin" }),
  },
];

/** Sections 7 and 9: times. Six times in 61 s is every 10 s. */
const everySeconds = (how: Provocation, seconds: number, call: string): Row => ({
  what: `${call} every ${seconds} s: ${how}`,
  how,
  expect: is({ [`GET /api/admin/${call}`]: Math.floor(61 / seconds) }),
});
export const times: Row[] = [
  everySeconds("a minute at the dashboard", 30, "stats"),
  everySeconds("a minute at the dashboard", 15, "routers/{id}/stats"),
  everySeconds("a minute at the dashboard", 30, "routers/provider/{id}"),
  everySeconds("a minute at the dashboard", 20, "payments/stats"),
  everySeconds("a minute at the dashboard", 60, "plans"),
  everySeconds("a minute at the routers", 30, "routers/provider/{id}"),
  everySeconds("a minute at the users", 20, "stats"),
  everySeconds("a minute at the users", 15, "users"),
  everySeconds("a minute at the users", 10, "users/active"),
  everySeconds("a minute at the payments", 10, "transactions/recent"),
  everySeconds("a minute at the payments", 15, "transactions"),
  everySeconds("a minute at the payments", 20, "payments/stats"),
  everySeconds("a minute at the vouchers", 30, "vouchers"),
  everySeconds("a minute at the vouchers", 20, "vouchers/stats"),
  {
    what: "settings are kept for 30 s",
    how: "settings visited again",
    expect: is({ within30s: 0, after30s: 1 }),
  },
];
