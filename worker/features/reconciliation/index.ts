export { closedDue, recordClosed } from "./resolve-difference.ts";
export { type Compared, comparedOn } from "./run-store.ts";
export { sweepReconciliation } from "./sweep-reconciliation.ts";
