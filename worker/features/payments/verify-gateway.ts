import type { Context } from "../../context.ts";
import type { VerificationStarted } from "../../contract/gateway-verification.ts";
import { type Made, say } from "../../contract/texts.ts";
import { isBankProfile, promptOf } from "../../contract/values/gateway-types.ts";
import { hourMs } from "../../contract/values/time.ts";
import { refuse } from "../../errors.ts";
import { logRejected } from "../../log.ts";
import type { Actor } from "../audit/index.ts";
import {
  beginVerification,
  endVerification,
  type Gateway,
  gatewayToVerify,
  openVerifications,
  refuseDebtor,
} from "../gateways/index.ts";
import { inWords, limited, limitFor } from "../rate-limits/index.ts";
import type { App } from "./core/route.ts";
import {
  type NonSalePush,
  phoneToPrompt,
  sendNonSalePush,
  sweepNonSalePush,
  verifying,
} from "./non-sale-push.ts";

export type VerifyRequest = {
  providerId: string;
  configId: string;
  phoneNumber: string;
  idempotencyKey: string | null;
  asker: NonSalePush["asker"];
};

/** KSh 1 to the phone of an operator or of the provider: paid, it may collect in production. @throws AppError not_found, invalid, conflict, too_many */
export async function verifyGateway(
  ctx: Context,
  request: VerifyRequest,
  actor: Actor,
): Promise<Made<typeof VerificationStarted>> {
  const { providerId, configId, ...push } = request;
  phoneToPrompt(push.phoneNumber);
  const { gateway, readiness } = await gatewayToVerify(ctx, providerId, configId);
  if (readiness.status === "cannot_collect")
    throw refuse("refused", "push_nothing_yet", { why: readiness.fault });
  if ("providerId" in push.asker) {
    // With KSh 1 at an account of its own the platform collects no more for it.
    await refuseDebtor(ctx, providerId);
    await countOwnPush(ctx, providerId);
  }
  return sendNonSalePush(ctx, {
    ...push,
    ...verifying({ kind: "verification", of: "gateway", id: configId }),
    providerId,
    app: appOf(gateway),
    service: promptOf(gateway.type),
    begin: (paymentId) => beginVerification(ctx, { gateway, paymentId }, actor),
    fail: (paymentId, fault) =>
      endVerification(ctx, { gatewayId: configId, paymentId, verifiedAt: null, fault }),
  });
}

const ownPushes = { windowMs: hourMs, max: 10 };

/** A provider may ask any phone for KSh 1. @throws AppError too_many */
async function countOwnPush(ctx: Context, providerId: string): Promise<void> {
  const limit = limitFor(ctx, { providerId });
  const { allowed, retryAfterMs } = await limit.attempt({ key: "verification push", ...ownPushes });
  if (!allowed) throw limited(say("push_provider_limit", { when: inWords(retryAfterMs) }), retryAfterMs);
}

/** By whose credentials a configuration collects. */
function appOf({ id, type, service, environment, useAutoApi }: Gateway): App {
  const common = { gatewayId: id, environment, credentials: useAutoApi ? "platform" : "provider" } as const;
  return type === "bank" && !useAutoApi && isBankProfile(service)
    ? { ...common, type: "bank", bank: service }
    : { ...common, type: promptOf(type) };
}

/** The minute cron's part: verifications whose object never began, or has something left to do. */
export async function sweepVerifications(ctx: Context): Promise<void> {
  const open = await openVerifications(ctx);
  const results = await Promise.allSettled(
    open.map(({ gatewayId, paymentId }) =>
      sweepNonSalePush(ctx, paymentId, (fault) =>
        endVerification(ctx, { gatewayId, paymentId, verifiedAt: null, fault }),
      ),
    ),
  );
  logRejected("verification sweep", results);
}
