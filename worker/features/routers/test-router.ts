import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";

/**
 * Has the router's bridge reach it now.
 * @param providerId whose router it must be; null = anybody's
 * @throws AppError not_found; unavailable where no bridge could be asked
 */
export async function testRouter(
  ctx: Context,
  { id, providerId }: { id: string; providerId: string | null },
): Promise<{ success: boolean; message: Text }> {
  const router = await ctx.lookup.routerById(id);
  if (!router || (providerId !== null && router.providerId !== providerId))
    throw refuse("not_found", "no_such_router");
  if (!router.bridgeId) throw refuse("unavailable", "no_bridge");
  if (!router.providerId) throw refuse("unavailable", "assign_first");
  const bridge = ctx.env.BRIDGE.getByName(router.bridgeId);
  const answer = await bridge.request({ kind: "test", routerId: router.id }, 10_000);
  if (answer.kind === "silent") return { success: false, message: say("router_no_answer_in_time") };
  if (answer.kind !== "answered") throw refuse("unavailable", "bridge_not_connected");
  return { success: answer.ok, message: answer.message };
}
