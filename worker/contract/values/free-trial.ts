/** The plan that the terms of a free trial name: there is no such plan. */
export const trialPlanId = "trial";
