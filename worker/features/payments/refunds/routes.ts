import * as own from "../../../contract/own-refunds.ts";
import * as contract from "../../../contract/refunds.ts";
import { refuse } from "../../../errors.ts";
import { callbackBody } from "../../../http/request-rules.ts";
import { type App, route } from "../../../http/route.ts";
import { providerOf } from "../../../http/session.ts";
import { actorOf } from "../../audit/index.ts";
import { resultAt } from "../gateways/result-address.ts";
import { openAppeals } from "./appeal-store.ts";
import { handleResult } from "./handle-result.ts";
import { notePaybillRefund, noteRefund } from "./note-by-hand.ts";
import { offerPaybillRefund, offerPayment, readRefund } from "./offer-refund.ts";
import { appealRefund, declineAppeal, ownRefund, refundOwnPayment } from "./own-refund.ts";
import { askRefund, refundPaybillPayment, refundPayment, settleRefund } from "./request-refund.ts";

export function mountRefunds(app: App): void {
  route(app, contract.refundOffer, ({ ctx, params, query }) =>
    offerPayment(ctx, params.id, query.providerId),
  );

  route(app, contract.paybillRefundOffer, ({ ctx, params }) => offerPaybillRefund(ctx, params.id));

  route(app, contract.readRefund, ({ ctx, params }) => readRefund(ctx, params.id));

  route(app, contract.refundPayment, ({ ctx, caller, params, body, idempotencyKey }) =>
    refundPayment(ctx, params.id, body, { actor: actorOf(caller), idempotencyKey }),
  );

  route(app, contract.refundPaybillPayment, ({ ctx, caller, params, body, idempotencyKey }) =>
    refundPaybillPayment(ctx, params.id, body.reason, { actor: actorOf(caller), idempotencyKey }),
  );

  route(app, contract.noteRefund, ({ ctx, caller, params, body, idempotencyKey }) =>
    noteRefund(ctx, params.id, body, { actor: actorOf(caller), idempotencyKey }),
  );

  route(app, contract.notePaybillRefund, ({ ctx, caller, params, body, idempotencyKey }) =>
    notePaybillRefund(ctx, params.id, body, { actor: actorOf(caller), idempotencyKey }),
  );

  route(app, contract.askRefund, ({ ctx, caller, params }) => askRefund(ctx, params.id, actorOf(caller)));

  route(app, contract.settleRefund, ({ ctx, caller, params, body }) =>
    settleRefund(ctx, params.id, body, actorOf(caller)),
  );

  route(app, own.ownRefund, ({ ctx, caller, params }) =>
    ownRefund(ctx, providerOf(caller).providerId, params.id),
  );

  route(app, own.refundOwnPayment, ({ ctx, caller, params, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    return refundOwnPayment(ctx, { providerId, ...params }, body, { actor: actorOf(caller), idempotencyKey });
  });

  route(app, own.appealRefund, async ({ ctx, caller, params, body }) => {
    const { providerId } = providerOf(caller);
    const message = await appealRefund(ctx, { providerId, ...params }, body.reason, actorOf(caller));
    return { success: true, message };
  });

  route(app, own.listRefundAppeals, async ({ ctx, query, headers }) => {
    const { rows, total } = await openAppeals(ctx, query);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, own.declineRefundAppeal, async ({ ctx, caller, params, body }) => {
    return { success: true, message: await declineAppeal(ctx, params.id, body.note, actorOf(caller)) };
  });

  route(app, contract.refundResult, async ({ ctx, request, params }) => {
    const accepted = { ResultCode: 0 as const, ResultDesc: "Accepted" as const };
    const body = await callbackBody(request);
    const at = resultAt(ctx, params.id, params.secret);
    if (at && body !== null && !(await handleResult(ctx, { refund: at.name, about: at.about, body })))
      throw refuse("unavailable", "not_stored");
    return accepted;
  });
}
