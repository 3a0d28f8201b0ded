import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";

/**
 * Has the router's bridge reach it now.
 * @param providerId whose router it must be; null = anybody's
 * @throws AppError not_found; unavailable where no bridge could be asked
 */
export async function testRouter(
  ctx: Context,
  { id, providerId }: { id: string; providerId: string | null },
): Promise<{ success: boolean; message: string }> {
  const router = await ctx.lookup.routerById(id);
  if (!router || (providerId !== null && router.providerId !== providerId))
    throw new AppError("not_found", "This router does not exist.");
  if (!router.bridgeId) throw new AppError("unavailable", "No bridge installed");
  if (!router.providerId)
    throw new AppError(
      "unavailable",
      "Bridges serve assigned routers only. Assign this one to a provider first.",
    );
  const bridge = ctx.env.BRIDGE.getByName(router.bridgeId);
  const answer = await bridge.request({ kind: "test", routerId: router.id }, 10_000);
  if (answer.kind === "silent") return { success: false, message: "The router did not answer in time." };
  if (answer.kind !== "answered")
    throw new AppError("unavailable", "The bridge at this site is not connected.");
  return { success: answer.ok, message: answer.message };
}
