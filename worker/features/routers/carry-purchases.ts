import type { Context } from "../../context.ts";
import type { readSetAside } from "../../contract/routers.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { among, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, record } from "../audit/index.ts";
import { carryOn, countLeft } from "../entitlements/index.ts";
import { assignedRouters } from "./store.ts";

type Asked = { id: string; providerId: string };

/** What waits for a router at the address of this one, because the provider's former one there was taken away. @throws AppError not_found */
export async function setAsideHere(ctx: Context, asked: Asked): Promise<Made<typeof readSetAside.answer>> {
  const { former } = await formerAt(ctx, asked);
  const purchases =
    former.length === 0
      ? 0
      : await countLeft(
          ctx,
          asked.providerId,
          former.map(({ id }) => id),
        );
  return { purchases, routers: purchases === 0 ? [] : former.map(({ name }) => name) };
}

/** It goes on at this router, with the devices that had it. Repeatable. @returns the sentence to show @throws AppError not_found */
export async function carryPurchases(ctx: Context, asked: Asked, actor: Actor): Promise<Text> {
  const { id, providerId } = asked;
  const { name, former } = await formerAt(ctx, asked);
  const fromRouterIds = former.map((one) => one.id);
  const count = await carryOn(ctx, providerId, { fromRouterIds, toRouterId: id });
  if (count === 0) return say("nothing_set_aside", { name });
  await record(ctx, {
    ...actor,
    providerId,
    action: "router.carry_on",
    subject: id,
    detail: { name, purchases: count, from: fromRouterIds },
  });
  return say("purchases_carried", { count, name });
}

type Former = { id: string; name: string };

/** Of another row or of this very one, which the provider had before; never of a router that it has elsewhere. */
async function formerAt(
  ctx: Context,
  { id, providerId }: Asked,
): Promise<{ name: string; former: Former[] }> {
  const router = (await assignedRouters(ctx, providerId)).find((one) => one.id === id);
  if (!router) throw refuse("not_found", "no_such_router");
  const { name, host, port } = router;
  const had = await ctx.tenant(providerId).all(
    sql<Former>`SELECT router_id AS id, former_name AS name FROM provider_routers
      WHERE former_name IS NOT NULL`,
  );
  if (had.length === 0) return { name, former: [] };
  const here = await ctx.platform.all(
    sql<{ id: string }>`SELECT id FROM routers WHERE id IN ${among(had.map((one) => one.id))}
      AND host = ${host} COLLATE NOCASE AND port = ${port}
      AND (id = ${id} OR provider_id IS NOT ${providerId})`,
  );
  const ids = new Set(here.map((one) => one.id));
  return { name, former: had.filter((one) => ids.has(one.id)) };
}
