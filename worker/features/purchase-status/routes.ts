import { paymentStatus as endpoint } from "../../contract/payments.ts";
import { refuse } from "../../errors.ts";
import { type App, route } from "../../http/route.ts";
import { hostOwner } from "../../http/tenant.ts";
import { paymentStatus, pollPayment } from "../payments/index.ts";
import { readRedemption, redemptionStatus } from "../vouchers/index.ts";

/** Payments and redemptions are followed by one call: both are purchases to the page that waits. */
export function mountPurchaseStatus(app: App): void {
  route(app, endpoint, async ({ ctx, url, params, caller }) => {
    const buyerHash = caller.kind === "visitor" ? caller.buyerHash : null;
    const owner = await hostOwner(ctx, url);
    // On another provider's host it is not known, as on its pages.
    const isHere = ({ providerId }: { providerId: string }) => owner === null || owner === providerId;
    const payment = await pollPayment(ctx, params.id);
    if (payment && isHere(payment)) return paymentStatus(ctx, payment, buyerHash);
    const redeemed = payment ? null : await readRedemption(ctx, params.id);
    if (redeemed && isHere(redeemed)) return redemptionStatus(ctx, redeemed, buyerHash);
    throw refuse("not_found", "payment_unknown");
  });
}
