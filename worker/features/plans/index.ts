export { createPlan } from "./save-plan.ts";
export { activePlans, planAnswer, planById, termsOf } from "./store.ts";
