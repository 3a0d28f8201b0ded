import { initiatePayment as endpoint, stkCallback } from "../../contract/payments.ts";
import { AppError } from "../../errors.ts";
import { readBody } from "../../http/request-rules.ts";
import { type App, route } from "../../http/route.ts";
import { initiatePayment } from "./initiate-payment.ts";
import { maxCallbackBytes, takeCallback } from "./take-callback.ts";

export function mountPayments(app: App): void {
  route(app, endpoint, ({ ctx, url, tenant, body, caller, idempotencyKey }) =>
    initiatePayment(ctx, {
      url,
      tenant,
      input: body,
      buyerHash: caller.kind === "visitor" ? caller.buyerHash : null,
      idempotencyKey,
    }),
  );

  route(app, stkCallback, async ({ ctx, request, params }) => {
    const body = new TextDecoder().decode(await readBody(request, maxCallbackBytes));
    if (!(await takeCallback(ctx, params.id, params.secret, body))) {
      throw new AppError("unavailable", "Not stored. Please send it again.");
    }
    return { ResultCode: 0 as const, ResultDesc: "Accepted" as const };
  });
}
