export { liftInvoiceSuspension, suspendForInvoice } from "./invoice-suspension.ts";
export { isProvider, providerById } from "./store.ts";
