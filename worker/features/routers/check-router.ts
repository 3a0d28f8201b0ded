import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { Preflight, runPreflight } from "../../contract/preflight.ts";
import { AppError } from "../../errors.ts";
import { log } from "../../log.ts";
import type { CheckNow } from "../entitlements/index.ts";

type Asked = { id: string /** Whose router it must be; null = anybody's. */; providerId: string | null };

const away = {
  offline: "The bridge at this site is not connected.",
  silent: "The bridge at this site did not answer in time. Please try again.",
  outdated: "The bridge at this site is too old for this. Update it there and start it again.",
} as const;

const unchecked = { checkedAt: null, findings: [], note: "", running: null };

/** @throws AppError not_found */
export async function readChecklist(ctx: Context, asked: Asked): Promise<Preflight> {
  const router = await routerAsked(ctx, asked);
  if ("hindrance" in router) return { ...unchecked, ...router };
  const { checkedAt, findings, note, running, hindrance } = await checkNow(ctx, router);
  return {
    ...{ findings, note, running },
    checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
    hindrance: hindrance === null ? "" : away[hindrance],
    hasBridge: true,
  };
}

/** @throws AppError not_found; unavailable where no bridge could be asked; refused where it would not */
export async function checkRouter(ctx: Context, asked: Asked): Promise<z.infer<typeof runPreflight.answer>> {
  const router = await routerAsked(ctx, asked);
  if ("hindrance" in router) throw new AppError("unavailable", router.hindrance);
  const answer = await ctx.env.BRIDGE.getByName(router.bridgeId).beginCheck(router.id);
  if (answer.kind !== "answered") throw new AppError("unavailable", away[answer.kind]);
  if (!answer.ok) throw new AppError("refused", answer.message);
  return { success: true, message: answer.message };
}

type Reachable = { id: string; bridgeId: string };

async function routerAsked(
  ctx: Context,
  { id, providerId }: Asked,
): Promise<Reachable | Pick<Preflight, "hindrance" | "hasBridge">> {
  const router = await ctx.lookup.routerById(id);
  if (!router || (providerId !== null && router.providerId !== providerId))
    throw new AppError("not_found", "This router does not exist.");
  if (!router.bridgeId) return { hindrance: "No bridge installed", hasBridge: false };
  if (!router.providerId)
    return {
      hindrance: "Bridges serve assigned routers only. Assign this one to a provider first.",
      hasBridge: true,
    };
  return { id: router.id, bridgeId: router.bridgeId };
}

/** A list is shown without what its bridge's object cannot say. */
async function checkNow(ctx: Context, { id, bridgeId }: Reachable): Promise<CheckNow> {
  try {
    return await ctx.env.BRIDGE.getByName(bridgeId).checkNow(id);
  } catch (cause) {
    log("error", "bridge", cause, { bridge: bridgeId });
    return { ...unchecked, hindrance: "offline" };
  }
}
