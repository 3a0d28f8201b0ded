export { claimPurchase } from "./claim-purchase.ts";
export { roamHere } from "./roam-here.ts";
