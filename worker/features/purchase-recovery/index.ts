export { type ClaimAsk, claimPurchase } from "./claim-purchase.ts";
