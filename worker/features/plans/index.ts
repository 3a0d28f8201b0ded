export { archivePlanStatement, createPlan } from "./save-plan.ts";
export { planById, soldPlans, termsOf } from "./store.ts";
