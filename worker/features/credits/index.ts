export { workCreditPurchases } from "./buy-credits.ts";
