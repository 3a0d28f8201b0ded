export { sweepBilling } from "./sweep-billing.ts";
export { tellOfSite } from "./tell-site.ts";
