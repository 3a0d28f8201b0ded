import type { Context } from "../../context.ts";
import type { BridgeRequest } from "../../contract/bridge-requests.ts";
import { AccessFacts } from "../../contract/router-access.ts";
import { say, type Text } from "../../contract/texts.ts";
import { log } from "../../log.ts";
import type { RequestAnswer } from "../entitlements/index.ts";
import { assignedRouters, bridgeAway } from "../routers/index.ts";

/** A bridge reads six lists, and gives up itself a second earlier. */
const patienceMs = 10_000;

/** `facts` null: it was not looked at, and why. */
export type RouterLook = { routerId: string; facts: AccessFacts | null; hindrance: Text | null };

/** All routers of a provider side by side: one that cannot be asked is named, and stops no other. */
export async function askRouters(ctx: Context, providerId: string): Promise<RouterLook[]> {
  const routers = await assignedRouters(ctx, providerId);
  return Promise.all(routers.map(({ id, bridgeId }) => askRouter(ctx, id, bridgeId)));
}

async function askRouter(ctx: Context, routerId: string, bridgeId: string | null): Promise<RouterLook> {
  const not = (hindrance: Text): RouterLook => ({ routerId, facts: null, hindrance });
  if (bridgeId === null) return not(say("no_bridge"));
  const answer = await askBridge(ctx, bridgeId, { kind: "access", routerId });
  if (answer.kind !== "answered") return not(bridgeAway[answer.kind]);
  if (!answer.ok) return not(answer.message);
  const read = AccessFacts.safeParse(JSON.parse(answer.result));
  return read.success ? { routerId, facts: read.data, hindrance: null } : not(say("of_newer_bridge"));
}

type AccessRequest = Extract<BridgeRequest, { kind: "access" | "end_access" }>;

/** One whose object fails is silent like one that does not answer. */
export async function askBridge(
  ctx: Context,
  bridgeId: string,
  request: AccessRequest,
): Promise<RequestAnswer> {
  try {
    return await ctx.env.BRIDGE.getByName(bridgeId).request(request, patienceMs);
  } catch (cause) {
    log("error", "shilling guard", cause, { bridge: bridgeId });
    return { kind: "silent" };
  }
}
