export { archivePlanStatement, createPlan } from "./save-plan.ts";
export { plansChanged, soldPlans } from "./sold-plans.ts";
export { planById, termsOf } from "./store.ts";
