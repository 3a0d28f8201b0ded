import type { Context } from "../../../context.ts";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";
import type { App, Route } from "../core/route.ts";
import { gatewayObjectFor } from "./gateway-object.ts";
import { adapterOf } from "./index.ts";
import { noCredentials } from "./wire.ts";

/** Apart from a token that still lives. @param how `kept` asks nothing of an app never used @returns what stands against them */
export async function tryToken(
  ctx: Context,
  app: App,
  how: "anew" | "kept" = "anew",
): Promise<FaultReport | null> {
  try {
    const client = await adapterOf<Route>(app).client(ctx, app);
    if (!client) return noCredentials;
    const holder = gatewayObjectFor(ctx, client.base, client.consumerKey);
    const answer = await (how === "anew" ? holder.renew(client) : holder.keepAlive(client));
    return answer && "fault" in answer ? answer : null;
  } catch (cause) {
    const detail = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
    return { fault: null, detail };
  }
}
