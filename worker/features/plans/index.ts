export { archivePlanStatement, createPlan } from "./save-plan.ts";
export { planById, plansChanged, soldPlans, termsOf } from "./store.ts";
