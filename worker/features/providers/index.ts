export { deliverSnapshots } from "./deliver-snapshots.ts";
export { isHeldSinceLoad } from "./held-since-load.ts";
export { liftInvoiceSuspension, suspendForInvoice } from "./invoice-suspension.ts";
export { sweepSignUps } from "./sign-up.ts";
export { businessName, isProvider, providerById } from "./store.ts";
