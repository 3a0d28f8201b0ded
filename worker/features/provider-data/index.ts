export { sweepErasures } from "./erase-provider.ts";
export { sweepRestores } from "./restore-provider.ts";
export { retentionDue, sweepRetention } from "./sweep-retention.ts";
