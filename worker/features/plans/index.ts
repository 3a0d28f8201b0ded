export { archivePlanStatement } from "./save-plan.ts";
export { activePlans, isSold, planById, soldPlans, termsOf } from "./store.ts";
