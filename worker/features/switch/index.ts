export { checkCounter } from "./check-counter.ts";
export { sweepSwitches } from "./configure-switch.ts";
export { type DivertingRows, noteSwitchOutcome, reserveAtSwitch, settleAtSwitch } from "./divert.ts";
export { type OpenSwitch, openSwitchById, openSwitches, wasOpen } from "./open-switches.ts";
export { activeSwitches, suspendedSwitches } from "./store.ts";
export type { Diversion, Rail } from "./switch-state.ts";
export {
  beginSwitchVerification,
  endSwitchVerification,
  openSwitchVerifications,
  switchToTry,
} from "./verification.ts";
