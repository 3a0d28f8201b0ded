import { expect } from "vitest";
import { is, type Row, texts, toasts } from "./row.ts";

/** Sections 2, 4, 5 and 8: routes, log-in, navigation, dashboard. */
const heading = (page: string, title: string): Row => ({
  what: `route: ${page} is ${title}`,
  how: "the pages",
  expect: is({ headings: { [page]: title } }),
});
export const routes: Row[] = [
  heading("dashboard", "System Overview"),
  heading("providers", "Provider Management"),
  heading("profile of a provider", "Demo WiFi"),
  heading("routers", "Router Management"),
  heading("advertisements", "Advertisement Management"),
  heading("settings", "General settings"),
  heading("audit", "Audit"),
  heading("no-such-page", "404 Page Not Found"),
  {
    what: "every page leads to /superadmin without a session",
    how: "no session",
    expect: is({ ends: ["/superadmin"] }),
  },
  ...["/superadmin", "/superadmin/dashboard", "/superadmin/providers"].map(
    (path): Row => ({
      what: `route: ${path} is nothing on a provider's host`,
      how: "a provider's host",
      expect: is({ answers: { [path]: { status: 404, bundle: false } } }),
    }),
  ),
];

const missing = "Missing Information Please enter both username and password";
export const logIn: Row[] = [
  ...texts("the log-in", "Super Admin Portal", "System Administration Dashboard"),
  ...texts("the log-in", "Username", "Password", "Sign In"),
  {
    what: "log-in: blank after trimming, and nobody is asked",
    how: "the log-in",
    expect: is({ blank: [missing], asked: false }),
  },
  {
    what: "log-in: Invalid credentials",
    how: "the log-in",
    expect: is({ wrong: "Login Failed Invalid credentials" }),
  },
  {
    what: "log-in: failed, with the server's message",
    how: "the log-in",
    expect: is({ inWords: "Login Failed This account is closed." }),
  },
  {
    what: "log-in: failed without a message",
    how: "the log-in",
    expect: is({ wordless: "Login Failed Invalid credentials" }),
  },
  {
    what: "log-in: Signing In... while pending, and no second time",
    how: "the log-in",
    expect: is({ busy: true }),
  },
  {
    what: "log-in: leads to the dashboard",
    how: "the log-in",
    expect: is({ ends: "/superadmin/dashboard" }),
  },
  ...toasts("the log-in", { "signed in": "Login Successful - Welcome back, Platform Operator!" }),
  {
    what: "session: the record holds name and e-mail",
    how: "the log-in",
    expect: is({ record: expect.arrayContaining(["name", "email", "username"]) }),
  },
  {
    what: "Sign Out: the record is cleared, and one is at /superadmin",
    how: "the log-in",
    expect: is({ left: { ends: "/superadmin", record: null } }),
  },
  {
    what: "Sign Out that nobody heard stays, and says so",
    how: "Sign Out that nobody heard",
    expect: is({
      toasts: { "Sign Out": "Not logged out - Please try again." },
      ends: "/superadmin/dashboard",
    }),
  },
];

const at = (page: string) => `/superadmin/${page}`;
export const navigation: Row[] = [
  {
    what: "sidebar: its places",
    how: "the sidebar",
    expect: is({
      places: [
        "dashboard",
        "providers",
        "routers",
        "revenue",
        "payment-switch",
        "provider-billing",
        "advertisements",
        "reconciliation",
        "settings",
        "operators",
        "audit",
      ].map(at),
    }),
  },
  {
    what: "sidebar: the seven themes",
    how: "the sidebar",
    expect: is({
      themes: [
        ...["light: Light", "dark: Dark", "blue: Ocean Blue", "green: Nature Green", "purple: Royal Purple"],
        ...["cyberpunk: Cyberpunk", "system: System"],
      ],
    }),
  },
  ...texts("the sidebar", "System Control Center", "Sign Out", "Platform Operator"),
  {
    what: "menu: the super admin's name, and Logout",
    how: "the menu of a phone",
    expect: is({ name: true, logout: true }),
  },
];

export const dashboard: Row[] = [
  ...texts("the dashboard", /Providers 12 11 active/, /Routers 20 17 online/),
  ...texts("the dashboard", "Total Revenue KSh 1,234,567.50", "Monthly Revenue KSh 89,000"),
  ...texts("the dashboard", "3 new in 30 days", "None new in 30 days", "12.5 % more in 30 days"),
  ...texts("the dashboard", "4 % less than by this day last month"),
  ...texts("the dashboard", "Recent Providers", "System Status", "Router Connections 17/20"),
  { what: "dashboard: the first 5 providers", how: "the dashboard", expect: is({ recent: 5 }) },
  {
    what: "dashboard: Add Provider",
    how: "the dashboard",
    expect: is({ add: "/superadmin/providers?new=1" }),
  },
  ...texts("the dashboard", "Revenue Analytics"),
  ...texts("the dashboard of a new platform", "No Providers Yet"),
];
