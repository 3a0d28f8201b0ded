export { askCode } from "./ask-code.ts";
export { offeredMinutes, trialFor } from "./offer-trial.ts";
export { knownAsk, proveCode } from "./prove-code.ts";
export { trialPlanId } from "./store.ts";
