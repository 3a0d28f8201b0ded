import type { Context } from "./context.ts";
import { platformBooks } from "./contract/values/platform-books.ts";
import { atEach, providerIds } from "./db/every-tenant.ts";
import { sweepAccess } from "./features/entitlements/index.ts";
import { sweepPayments, sweepRefunds } from "./features/payments/index.ts";
import { sweepOfflineVouchers } from "./features/vouchers/index.ts";
import { logRejected } from "./log.ts";

const parts = [sweepPayments, sweepRefunds, sweepAccess, sweepOfflineVouchers];

/** The minute cron's part in the databases of all providers, and in the platform's own books. One failing stops no other. */
export async function sweepProviders(ctx: Context): Promise<void> {
  await atEach([...(await providerIds(ctx)), platformBooks], (id) => sweepProvider(ctx, id));
}

async function sweepProvider(ctx: Context, providerId: string): Promise<void> {
  const swept = await Promise.allSettled(parts.map((sweep) => sweep(ctx, providerId)));
  logRejected("sweep", swept, { provider: providerId });
}
