import { macOf, parseDevice } from "#contract/values/subject";
import { parseVoucherCode } from "#contract/values/voucher-code";
import { checkEpoch } from "../commands/claim.ts";
import { readHosts } from "../commands/read-device.ts";
import type { Change, Journal } from "../journal.ts";
import type { RouterReconciler } from "../reconciler.ts";

export type TypedCode = { routerId: string; mac: string; code: string; address: string };

/** Why a code did not work. `later`: nothing was decided, the voucher is unused. */
export type Refusal =
  | "no_code"
  | "not_a_code"
  | "unknown"
  | "used"
  | "expired"
  | "returned"
  | "not_this_device"
  | "later";

export type OfflineRedemption =
  | {
      kind: "redeemed";
      entitlementId: string;
      planName: string;
      durationMs: number;
      change: Change | undefined;
    }
  | { kind: "refused"; why: Refusal };

/**
 * Exchanges an offline voucher's code for access. The router has to see the device at the address of the request, and
 * is read first: it may know what this disk does not. @param serving asked again after the router was read
 */
export async function redeemOffline(
  journal: Journal,
  serving: () => RouterReconciler | undefined,
  typed: TypedCode,
): Promise<OfflineRedemption> {
  const refused = (why: Refusal): OfflineRedemption => ({ kind: "refused", why });
  if (typed.code.trim() === "") return refused("no_code");
  const subject = parseDevice(typed.mac);
  if (!subject) return refused("not_this_device");
  const code = parseVoucherCode(typed.code);
  if (!code) return refused("not_a_code");
  const reconciler = serving();
  if (!reconciler?.isRead || reconciler.isSuperseded) return refused("later");
  try {
    const { servingEpoch } = reconciler.assignment;
    const [hosts] = await Promise.all([
      readHosts(reconciler.router, macOf(subject)),
      checkEpoch(reconciler.router, servingEpoch),
    ]);
    const isHere = hosts.some((host) => [host.address, host.toAddress].includes(typed.address));
    if (!isHere) return refused("not_this_device");
  } catch {
    // Whatever it is, the reconciler meets it as well and reports it.
    return refused("later");
  }
  if (serving() !== reconciler) return refused("later");
  const offlineVoucher = journal.offlineVouchers.ofCode(typed.routerId, code);
  if (!offlineVoucher?.terms) return refused("unknown");
  const redemption = journal.offlineVouchers.redeem(offlineVoucher.id, subject);
  if (redemption.kind !== "redeemed") return refused(redemption.kind);
  const { entitlementId, planName, durationMs } = offlineVoucher.terms;
  return { kind: "redeemed", entitlementId, planName, durationMs, change: redemption.change };
}
