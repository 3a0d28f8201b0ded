import * as contract from "../../../contract/paybill.ts";
import { refuse } from "../../../errors.ts";
import { callbackBody } from "../../../http/request-rules.ts";
import { type App, route } from "../../../http/route.ts";
import { providerOf } from "../../../http/session.ts";
import { actorOf } from "../../audit/index.ts";
import { attributePaybillPayment } from "./attribute-payment.ts";
import { handleConfirmation } from "./handle-confirmation.ts";
import { customersFor, customersOfAny } from "./list-customers.ts";
import { candidatesFor, choicesFor, listPaybillPayments, paybillPaymentById } from "./list-payments.ts";
import { paybillAt } from "./paybill-address.ts";
import { registerCollectingPaybill, registerPaybillAddresses } from "./register-addresses.ts";
import { validatePaybillPayment } from "./validate-payment.ts";

export function mountPaybill(app: App): void {
  route(app, contract.registerPaybillAddresses, ({ ctx, caller, params }) =>
    registerPaybillAddresses(ctx, { providerId: params.id, gatewayId: params.configId }, actorOf(caller)),
  );

  route(app, contract.registerCollectingPaybill, ({ ctx, caller }) =>
    registerCollectingPaybill(ctx, actorOf(caller)),
  );

  route(app, contract.listPaybillPayments, async ({ ctx, query, headers }) => {
    const { paybillPayment, total } = await listPaybillPayments(ctx, query, null);
    headers.set("x-total-count", String(total));
    return paybillPayment;
  });

  route(app, contract.paybillCandidates, async ({ ctx, params }) =>
    candidatesFor(ctx, await paybillPaymentById(ctx, params.id, null)),
  );

  route(app, contract.paybillChoices, async ({ ctx, params }) =>
    choicesFor(ctx, await paybillPaymentById(ctx, params.id, null)),
  );

  route(app, contract.paybillCustomers, async ({ ctx, params, query }) =>
    customersOfAny(ctx, await paybillPaymentById(ctx, params.id, null), query),
  );

  route(app, contract.attributePaybillPayment, ({ ctx, caller, params, body }) =>
    attributePaybillPayment(ctx, { id: params.id, providerId: null, actor: actorOf(caller) }, body),
  );

  route(app, contract.listOwnPaybillPayments, async ({ ctx, caller, query, headers }) => {
    const { paybillPayment, total } = await listPaybillPayments(ctx, query, providerOf(caller).providerId);
    headers.set("x-total-count", String(total));
    return paybillPayment;
  });

  route(app, contract.ownPaybillCandidates, async ({ ctx, caller, params }) =>
    candidatesFor(ctx, await paybillPaymentById(ctx, params.id, providerOf(caller).providerId)),
  );

  route(app, contract.ownPaybillCustomers, async ({ ctx, caller, params, query }) =>
    customersFor(ctx, await paybillPaymentById(ctx, params.id, providerOf(caller).providerId), query.q),
  );

  route(app, contract.attributeOwnPaybillPayment, ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    return attributePaybillPayment(ctx, { id: params.id, providerId, actor: actorOf(caller) }, body);
  });

  route(app, contract.c2bValidation, async ({ ctx, request, params }) => {
    const body = await callbackBody(request);
    return validatePaybillPayment(
      ctx,
      body === null ? null : paybillAt(ctx, params.id, params.secret),
      body ?? "",
    );
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
