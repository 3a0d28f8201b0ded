import type { Context } from "../../context.ts";
import * as contract from "../../contract/routers.ts";
import { say, type Text } from "../../contract/texts.ts";
import { refuse } from "../../errors.ts";
import { type App, type Call, route } from "../../http/route.ts";
import { actorOf, record } from "../audit/index.ts";
import { archiveRouter } from "./assign-router.ts";
import { routerAnswer, routersNow } from "./assigned-routers.ts";
import { refuseForeignBridge, siteNow } from "./choose-bridge.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { addOwnRouter } from "./own-routers.ts";
import { routerRow } from "./platform-routers.ts";
import { refuseUnknownProvider } from "./platform-store.ts";
import { removeRouter } from "./remove-router.ts";
import { addRouter, changeRouter } from "./save-router.ts";

/** `/api/admin/routers*`: a provider for its own routers, the platform for all. */
export function mountSharedRouters(app: App): void {
  route(app, contract.listRoutersOfProvider, async ({ ctx, caller, params }) => {
    const { providerId } = params;
    const own = ownOf(caller);
    if (own !== null && own !== providerId) throw refuse("not_found", "no_such_provider");
    if (own === null) await refuseUnknownProvider(ctx, providerId);
    return routersNow(ctx, providerId);
  });

  route(app, contract.testRouter, async ({ ctx, caller, params }) =>
    testRouter(ctx, { id: params.id, providerId: ownOf(caller) }),
  );

  route(app, contract.addRouter, async (call) => {
    const { ctx, caller, body } = call;
    const providerId = ownOf(caller);
    if (providerId !== null) return addAsProvider(call, providerId);
    return answerOf(ctx, await addRouter(ctx, body, actorOf(caller)));
  });

  route(app, contract.changeRouter, async ({ ctx, caller, params, body }) => {
    await changeRouter(ctx, { id: params.id, input: body, actor: actorOf(caller) });
    return answerOf(ctx, params.id);
  });

  route(app, contract.removeRouter, async ({ ctx, caller, params, query }) => {
    const asked = { routerId: params.id, confirmed: query.confirm === "true", actor: actorOf(caller) };
    const providerId = ownOf(caller);
    const message =
      providerId === null
        ? await archiveRouter(ctx, asked)
        : await removeRouter(ctx, { providerId, ...asked });
    return { success: true as const, message };
  });
}

type Shared = Call<typeof contract.addRouter>;

/** The provider that calls; null for the platform. */
export function ownOf(caller: Shared["caller"]): string | null {
  if (caller.kind === "provider") return caller.providerId;
  if (caller.kind === "platform") return null;
  throw refuse("not_signed_in", "sign_in_first");
}

async function addAsProvider({ ctx, caller, body }: Shared, providerId: string) {
  const { bridgeId, location = null, name, host, port, username, password } = body;
  refusePlatformFields(body);
  if (host === "") throw refuse("invalid", "router_address").at("host");
  if (bridgeId === undefined) throw refuse("invalid", "router_bridge").at("bridgeId");
  await refuseForeignBridge(ctx, providerId, bridgeId);
  const own = { name, host, port, username, password, bridgeId, location };
  const router = await addOwnRouter(ctx, providerId, own);
  await record(ctx, {
    ...actorOf(caller),
    action: "router.add",
    subject: router.id,
    detail: { name, host, port, bridgeId },
  });
  await notifyBridge(ctx, bridgeId);
  return routerAnswer(router, await siteNow(ctx, bridgeId, [router.id]));
}

/** Version, tunnel and state are the platform's to say. */
function refusePlatformFields(body: Shared["body"]): void {
  const usual = { routerosVersion: "7.x", connectionType: "direct", isActive: true };
  const said = Object.entries(body).filter(
    ([key, value]) => key.startsWith("ovpn") || (key in usual && value !== usual[key as keyof typeof usual]),
  );
  const refused = said.filter(([, value]) => value !== undefined).map(([key]) => key);
  if (refused.length > 0)
    throw refuse("invalid", "operator_sets", { fields: refused.slice(0, 3).join(", ") });
}

async function answerOf(ctx: Shared["ctx"], id: string) {
  const row = await routerRow(ctx, id);
  if (!row) throw refuse("not_found", "no_such_router");
  const { providerId, bridgeId } = row;
  const site = providerId !== null && bridgeId !== null ? await siteNow(ctx, bridgeId, [id]) : null;
  return routerAnswer(row, site);
}

/** @param providerId whose it must be; null = anybody's @throws AppError not_found; unavailable where no bridge could be asked */
async function testRouter(
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
