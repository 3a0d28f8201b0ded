import type { Context } from "../../context.ts";
import type { VerificationStarted } from "../../contract/gateway-verification.ts";
import type { Made } from "../../contract/texts.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { logRejected } from "../../log.ts";
import type { Actor } from "../audit/index.ts";
import {
  beginSwitchVerification,
  endSwitchVerification,
  openSwitchVerifications,
  switchToTry,
} from "../switch/index.ts";
import { appOfSwitch } from "./choose-route.ts";
import { phoneToPrompt, sendNonSalePush, sweepNonSalePush, verifying } from "./non-sale-push.ts";

export type TrySwitchRequest = {
  switchId: string;
  phoneNumber: string;
  idempotencyKey: string | null;
  adminId: string;
};

/** By the very route that payments will take. @throws AppError not_found, invalid, refused, conflict, too_many */
export async function trySwitch(
  ctx: Context,
  request: TrySwitchRequest,
  actor: Actor,
): Promise<Made<typeof VerificationStarted>> {
  const { switchId, adminId, ...push } = request;
  phoneToPrompt(push.phoneNumber);
  const row = await switchToTry(ctx, switchId);
  const app = appOfSwitch(ctx, row);
  return sendNonSalePush(ctx, {
    ...push,
    asker: { adminId },
    ...verifying({ kind: "verification", of: "switch", id: switchId }),
    providerId: platformBooks,
    app,
    service: app.type,
    begin: (paymentId) => beginSwitchVerification(ctx, { row, paymentId }, actor),
    fail: (paymentId, fault) => endSwitchVerification(ctx, { switchId, paymentId, paidAt: null, fault }),
  });
}

export async function sweepSwitchVerifications(ctx: Context): Promise<void> {
  const open = await openSwitchVerifications(ctx);
  const results = await Promise.allSettled(
    open.map(({ switchId, paymentId }) =>
      sweepNonSalePush(ctx, paymentId, (fault) =>
        endSwitchVerification(ctx, { switchId, paymentId, paidAt: null, fault }),
      ),
    ),
  );
  logRejected("switch verification sweep", results);
}
