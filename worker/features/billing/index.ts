export { sweepMail } from "./send-mail.ts";
export { sweepBilling } from "./sweep-billing.ts";
export { tellOfSite } from "./tell-site.ts";
