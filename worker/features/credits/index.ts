export { openCreditsDue, sweepCreditPurchases } from "./buy-credits.ts";
