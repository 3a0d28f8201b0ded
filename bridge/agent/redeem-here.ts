import { parseMac } from "#contract/values/mac";
import { parseVoucherCode } from "#contract/values/voucher-code";
import { checkEpoch } from "../commands/claim.ts";
import { readHosts } from "../commands/look.ts";
import type { Change, Journal } from "../journal.ts";
import type { Keeper } from "../keeper.ts";

/** A code that somebody typed on the page of this bridge; `address` is where the request came from. */
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

export type RedeemedHere =
  | {
      kind: "redeemed";
      entitlementId: string;
      planName: string;
      durationMs: number;
      change: Change | undefined;
    }
  | { kind: "refused"; why: Refusal };

/**
 * Exchanges a lent code for access, without asking anybody else. Whoever asks has to be the device that shall go online:
 * the router has to see that device at the address where the request came from. The router is read first also because it
 * knows what this disk may not: another bridge that took it over, and who was let in.
 * @param serving the keeper of that router, asked again after the router was read
 */
export async function redeemHere(
  journal: Journal,
  serving: () => Keeper | undefined,
  typed: TypedCode,
): Promise<RedeemedHere> {
  const refused = (why: Refusal): RedeemedHere => ({ kind: "refused", why });
  if (typed.code.trim() === "") return refused("no_code");
  const mac = parseMac(typed.mac);
  if (!mac) return refused("not_this_device");
  const code = parseVoucherCode(typed.code);
  if (!code) return refused("not_a_code");
  const keeper = serving();
  if (!keeper?.isRead || keeper.isSuperseded) return refused("later");
  try {
    const { servingEpoch } = keeper.assignment;
    const [hosts] = await Promise.all([
      readHosts(keeper.router, mac),
      checkEpoch(keeper.router, servingEpoch),
    ]);
    const isHere = hosts.some((host) => [host.address, host.toAddress].includes(typed.address));
    if (!isHere) return refused("not_this_device");
  } catch {
    // Whatever it is, the keeper meets it as well and reports it.
    return refused("later");
  }
  if (serving() !== keeper) return refused("later");
  const loan = journal.loans.ofCode(typed.routerId, code);
  if (!loan?.lent) return refused("unknown");
  const redemption = journal.loans.redeem(loan.id, mac);
  if (redemption.kind !== "redeemed") return refused(redemption.kind);
  const { entitlementId, planName, durationMs } = loan.lent;
  return { kind: "redeemed", entitlementId, planName, durationMs, change: redemption.change };
}
