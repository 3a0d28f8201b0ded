import { allowUser, disconnectUser } from "../../contract/entitlements.ts";
import { listOutages, settleOutage } from "../../contract/outages.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { allowAgain, cutOff } from "./cut-off.ts";
import * as outages from "./outages.ts";

export function mountEntitlements(app: App): void {
  route(app, disconnectUser, async ({ ctx, caller, params }) => {
    await cutOff(ctx, providerOf(caller).providerId, params.id);
    await record(ctx, { ...actorOf(caller), action: "access.cut-off", subject: params.id });
    return {
      success: true as const,
      message: say("cut_off_done"),
    };
  });

  route(app, allowUser, async ({ ctx, caller, params }) => {
    await allowAgain(ctx, providerOf(caller).providerId, params.id);
    await record(ctx, { ...actorOf(caller), action: "access.allow", subject: params.id });
    return { success: true as const, message: say("allowed_again") };
  });

  route(app, listOutages, async ({ ctx, caller }) => outages.listOutages(ctx, providerOf(caller).providerId));

  route(app, settleOutage, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    const { routerId, purchases } = await outages.settleOutage(ctx, providerId, params.id, body.giveBack);
    const detail = { outage: params.id, purchases };
    await record(ctx, { ...actorOf(caller), action: "outage.settle", subject: routerId, detail });
    const message = body.giveBack ? say("outage_given", { count: purchases }) : say("outage_left");
    return { success: true as const, message, purchases };
  });
}
