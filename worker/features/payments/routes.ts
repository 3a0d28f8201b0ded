import {
  airtelCallback,
  initiatePayment as endpoint,
  releasePrompt as letGo,
  shortCallback,
  stkCallback,
} from "../../contract/payments.ts";
import { refuse } from "../../errors.ts";
import { callbackBody } from "../../http/request-rules.ts";
import { type App, route } from "../../http/route.ts";
import { visitorOf } from "../../http/session.ts";
import { hostOwner } from "../../http/tenant.ts";
import { isAirtelCallback } from "../gateways/index.ts";
import {
  handleAirtelCallback,
  handleCallback,
  handleShortCallback,
  isCallbackAddress,
} from "./handle-callback.ts";
import { initiatePayment } from "./initiate-payment.ts";
import { releasePrompt } from "./release-prompt.ts";

/** What visitors ask and gateways report; what consoles ask of payments: `console-routes.ts`. */
export function mountPayments(app: App): void {
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
}
