export { type Compared, comparedOn } from "./compared-on.ts";
export { closedDue, recordClosed } from "./resolve-difference.ts";
export { sweepReconciliation } from "./sweep-reconciliation.ts";
