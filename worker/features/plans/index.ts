export { createPlan } from "./save-plan.ts";
export { soldPlans } from "./sold-plans.ts";
export { planById, termsOf } from "./store.ts";
