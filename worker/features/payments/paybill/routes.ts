import * as contract from "../../../contract/paybill.ts";
import { refuse } from "../../../errors.ts";
import { type App, route } from "../../../http/route.ts";
import { providerOf } from "../../../http/session.ts";
import { actorOf } from "../../audit/index.ts";
import { callbackBody } from "../core/callback-body.ts";
import { attributeTyped } from "./attribute-payment.ts";
import { handleConfirmation } from "./handle-confirmation.ts";
import { candidatesFor, choicesFor, listTyped, typedById } from "./list-payments.ts";
import { paybillAt } from "./paybill-address.ts";
import { registerTyped } from "./register-addresses.ts";
import { judgeTyped } from "./validate-payment.ts";

export function mountTyped(app: App): void {
  route(app, contract.registerTyped, ({ ctx, caller, params }) =>
    registerTyped(ctx, { providerId: params.id, gatewayId: params.configId }, actorOf(caller)),
  );

  route(app, contract.listTyped, async ({ ctx, query, headers }) => {
    const { typed, total } = await listTyped(ctx, query, null);
    headers.set("x-total-count", String(total));
    return typed;
  });

  route(app, contract.typedCandidates, async ({ ctx, params }) =>
    candidatesFor(ctx, await typedById(ctx, params.id, null)),
  );

  route(app, contract.typedChoices, async ({ ctx, params }) =>
    choicesFor(ctx, await typedById(ctx, params.id, null)),
  );

  route(app, contract.attributeTyped, ({ ctx, caller, params, body }) =>
    attributeTyped(ctx, { id: params.id, providerId: null, actor: actorOf(caller) }, body),
  );

  route(app, contract.listOwnTyped, async ({ ctx, caller, query, headers }) => {
    const { typed, total } = await listTyped(ctx, query, providerOf(caller).providerId);
    headers.set("x-total-count", String(total));
    return typed;
  });

  route(app, contract.ownTypedCandidates, async ({ ctx, caller, params }) =>
    candidatesFor(ctx, await typedById(ctx, params.id, providerOf(caller).providerId)),
  );

  route(app, contract.attributeOwnTyped, ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    return attributeTyped(ctx, { id: params.id, providerId, actor: actorOf(caller) }, body);
  });

  route(app, contract.c2bValidation, async ({ ctx, request, params }) => {
    const body = await callbackBody(request);
    return judgeTyped(ctx, body === null ? null : paybillAt(ctx, params.id, params.secret), body ?? "");
  });

  route(app, contract.c2bConfirmation, async ({ ctx, request, params }) => {
    const accepted = { ResultCode: "0" as const, ResultDesc: "Accepted" as const };
    const body = await callbackBody(request);
    const paybill = paybillAt(ctx, params.id, params.secret);
    if (paybill && body !== null && !(await handleConfirmation(ctx, paybill, body)))
      throw refuse("unavailable", "not_stored");
    return accepted;
  });
}
