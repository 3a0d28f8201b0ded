export { sweepMail } from "./send-mail.ts";
export { sweepBilling } from "./sweep-billing.ts";
