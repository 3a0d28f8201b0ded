import type { Context } from "./context.ts";
import { platformBooks } from "./contract/values/platform-books.ts";
import { atEach, providerIds } from "./db/every-tenant.ts";
import type { TenantDb } from "./db/tenant-db.ts";
import { copiesDue, copyToPlatform } from "./features/copies/index.ts";
import { accessDue, sweepAccess } from "./features/entitlements/index.ts";
import { paymentsDue, refundsDue, sweepPayments, sweepRefunds } from "./features/payments/index.ts";
import { closedDue, recordClosed } from "./features/reconciliation/index.ts";
import { offlineVouchersDue, sweepOfflineVouchers } from "./features/vouchers/index.ts";
import { logRejected } from "./log.ts";

const parts = [
  { sweep: sweepPayments, due: paymentsDue },
  { sweep: sweepRefunds, due: refundsDue },
  { sweep: sweepAccess, due: accessDue },
  { sweep: sweepOfflineVouchers, due: offlineVouchersDue },
  { sweep: recordClosed, due: closedDue },
  { sweep: copyToPlatform, due: copiesDue },
];

/** The minute cron's part in the databases of all providers, and in the platform's own books. One failing stops no other. */
export async function sweepProviders(ctx: Context): Promise<void> {
  const swept = await atEach([...(await providerIds(ctx)), platformBooks], (id) => sweepProvider(ctx, id));
  logRejected("sweep", swept);
}

async function sweepProvider(ctx: Context, providerId: string): Promise<void> {
  const due = await nextDue(ctx.tenant(providerId), ctx.now());
  if (due === null || due > ctx.now()) return;
  const swept = await Promise.allSettled(parts.map(({ sweep }) => sweep(ctx, providerId)));
  logRejected("sweep", swept, { provider: providerId });
}

/**
 * When there is next something to sweep of a provider's rows; null where nothing waits. Each part reads one row of an
 * index. What waits for a bridge or a gateway stays due until that answers: a minute passes between two sweeps.
 */
export async function nextDue(db: TenantDb, now: number): Promise<number | null> {
  const rows = (await db.batch(parts.flatMap(({ due }) => due(now)))).flat();
  return rows.length === 0 ? null : Math.min(...rows.map(({ at }) => at));
}
