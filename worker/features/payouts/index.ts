export { noteLostPayout } from "./note-lost-payout.ts";
export { payoutsDue, sweepPayouts } from "./sweep-payouts.ts";
