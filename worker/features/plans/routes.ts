import { adminListPlans, createPlan, listPlans, updatePlan } from "../../contract/plans.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, changesOf, record } from "../audit/index.ts";
import * as saving from "./save-plan.ts";
import { allPlans, planAnswer, soldPlans } from "./store.ts";

export function mountPlans(app: App): void {
  route(app, listPlans, async ({ ctx, tenant }) =>
    tenant.provider ? soldPlans(ctx, tenant.provider.id, tenant.router?.id ?? null) : [],
  );

  route(app, adminListPlans, async ({ ctx, caller }) =>
    (await allPlans(ctx.tenant(providerOf(caller).providerId))).map(planAnswer),
  );

  route(app, createPlan, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const plan = await saving.createPlan(ctx, providerId, body);
    const detail = { name: plan.name, price: plan.price };
    await record(ctx, { ...actorOf(caller), action: "plan.create", subject: plan.id, detail });
    return plan;
  });

  route(app, updatePlan, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    const { before, plan } = await saving.updatePlan(ctx, providerId, params.id, body);
    const detail = { name: plan.name, ...changesOf(before, plan) };
    await record(ctx, { ...actorOf(caller), action: "plan.update", subject: plan.id, detail });
    return plan;
  });
}
