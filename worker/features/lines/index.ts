export { type CustomerStanding, customerByLink } from "./customer-standing.ts";
export { linesAtRouters, linesFrom } from "./desired-line.ts";
export { recordLineEvents } from "./record-line-events.ts";
export { settleAccount } from "./settle-account.ts";
export { linesDue, sweepLines } from "./sweep-lines.ts";
