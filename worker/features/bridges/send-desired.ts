import type { OfflineVoucher } from "../../contract/bridge.ts";
import { type DesiredLine, isOfDevice } from "../../contract/bridge-lines.ts";
import { log } from "../../log.ts";
import { desiredEntitlementOf } from "../entitlements/index.ts";
import type { BridgeLink } from "./bridge-link.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

const perMessage = 200;

/** What is held of these purchases goes out on the link, as far as their routers are this bridge's. */
export function sendDesiredEntitlements(kept: BridgeStorage, link: BridgeLink, ids: readonly string[]): void {
  const now = Date.now();
  const held = ids.flatMap((id) => kept.held(id) ?? []);
  const own = held.filter((one) => kept.isAssigned(one.routerId));
  const known = own.flatMap((one) => desiredEntitlementOf(one, now) ?? []);
  if (known.length < own.length)
    log("warn", `${own.length - known.length} purchases are in a state of a newer version`);
  const desiredEntitlements = known
    // A bridge that knows of no hours would let in at any: it waits for the next version.
    .filter(({ spec }) => spec.kind === "end" || !spec.hours || link.keepsHours());
  for (let at = 0; at < desiredEntitlements.length; at += perMessage)
    link.send({ type: "desired", desiredEntitlements: desiredEntitlements.slice(at, at + perMessage) });
}

/** Only to a bridge that drives lines: another one would not know what is said. */
export function sendLines(link: BridgeLink, lines: readonly DesiredLine[]): void {
  if (!link.keepsLines()) return;
  const known = link.keepsDevices() ? lines : lines.filter(({ spec }) => !isOfDevice(spec));
  for (let at = 0; at < known.length; at += perMessage)
    link.send({ type: "lines", lines: known.slice(at, at + perMessage) });
}

/** Only to a bridge that takes offline vouchers: another one would never answer. */
export function sendOfflineVouchers(link: BridgeLink, offlineVouchers: readonly OfflineVoucher[]): void {
  if (!link.understands({ kind: "redeem" })) return;
  for (let at = 0; at < offlineVouchers.length; at += perMessage)
    link.send({ type: "offline_vouchers", offlineVouchers: offlineVouchers.slice(at, at + perMessage) });
}
