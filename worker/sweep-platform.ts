import type { Context } from "./context.ts";
import { deliverAdmins, sweepSessions } from "./features/auth/index.ts";
import { isLoadingPlatform, sweepBackups } from "./features/backups/index.ts";
import { sweepBilling } from "./features/billing/index.ts";
import { sweepPictures } from "./features/branding/index.ts";
import { sweepBridgeWaves } from "./features/bridges/index.ts";
import { sweepMail } from "./features/mail/index.ts";
import { sweepSmsReports } from "./features/messages/index.ts";
import { sweepVpnClients } from "./features/openvpn/index.ts";
import {
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
import { sweepFormerSellers } from "./features/vouchers/index.ts";
import { sweepWatches } from "./features/watches/index.ts";
import { logRejected } from "./log.ts";
import { wakeProviders } from "./wake-providers.ts";

/** The platform's tables, every minute; loaded by the cron alone. One part failing stops no other. */
export async function sweepPlatform(ctx: Context): Promise<void> {
  if (await isLoadingPlatform(ctx)) return;
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
    sweepSmsReports(ctx),
    sweepReconciliation(ctx),
    sweepSecrets(ctx),
    sweepErasures(ctx),
    sweepRestores(ctx),
    sweepBridgeWaves(ctx),
    sweepBackups(ctx),
    watched(ctx),
  ]);
  logRejected("sweep", parts);
}

/** What is not in order is told in the same minute. */
async function watched(ctx: Context): Promise<void> {
  if (await sweepWatches(ctx)) await sweepMail(ctx);
}
