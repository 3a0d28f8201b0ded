export { sweepReconciliation } from "./sweep-reconciliation.ts";
