import type { Context } from "../../context.ts";
import type { PlanForVisitors } from "../../contract/plans.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { activePlans, planAnswer } from "./store.ts";

const kept = new TtlCache<PlanForVisitors[]>(3_000);

/** What visitors are shown, cheapest first; up to three seconds old. What is charged is always read afresh. */
export function soldPlans(ctx: Context, providerId: string): Promise<PlanForVisitors[]> {
  return kept.get(providerId, ctx.now(), async () =>
    (await activePlans(ctx.tenant(providerId))).map(planAnswer),
  );
}

/** A plan of this provider changed. */
export function plansChanged(providerId: string): void {
  kept.forget(providerId);
}
