import { app } from "./app.ts";
import { makeContext } from "./context.ts";
import type { Env } from "./env.ts";
import { deliverAdmins, sweepSessions } from "./features/auth/index.ts";
import { notifySite, sweepBilling } from "./features/billing/index.ts";
import { sweepPictures } from "./features/branding/index.ts";
import { shownRecoveryCode } from "./features/entitlements/index.ts";
import { sweepMail } from "./features/mail/index.ts";
import { sweepVpnClients } from "./features/openvpn/index.ts";
import {
  divertedOutcome,
  handleCallbacks,
  handleDeadCallbacks,
  type QueuedCallback,
  sweepApps,
  sweepPaybill,
  sweepSwitchVerifications,
  sweepVerifications,
} from "./features/payments/index.ts";
import { sweepErasures, sweepRestores } from "./features/provider-data/index.ts";
import { deliverSnapshots, sweepSignUps } from "./features/providers/index.ts";
import { sweepReconciliation } from "./features/reconciliation/index.ts";
import { sweepSecrets } from "./features/secrets/index.ts";
import { sweepSwitches } from "./features/switch/index.ts";
import { offlineVoucherPorts, sweepFormerSellers } from "./features/vouchers/index.ts";
import { sweepWatches } from "./features/watches/index.ts";
import { logRejected } from "./log.ts";
import { bindPorts } from "./ports.ts";
import { wakeProviders } from "./wake-providers.ts";

export { BridgeObject } from "./features/bridges/bridge-object.ts";
export { PaymentIndexObject } from "./features/payments/core/payment-index.ts";
export { DeadLetterObject } from "./features/payments/dead-letter-object.ts";
export { GatewayObject } from "./features/payments/gateways/gateway-object.ts";
export { PushListObject } from "./features/payments/gateways/push-list-object.ts";
export { PaymentObject } from "./features/payments/payment-object.ts";
export { LimitObject } from "./features/rate-limits/limit-object.ts";
export { SwitchObject } from "./features/switch/switch-object.ts";

export { ProviderObject } from "./provider-object.ts";

bindPorts({ divertedOutcome, notifySite, recoveryCode: shownRecoveryCode, ...offlineVoucherPorts });

export default {
  fetch: (request, env, execution) => app.entry.fetch(request, makeContext(env), execution),

  async queue(batch, env) {
    if (batch.queue.startsWith("callbacks-dead")) await handleDeadCallbacks(batch, env);
    else await handleCallbacks(batch, env);
  },

  /** Every minute: one part failing stops no other. */
  async scheduled(_event, env) {
    const ctx = makeContext(env);
    const parts = await Promise.allSettled([
      deliverSnapshots(ctx),
      deliverAdmins(ctx),
      wakeProviders(ctx),
      sweepFormerSellers(ctx),
      sweepApps(ctx),
      sweepVerifications(ctx),
      sweepSwitchVerifications(ctx),
      sweepSwitches(ctx),
      sweepPaybill(ctx),
      sweepSessions(ctx),
      sweepSignUps(ctx),
      sweepPictures(ctx),
      sweepVpnClients(ctx),
      sweepBilling(ctx),
      sweepMail(ctx),
      sweepReconciliation(ctx),
      sweepSecrets(ctx),
      sweepErasures(ctx),
      sweepRestores(ctx),
      sweepWatches(ctx),
    ]);
    logRejected("sweep", parts);
  },
} satisfies ExportedHandler<Env, QueuedCallback>;
