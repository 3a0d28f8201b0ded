import type { Context } from "../../context.ts";
import type { Preflight, runPreflight } from "../../contract/preflight.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import type { CheckNow } from "../entitlements/index.ts";
import { bridgeAway } from "./choose-bridge.ts";

type Asked = { id: string /** Whose router it must be; null = anybody's. */; providerId: string | null };

const unchecked = { checkedAt: null, findings: [], note: null, running: null };

/** @throws AppError not_found */
export async function readChecklist(ctx: Context, asked: Asked): Promise<Made<typeof Preflight>> {
  const router = await routerAsked(ctx, asked);
  if ("hindrance" in router) return { ...unchecked, note: "", ...router };
  const { checkedAt, findings, note, running, hindrance } = await checkNow(ctx, router);
  return {
    findings,
    note: note ?? "",
    running,
    checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
    hindrance: hindrance === null ? "" : bridgeAway[hindrance],
    hasBridge: true,
  };
}

/** @throws AppError not_found; unavailable where no bridge could be asked; refused where it would not */
export async function checkRouter(ctx: Context, asked: Asked): Promise<Made<typeof runPreflight.answer>> {
  const router = await routerAsked(ctx, asked);
  if ("hindrance" in router) throw new AppError("unavailable", router.hindrance);
  const answer = await ctx.env.BRIDGE.getByName(router.bridgeId).beginCheck(router.id);
  if (answer.kind !== "answered") throw new AppError("unavailable", bridgeAway[answer.kind]);
  if (!answer.ok) throw new AppError("refused", answer.message);
  return { success: true, message: answer.message };
}

type Reachable = { id: string; bridgeId: string };

async function routerAsked(
  ctx: Context,
  { id, providerId }: Asked,
): Promise<Reachable | { hindrance: Text; hasBridge: boolean }> {
  const router = await ctx.lookup.routerById(id);
  if (!router || (providerId !== null && router.providerId !== providerId))
    throw refuse("not_found", "no_such_router");
  if (!router.bridgeId) return { hindrance: say("no_bridge"), hasBridge: false };
  if (!router.providerId)
    return {
      hindrance: say("assign_first"),
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
