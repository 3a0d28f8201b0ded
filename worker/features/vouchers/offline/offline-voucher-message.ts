import type { Context } from "../../../context.ts";
import type { OfflineVoucher } from "../../../contract/bridge.ts";
import type { Terms } from "../../../db/schema/tenant.ts";
import { hmacBy } from "../../../keys.ts";
import { redemptionOf } from "./offline-voucher-id.ts";
import type { OfflineVoucherRow } from "./offline-voucher-store.ts";

/** What a bridge is told of an offline voucher. It gets no code: only what tells whether a typed one is this. */
export function offlineVoucherMessage(ctx: Context, row: OfflineVoucherRow): OfflineVoucher {
  const { id, routerId, rev, code, providerId, expiresAt } = row;
  if (row.state === "returning" || row.state === "freed")
    return { id, routerId, rev, spec: { kind: "return" } };
  const terms = JSON.parse(row.terms) as Terms;
  const key = ctx.keys.tag("offline-voucher", id);
  return {
    id,
    routerId,
    rev,
    spec: {
      kind: "assign",
      key,
      hash: hmacBy(key, code),
      entitlementId: redemptionOf(ctx, providerId, id).entitlementId,
      expiresInMs: expiresAt === null ? null : Math.max(0, expiresAt - ctx.now()),
      planName: terms.planName,
      upKbps: terms.upKbps,
      downKbps: terms.downKbps,
      durationMs: terms.durationMs,
      dataBytes: terms.dataBytes,
      fairUse: terms.fairUse,
    },
  };
}
