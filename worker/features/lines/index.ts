export type { CustomerStanding } from "./customer-standing.ts";
export { linesAtRouters, linesFrom } from "./desired-line.ts";
export { routerOfCustomer } from "./router-of-customer.ts";
export { linesDue, sweepLines } from "./sweep-lines.ts";

// What few providers need comes with the first that does.

type Settle = typeof import("./settle-account.ts").settleAccount;
export const settleAccount: Settle = async (...asked) =>
  (await import("./settle-account.ts")).settleAccount(...asked);

type ByLink = typeof import("./customer-standing.ts").customerByLink;
export const customerByLink: ByLink = async (...asked) =>
  (await import("./customer-standing.ts")).customerByLink(...asked);

type Why = typeof import("./why-line-offline.ts").whyLineOffline;
export const whyLineOffline: Why = async (...asked) =>
  (await import("./why-line-offline.ts")).whyLineOffline(...asked);

type RecordUsage = typeof import("./line-usage.ts").recordLineUsage;
export const recordLineUsage: RecordUsage = async (...told) =>
  (await import("./line-usage.ts")).recordLineUsage(...told);

type RecordEvents = typeof import("./record-line-events.ts").recordLineEvents;
export const recordLineEvents: RecordEvents = async (...told) =>
  (await import("./record-line-events.ts")).recordLineEvents(...told);
