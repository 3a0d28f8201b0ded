import type { Context } from "./context.ts";
import { exec } from "./db/executor.ts";
import { copiesDue, copyToPlatform } from "./features/copies/index.ts";
import { accessDue, sweepAccess } from "./features/entitlements/index.ts";
import { guardDue, sweepGuard } from "./features/guard/index.ts";
import { linesDue, sweepLines } from "./features/lines/index.ts";
import {
  creditPurchasesDue,
  deliveriesDue,
  messagesDue,
  openCreditPurchases,
  ownerNewsDue,
  storedNews,
  sweepDeliveries,
  sweepMessages,
} from "./features/messages/index.ts";
import { paymentsDue, refundsDue, sweepPayments, sweepRefunds } from "./features/payments/index.ts";
import { payoutsDue, sweepPayouts } from "./features/payouts/index.ts";
import { retentionDue, sweepRetention } from "./features/provider-data/index.ts";
import { closedDue, recordClosed } from "./features/reconciliation/index.ts";
import { offlineVouchersDue, sweepOfflineVouchers } from "./features/vouchers/index.ts";
import { logRejected } from "./log.ts";

/** What the owner is told by SMS goes out in the same sweep. Most owners have chosen nothing: what tells comes with the first that has. */
async function tellAndSend(ctx: Context, providerId: string): Promise<void> {
  if (await storedNews(ctx.tenant(providerId)))
    await (await import("./features/owner-news/index.ts")).tellOwner(ctx, providerId);
  await sweepMessages(ctx, providerId);
}

/** Credits are bought seldom: what works on a purchase comes with the first that its own object left open. */
async function sweepCreditPurchases(ctx: Context, providerId: string): Promise<void> {
  const open = await openCreditPurchases(ctx, providerId);
  if (open.length > 0)
    await (await import("./features/credits/index.ts")).workCreditPurchases(ctx, providerId, open);
}

const parts = [
  { sweep: sweepPayments, due: paymentsDue },
  { sweep: sweepRefunds, due: refundsDue },
  { sweep: sweepPayouts, due: payoutsDue },
  { sweep: sweepAccess, due: accessDue },
  { sweep: sweepLines, due: linesDue },
  { sweep: sweepOfflineVouchers, due: offlineVouchersDue },
  { sweep: sweepCreditPurchases, due: creditPurchasesDue },
  { sweep: tellAndSend, due: (now: number) => [...messagesDue(), ...ownerNewsDue(now)] },
  { sweep: sweepDeliveries, due: deliveriesDue },
  { sweep: recordClosed, due: closedDue },
  { sweep: sweepGuard, due: guardDue },
  { sweep: copyToPlatform, due: copiesDue },
  { sweep: sweepRetention, due: retentionDue },
];

/** What of a provider's rows, or of the platform's own books, is left to do by now. One part failing stops no other. */
export async function sweepProvider(ctx: Context, providerId: string): Promise<void> {
  const swept = await Promise.allSettled(parts.map(({ sweep }) => sweep(ctx, providerId)));
  logRejected("sweep", swept, { provider: providerId });
}

/**
 * When there is next something to sweep of a provider's rows; null where nothing waits. Each part reads one row of an
 * index. What waits for a bridge or a gateway stays due until that answers.
 * @param storage with the provider's tables
 */
export function nextDue(storage: SqlStorage, now: number): number | null {
  const rows = parts.flatMap(({ due }) =>
    due(now).flatMap((statement) => exec(storage, statement).toArray()),
  );
  return rows.length === 0 ? null : Math.min(...rows.map(({ at }) => at));
}
