import { expect } from "vitest";
import type { Provocation } from "./provocations.ts";

/** One line of `spec/provider-console.md`. A text is looked for in what can be read; `facts` are compared with what was measured. */
export type Row = {
  what: string;
  how: Provocation;
  expect: string | RegExp | { facts: Record<string, unknown> };
};

const is = (facts: Record<string, unknown>) => ({ facts });
const has = (text: string) => expect.stringContaining(text);
/** Every one of these texts where something was provoked, a row each. */
const texts = (how: Provocation, ...wanted: (string | RegExp)[]): Row[] =>
  wanted.map((text) => ({ what: `${how}: ${text}`, how, expect: text }));

/** Section 2, log-in and navigation. */
const entrance: Row[] = [
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
    what: "session: fields of the record",
    how: "log-in",
    expect: is({ record: ["email", "id", "name", "providerId", "role", "username"] }),
  },
  {
    what: "sidebar: its places, and the routers, which the specification shows on phones only",
    how: "sidebar",
    expect: is({
      places: [
        ...["/admin/dashboard", "/admin/plans", "/admin/users", "/admin/payments", "/admin/routers"],
        ...["/admin/reports", "/admin/settings", "/admin/vouchers", "/admin/profile"],
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
        ...["Settings", "Profile"],
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

const dashboard: Row[] = [
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

const plans: Row[] = [
  {
    what: "plans: columns",
    how: "plans",
    expect: is({ heads: ["Plan Name", "Price (KES)", "Duration", "Status", "Actions"] }),
  },
  { what: "plans: Create Plan", how: "plans", expect: is({ create: true }) },
  { what: "plans: edit and delete in each row", how: "plans", expect: is({ acts: [1, 1] }) },
  {
    what: "plans: speed in Mbps, hours below a day, Inactive",
    how: "plans",
    expect: is({ rows: { hours: expect.stringMatching(/3 Hours 5 Mbps 20 3 Hours Inactive/) } }),
  },
  {
    what: "plans: days from 24 hours on, Active",
    how: "plans",
    expect: is({
      rows: { day: expect.stringMatching(/1 Day Active/), week: expect.stringMatching(/7 Days Active/) },
    }),
  },
  {
    what: "plans: inputs have min 1, the price step 0.01",
    how: "plan form",
    expect: is({ least: ["1"], step: "0.01" }),
  },
  ...["blank name", "no price", "no speed", "no duration"].map((input): Row => {
    const toasts = { [input]: "Missing Information - Please fill in all required fields" };
    return { what: `plans: ${input}`, how: "plan form", expect: is({ toasts }) };
  }),
  ...[
    ["price 0", "Invalid Price - Please enter a valid price"],
    ["negative price", "Invalid Price - Please enter a valid price"],
    ["speed 2.5", "Invalid Speed - Please enter a valid speed in Mbps"],
    ["speed 0", "Invalid Speed - Please enter a valid speed in Mbps"],
    ["duration 1.5", "Invalid Duration - Please enter a valid duration in hours"],
    ["duration 0", "Invalid Duration - Please enter a valid duration in hours"],
  ].map(
    ([input = "", said]): Row => ({
      what: `plans: ${input}: ${said}`,
      how: "plan form",
      expect: is({ toasts: { [input]: said } }),
    }),
  ),
  { what: "plans: nothing of that is sent", how: "plan form", expect: is({ sent: false }) },
  {
    what: "plans: create fails",
    how: "plan calls fail",
    expect: is({ create: "Error - Failed to create plan" }),
  },
  {
    what: "plans: update fails",
    how: "plan calls fail",
    expect: is({ update: "Error - Failed to update plan" }),
  },
  {
    what: "plans: delete fails",
    how: "plan calls fail",
    expect: is({ remove: "Error - Failed to delete the plan" }),
  },
  {
    what: "plans: delete is asked",
    how: "plan calls fail",
    expect: is({ question: has("Delete 3 Hours?") }),
  },
];

const users: Row[] = [
  ...texts("users", "Total Users", "Active Users", "Expired", "Online Now"),
  {
    what: "users: columns",
    how: "users",
    expect: is({ heads: ["User", "Contact", "Router", "Status", "Plan", "Usage", "Expires", "Actions"] }),
  },
  {
    what: "users: the search names MAC address, phone number and username",
    how: "users",
    expect: is({ search: "MAC address, phone number or username" }),
  },
  {
    what: "users: name and MAC, phone, router with host:port, plan",
    how: "users",
    expect: is({
      active: expect.stringMatching(
        /wanjiku 4C:5E:0C:0C:0A:01 \+254 712 345 678 Main Gate 10\.0\.0\.7:8728 Active.*3 Hours 5 Mbps · 3 hours/,
      ),
    }),
  },
  {
    what: "users: bytes and session time",
    how: "users",
    expect: is({ active: expect.stringMatching(/3 GB.*1\.5 KB.*3h 12m/) }),
  },
  { what: "users: actions", how: "users", expect: is({ active: expect.stringMatching(/View Disconnect/) }) },
  { what: "users: a name from the MAC", how: "users", expect: is({ expired: has("user-0c0a02") }) },
  { what: "users: No phone", how: "users", expect: is({ expired: has("No phone") }) },
  { what: "users: Expired", how: "users", expect: is({ expired: has("Expired") }) },
  { what: "users: Inactive", how: "users", expect: is({ inactive: has("Inactive") }) },
  {
    what: "users: Disconnect is real, and asked first",
    how: "users",
    expect: is({ question: has("Cut off 0712 345 678?"), asked: false }),
  },
  ...texts("no users", "No users found"),
  ...texts("users that nobody finds", "No users match your search", "Clear search"),
  { what: "users: the search is cleared", how: "users that nobody finds", expect: is({ search: "" }) },
];

const payment = (place: number, what: string, pattern: RegExp): Row => {
  const recent: unknown[] = Array.from({ length: 4 }, () => expect.anything());
  recent[place] = expect.stringMatching(pattern);
  return { what: `payments: ${what}`, how: "payments", expect: is({ recent }) };
};
const payments: Row[] = [
  ...texts("payments", "Total Revenue", "Today's Sales", "Transactions", "Success Rate", "Recent Payments"),
  payment(
    0,
    "phone, Payment Completed, amount, Just now",
    /^\+254 712 345 678 Payment Completed KSh 1,250 Just now/,
  ),
  payment(1, "Payment Pending, N min ago", /Payment Pending.*5 min ago/),
  payment(2, "anything else is Payment Failed, N hr ago", /Payment Failed.*3 hr ago/),
  payment(
    3,
    "Voucher Redemption, Voucher Redeemed, N day ago",
    /^Voucher Redemption Voucher Redeemed.*2 day ago/,
  ),
  ...texts("no payments", "No recent payments"),
  { what: "payments: success rate 100% by default", how: "no payments", expect: is({ rate: has("100%") }) },
];

const routers: Row[] = [
  { what: "routers: heading", how: "routers", expect: is({ heading: "Assigned Routers" }) },
  {
    what: "routers: counts",
    how: "routers",
    expect: is({ counts: ["Total 4", "Online 3", "Active 3", "Offline 1"] }),
  },
  {
    what: "routers: columns",
    how: "routers",
    expect: is({ heads: ["Router", "Connection", "Host/VPN", "Status", "Last Seen", "Actions"] }),
  },
  {
    what: "routers: name and username, Direct with host:port, Active and Online, last seen",
    how: "routers",
    expect: is({
      gate: expect.stringMatching(/^Gate api-Gate Direct 10\.0\.0\.7:8728 Active Online.*5 min ago/),
    }),
  },
  {
    what: "routers: OpenVPN with the tunnel's address without its mask, and a badge",
    how: "routers",
    expect: is({ lodge: expect.stringMatching(/OpenVPN 10\.8\.0\.6 Active Online VPN/) }),
  },
  {
    what: "routers: else the server's host; Inactive",
    how: "routers",
    expect: is({ ferry: expect.stringMatching(/OpenVPN vpn\.example Inactive/) }),
  },
  {
    what: "routers: else VPN; Offline, Never",
    how: "routers",
    expect: is({ quay: expect.stringMatching(/OpenVPN VPN Active Offline.*Never/) }),
  },
  { what: "routers: a test button in each row", how: "routers", expect: is({ tests: 4 }) },
  { what: "routers: discover and scan", how: "routers", expect: is({ acts: ["Discover", "Scan network"] }) },
  ...texts("no routers", "No routers assigned"),
  {
    what: "routers: the list cannot be loaded",
    how: "router calls fail",
    expect: is({
      failure: has(
        "Error Loading Routers Failed to load routers. Please check your connection and try again.",
      ),
    }),
  },
  ...[
    ["testFalse", "Connection Failed - Failed to connect to router"],
    ["testFails", "Connection Test Failed - Failed to connect to router"],
    ["discover", "Auto-Discovery Failed - Failed to discover MikroTik routers"],
    ["scan", "Network Scan Failed - Failed to scan the network"],
    ["remove", "Delete Failed - Failed to remove the router"],
  ].map(
    ([call = "", said]): Row => ({
      what: `routers: ${said}`,
      how: "router calls fail",
      expect: is({ toasts: { [call]: said } }),
    }),
  ),
];

const others: Row[] = [
  ...texts("no reports", "Revenue Reports", "Usage Analytics", "Customer Reports", "Recent Reports"),
  { what: "reports: Generate Report on each card", how: "no reports", expect: is({ made: 3 }) },
  { what: "reports: the empty state", how: "no reports", expect: "No recent reports" },

  { what: "settings: title", how: "settings", expect: is({ heading: "Captive Portal Settings" }) },
  {
    what: "settings: title elsewhere",
    how: "settings of the main domain",
    expect: is({ heading: "System Settings" }),
  },
  { what: "settings: tabs", how: "settings", expect: is({ tabs: ["Appearance", "Content", "Contact"] }) },
  { what: "settings: Preview Portal", how: "settings", expect: is({ ownPortal: true }) },
  { what: "settings: Save", how: "settings", expect: is({ save: true }) },
  {
    what: "settings: default colours",
    how: "settings",
    expect: is({ colours: ["#0066cc", "#6366f1", "#ffffff", "#3B82F6", "#1F2937"] }),
  },
  ...[
    ["noImage", "Invalid File Type - Please upload an image file (PNG, JPG, SVG, etc.)"],
    ["tooLarge", "File Too Large - Please upload an image smaller than 5MB"],
    ["unreadable", "Upload Failed - Failed to read the uploaded file"],
    ["notUploaded", "Upload Failed - Failed to upload logo"],
    ["notSaved", "Error - Failed to update settings"],
  ].map(
    ([what = "", said]): Row => ({
      what: `settings: ${said}`,
      how: "settings form",
      expect: is({ [what]: said }),
    }),
  ),
  {
    what: "settings: a logo is not applied before Save",
    how: "settings form",
    expect: is({ sentWithLogo: false }),
  },

  { what: "vouchers: title", how: "vouchers", expect: is({ heading: "Voucher Management" }) },
  ...texts("vouchers", "Generate and manage access vouchers for your hotspot service."),
  {
    what: "vouchers: cards",
    how: "vouchers",
    expect: is({ cards: ["Total Vouchers", "Active", "Used", "Expired"] }),
  },
  {
    what: "vouchers: columns",
    how: "vouchers",
    expect: is({ heads: ["Code", "Plan", "Status", "Used At", "Expires", "Created", "Actions"] }),
  },
  { what: "vouchers: buttons", how: "vouchers", expect: is({ acts: ["Export", "Generate Vouchers"] }) },
  { what: "vouchers: copy in each row", how: "vouchers", expect: is({ copies: 1 }) },
  {
    what: "vouchers: Active, without an expiry Never",
    how: "vouchers",
    expect: is({ active: expect.stringMatching(/AAAA1-BBBBB.*3 Hours Active – Never/) }),
  },
  { what: "vouchers: Expired", how: "vouchers", expect: is({ expired: has("Expired") }) },
  {
    what: "vouchers: Used before Expired; an unknown plan",
    how: "vouchers",
    expect: is({ used: expect.stringMatching(/Unknown Used/) }),
  },
  ...texts("vouchers on their way", "Loading vouchers..."),
  ...texts("no vouchers", "No vouchers found. Generate some to get started!"),
  {
    what: "vouchers: quantity 1 by default, from 1 to 100; an entry that is no number is 1",
    how: "voucher form",
    expect: is({ usual: "1", least: "1", most: "100", noNumber: "1" }),
  },
  {
    what: "vouchers: expiry is a date and a time",
    how: "voucher form",
    expect: is({ expiry: "datetime-local" }),
  },
  {
    what: "vouchers: a plan is offered by name and price",
    how: "voucher form",
    expect: is({ options: expect.arrayContaining(["3 Hours KES 20"]) }),
  },
  {
    what: "vouchers: disabled without a plan and while pending",
    how: "voucher form",
    expect: is({ disabledWithoutPlan: true, disabledWithPlan: false, disabledWhilePending: true }),
  },
  {
    what: "vouchers: adminId comes from the session",
    how: "voucher form",
    expect: is({ sent: expect.arrayContaining(["adminId", "planId", "quantity"]), own: true }),
  },
  {
    what: "vouchers: generation fails",
    how: "voucher form",
    expect: is({ failure: "Error - Failed to generate vouchers" }),
  },
  {
    what: "vouchers: the file's name",
    how: "voucher export",
    expect: is({ name: expect.stringMatching(/^vouchers-\d{4}-\d\d-\d\d\.csv$/) }),
  },
  {
    what: "vouchers: the file's columns",
    how: "voucher export",
    expect: is({ head: "Code,Plan,Status,Used By,Used At,Expires At,Created At" }),
  },

  { what: "profile: title", how: "profile", expect: is({ heading: "Profile Settings" }) },
  ...texts("profile", "Manage your account information and security settings"),
  {
    what: "profile: role, Administrator by default, and username, both to read only; name and e-mail",
    how: "profile",
    expect: is({
      values: {
        Role: "Administrator",
        Username: "demo",
        "Full name": "Amina Wanjiru",
        "Email address": "amina@demo.example",
      },
      readOnly: true,
    }),
  },
  {
    what: "profile: three empty fields for a new password",
    how: "profile",
    expect: is({ passwords: { "Current password": "", "New password": "", "Confirm new password": "" } }),
  },
  { what: "profile: Save Changes", how: "profile", expect: is({ save: true }) },
  { what: "profile: Saving...", how: "profile form", expect: is({ pending: "Saving..." }) },
  ...[
    ["no name", "Name is required"],
    ["bad e-mail", "Invalid email address"],
    ["other confirmation", "Passwords do not match"],
    ["no current", "Current password is required to change password"],
  ].map(
    ([what = "", said]): Row => ({
      what: `profile: ${said}`,
      how: "profile form",
      expect: is({ errors: { [what]: [said] } }),
    }),
  ),
  { what: "profile: nothing of that is sent", how: "profile form", expect: is({ sent: false }) },
  {
    what: "profile: the server's words",
    how: "profile form",
    expect: is({ inWords: "Update Failed - This name is taken." }),
  },
  {
    what: "profile: without words",
    how: "profile form",
    expect: is({ wordless: "Update Failed - Failed to update profile" }),
  },
  {
    what: "profile: success",
    how: "profile form",
    expect: is({ saved: "Profile Updated - Your profile has been updated successfully." }),
  },
  { what: "profile: the session takes the new name", how: "profile form", expect: is({ name: "Joseph O." }) },
];

/** Sections 4, 5 and 8: the session. */
const missing = "Missing Information Please enter both username and password";
const session: Row[] = [
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
const times: Row[] = [
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

export const rows: Row[] = [
  ...[entrance, dashboard, plans, users, payments, routers, others].flat(),
  ...[session, times].flat(),
];
