import { app } from "./app.ts";
import { makeContext } from "./context.ts";
import type { Env } from "./env.ts";
import { notifySite } from "./features/billing/index.ts";
import { customerPath } from "./features/customers/index.ts";
import { shownRecoveryCode } from "./features/entitlements/index.ts";
import {
  divertedOutcome,
  handleCallbacks,
  handleDeadCallbacks,
  type QueuedCallback,
} from "./features/payments/index.ts";
import { offlineVoucherPorts } from "./features/vouchers/index.ts";
import { bindPorts } from "./ports.ts";

export { BridgeObject } from "./features/bridges/bridge-object.ts";
export { PaymentIndexObject } from "./features/payments/core/payment-index.ts";
export { DeadLetterObject } from "./features/payments/dead-letter-object.ts";
export { GatewayObject } from "./features/payments/gateways/gateway-object.ts";
export { PushListObject } from "./features/payments/gateways/push-list-object.ts";
export { PaymentObject } from "./features/payments/payment-object.ts";
export { LimitObject } from "./features/rate-limits/limit-object.ts";
export { SwitchObject } from "./features/switch/switch-object.ts";

export { ProviderObject } from "./provider-object.ts";

bindPorts({
  customerPath,
  divertedOutcome,
  noteAbsence: async (...absence) => (await import("./features/owner-news/index.ts")).noteAbsence(...absence),
  notifySite,
  recoveryCode: shownRecoveryCode,
  ...offlineVoucherPorts,
});

export default {
  fetch: (request, env, execution) => app.entry.fetch(request, makeContext(env), execution),

  async queue(batch, env) {
    if (batch.queue.startsWith("callbacks-dead")) await handleDeadCallbacks(batch, env);
    else await handleCallbacks(batch, env);
  },

  async scheduled(_event, env) {
    await (await import("./sweep-platform.ts")).sweepPlatform(makeContext(env));
  },
} satisfies ExportedHandler<Env, QueuedCallback>;
