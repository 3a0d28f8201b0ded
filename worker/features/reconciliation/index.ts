export { closedDue, recordClosed } from "./resolve-difference.ts";
export { sweepReconciliation } from "./sweep-reconciliation.ts";
