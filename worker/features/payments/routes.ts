import { verifyProviderGateway } from "../../contract/gateway-verification.ts";
import { verifyOwnGateway } from "../../contract/own-gateways.ts";
import {
  airtelCallback,
  initiatePayment as endpoint,
  releasePrompt as letGo,
  shortCallback,
  stkCallback,
} from "../../contract/payments.ts";
import { listPaid as listPaidCall, paymentsOfPhone as ofPhoneCall } from "../../contract/refunds.ts";
import { trySwitchAccount, undivertedPayments as undiverted } from "../../contract/switch.ts";
import { refuse } from "../../errors.ts";
import { callbackBody } from "../../http/request-rules.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf, visitorOf } from "../../http/session.ts";
import { hostOwner } from "../../http/tenant.ts";
import { actorOf } from "../audit/index.ts";
import { isAirtelCallback } from "../gateways/index.ts";
import {
  handleAirtelCallback,
  handleCallback,
  handleShortCallback,
  isCallbackAddress,
} from "./handle-callback.ts";
import { initiatePayment } from "./initiate-payment.ts";
import { listPaid, paymentsOfPhone } from "./list-paid.ts";
import { mountPaybill } from "./paybill/routes.ts";
import { mountRefunds } from "./refunds/routes.ts";
import { releasePrompt } from "./release-prompt.ts";
import { trySwitch } from "./try-switch.ts";
import { undivertedPayments } from "./undivertible-payments.ts";
import { verifyGateway } from "./verify-gateway.ts";

export function mountPayments(app: App): void {
  mountPaybill(app);
  mountRefunds(app);

  route(app, listPaidCall, async ({ ctx, query, headers }) => {
    const { paid, total } = await listPaid(ctx, query);
    headers.set("x-total-count", String(total));
    return paid;
  });

  route(app, ofPhoneCall, ({ ctx, query }) => paymentsOfPhone(ctx, query));

  route(app, trySwitchAccount, ({ ctx, caller, params, body, idempotencyKey }) => {
    const actor = actorOf(caller);
    const request = { switchId: params.id, ...body, idempotencyKey, adminId: actor.actorId ?? "" };
    return trySwitch(ctx, request, actor);
  });

  route(app, undiverted, ({ ctx, params }) => undivertedPayments(ctx, params.id));

  route(app, endpoint, ({ ctx, url, tenant, body, idempotencyKey, ...from }) =>
    initiatePayment(ctx, {
      url,
      tenant,
      input: body,
      ...visitorOf(from),
      idempotencyKey,
    }),
  );

  route(app, letGo, async ({ ctx, url, params, caller }) => {
    const buyerHash = caller.kind === "visitor" ? caller.buyerHash : null;
    await releasePrompt(ctx, { id: params.id, buyerHash, owner: await hostOwner(ctx, url) });
    return { success: true as const };
  });

  route(app, stkCallback, async ({ ctx, request, params }) => {
    const accepted = { ResultCode: 0 as const, ResultDesc: "Accepted" as const };
    // Read in any case: a sender could tell a connection whose body was not read from one that was.
    const body = await callbackBody(request);
    if (!isCallbackAddress(ctx, params.id, params.secret)) return accepted;
    if (body !== null && !(await handleCallback(ctx, params.id, { door: { kind: "own" }, body })))
      throw refuse("unavailable", "not_stored");
    return accepted;
  });

  route(app, shortCallback, async ({ ctx, request, params }) => {
    const body = await callbackBody(request);
    if (body !== null && !(await handleShortCallback(ctx, params.name, body)))
      throw refuse("unavailable", "not_stored");
    return { ResultCode: 0 as const, ResultDesc: "Accepted" as const };
  });

  route(app, airtelCallback, async ({ ctx, request, params }) => {
    const body = await callbackBody(request);
    const isKnown = isAirtelCallback(ctx, params.app, params.secret);
    if (isKnown && body !== null && !(await handleAirtelCallback(ctx, params.app, body)))
      throw refuse("unavailable", "not_stored");
    return { received: true as const };
  });

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
