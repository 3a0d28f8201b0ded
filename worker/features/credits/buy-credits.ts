import type { Context } from "../../context.ts";
import type { VerificationStarted } from "../../contract/gateway-verification.ts";
import { type Made, say } from "../../contract/texts.ts";
import { hourMs } from "../../contract/values/time.ts";
import { refuse } from "../../errors.ts";
import { logRejected } from "../../log.ts";
import { type Actor, record } from "../audit/index.ts";
import { platformMpesa } from "../gateways/index.ts";
import { beginCreditPurchase, endCreditPurchase, platformAccount } from "../messages/index.ts";
import { sendNonSalePush, sweepNonSalePush } from "../payments/index.ts";
import { inWords, limited, limitFor } from "../rate-limits/index.ts";

const prompts = { windowMs: hourMs, max: 10 };

type Order = { providerId: string; shillings: number; phoneNumber: string; idempotencyKey: string | null };

/**
 * A prompt for the platform's own pay bill. What it pays counts once the gateway says that it is paid.
 * @throws AppError refused where there is nothing to buy or no way to pay; conflict, too_many
 */
export async function buyCredits(
  ctx: Context,
  { providerId, shillings, phoneNumber, idempotencyKey }: Order,
  actor: Actor,
): Promise<Made<typeof VerificationStarted>> {
  const app = platformMpesa(ctx);
  if (!app) throw refuse("refused", "credits_no_gateway");
  if (!(await platformAccount(ctx))) throw refuse("refused", "credits_not_offered");
  const limit = limitFor(ctx, { providerId });
  const { allowed, retryAfterMs } = await limit.attempt({ key: "credits prompt", ...prompts });
  if (!allowed) throw limited(say("push_provider_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
  const amountCents = shillings * 100;
  return sendNonSalePush(ctx, {
    phoneNumber,
    idempotencyKey,
    asker: { providerId },
    purpose: { kind: "credits" },
    order: `credits ${providerId} ${amountCents}`,
    amountCents,
    name: "SMS credits",
    said: say("credits_prompt_sent", { amount: shillings }),
    providerId,
    app: { gatewayId: "", environment: app.environment, credentials: "platform", type: "mpesa" },
    service: "mpesa",
    begin: async (paymentId) => {
      await beginCreditPurchase(ctx, providerId, { paymentId, cents: amountCents, phone: phoneNumber });
      await record(ctx, {
        ...actor,
        action: "credits.buy",
        subject: providerId,
        detail: { amountCents, paymentId },
      });
    },
    fail: (paymentId, { detail }) =>
      endCreditPurchase(ctx, providerId, { paymentId, isPaid: false, receipt: null, detail }),
  });
}

/** Purchases whose object never began, or has something left to do. */
export async function workCreditPurchases(
  ctx: Context,
  providerId: string,
  open: readonly string[],
): Promise<void> {
  const results = await Promise.allSettled(
    open.map((paymentId) =>
      sweepNonSalePush(ctx, paymentId, ({ detail }) =>
        endCreditPurchase(ctx, providerId, { paymentId, isPaid: false, receipt: null, detail }),
      ),
    ),
  );
  logRejected("credits sweep", results, { provider: providerId });
}
