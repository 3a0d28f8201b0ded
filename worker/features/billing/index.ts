export { notifySite } from "./notify-site.ts";
export { sweepBilling } from "./sweep-billing.ts";
