export { guardDue, sweepGuard } from "./sweep-guard.ts";
