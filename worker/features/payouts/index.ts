export { payoutsDue, sweepPayouts } from "./sweep-payouts.ts";
