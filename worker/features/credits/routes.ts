import { buyCredits as endpoint } from "../../contract/credits.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { buyCredits } from "./buy-credits.ts";

export function mountCreditPurchases(app: App): void {
  route(app, endpoint, ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const order = { providerId, shillings: body.amount, phoneNumber: body.phoneNumber, idempotencyKey };
    return buyCredits(ctx, order, actorOf(caller));
  });
}
