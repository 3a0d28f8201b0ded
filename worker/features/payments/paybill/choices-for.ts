import type { Context } from "../../../context.ts";
import { soldPlans } from "../../plans/index.ts";
import { routersBriefly } from "../../routers/index.ts";
import type { TypedRow } from "./paybill-store.ts";

export type TypedChoices = {
  /** As a decimal string of KES, cheapest first. */
  plans: { id: string; name: string; price: string }[];
  routers: { id: string; name: string }[];
};

/** What money without a purchase can buy at the provider that received it. */
export async function choicesFor(ctx: Context, { providerId }: TypedRow): Promise<TypedChoices> {
  const [plans, routers] = await Promise.all([soldPlans(ctx, providerId), routersBriefly(ctx, providerId)]);
  return {
    plans: plans.map(({ id, name, price }) => ({ id, name, price })),
    routers: routers.map(({ id, name }) => ({ id, name })),
  };
}
