export { checkCounter } from "./check-counter.ts";
export {
  type DivertingRows,
  noteSwitchOutcome,
  type PaymentToDivert,
  reserveAtSwitch,
  type SettledPayment,
  settleAtSwitch,
} from "./divert.ts";
export { type OpenSwitch, openSwitchById, openSwitches, wasOpen } from "./open-switches.ts";
export { activeSwitches, suspendedSwitches } from "./store.ts";
export { sweepSwitches } from "./sweep-switches.ts";
export type { Diversion, Rail } from "./switch-state.ts";
export { beginTrial, endTrial, openTrials, switchToTry } from "./trial.ts";
