import { expect } from "vitest";
import { has, is, type Row, texts } from "./row.ts";

export const users: Row[] = [
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
export const payments: Row[] = [
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

export const routers: Row[] = [
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
