export type { CustomerStanding } from "./customer-standing.ts";
export { linesAtRouters, linesFrom } from "./desired-line.ts";
export type { OwnChange } from "./own-package.ts";
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
type Links = typeof import("./send-my-link.ts");
export const linksGo: Links["linksGo"] = async (...asked) =>
  (await import("./send-my-link.ts")).linksGo(...asked);
export const sendMyLink: Links["sendMyLink"] = async (...asked) =>
  (await import("./send-my-link.ts")).sendMyLink(...asked);

type Own = typeof import("./own-package.ts");
export const ownChoices: Own["ownChoices"] = async (...asked) =>
  (await import("./own-package.ts")).ownChoices(...asked);
export const ownChange: Own["ownChange"] = async (...asked) =>
  (await import("./own-package.ts")).ownChange(...asked);
export const askOwnChange: Own["askOwnChange"] = async (...asked) =>
  (await import("./own-package.ts")).askOwnChange(...asked);
export const proveOwnChange: Own["proveOwnChange"] = async (...asked) =>
  (await import("./own-package.ts")).proveOwnChange(...asked);

type RecordEvents = typeof import("./record-line-events.ts").recordLineEvents;
export const recordLineEvents: RecordEvents = async (...told) =>
  (await import("./record-line-events.ts")).recordLineEvents(...told);
