import { verifyProviderGateway } from "../../contract/gateway-verification.ts";
import { verifyOwnGateway } from "../../contract/own-gateways.ts";
import { trySwitchAccount, undivertedPayments as undiverted } from "../../contract/switch.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { mountPaybill } from "./paybill/routes.ts";
import { mountRefunds } from "./refunds/routes.ts";
import { trySwitch } from "./try-switch.ts";
import { undivertedPayments } from "./undivertible-payments.ts";
import { verifyGateway } from "./verify-gateway.ts";

export function mountPaymentsOfConsoles(app: App): void {
  mountPaybill(app);
  mountRefunds(app);

  route(app, trySwitchAccount, ({ ctx, caller, params, body, idempotencyKey }) => {
    const actor = actorOf(caller);
    const request = { switchId: params.id, ...body, idempotencyKey, adminId: actor.actorId ?? "" };
    return trySwitch(ctx, request, actor);
  });

  route(app, undiverted, ({ ctx, params }) => undivertedPayments(ctx, params.id));

  route(app, verifyOwnGateway, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const request = { providerId, configId: params.id, phoneNumber: body.phoneNumber };
    return verifyGateway(ctx, { ...request, idempotencyKey, asker: { providerId } }, actorOf(caller));
  });

  route(app, verifyProviderGateway, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const actor = actorOf(caller);
    const request = {
      providerId: params.id,
      configId: params.configId,
      phoneNumber: body.phoneNumber,
      idempotencyKey,
      asker: { adminId: actor.actorId ?? "" },
    };
    return verifyGateway(ctx, request, actor);
  });
}
