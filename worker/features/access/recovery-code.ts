import type { Context } from "../../context.ts";
import { recoveryCodeFrom } from "../../contract/values/recovery-code.ts";
import { sha256 } from "../../keys.ts";
import { firstIdOf } from "./purchase-id.ts";

/**
 * What moves this purchase to another device, without dashes. Computed, never stored: only its hash is. A purchase that
 * went on under another id keeps it, because the buyer wrote it down once.
 */
export function recoveryCodeOf(ctx: Context, entitlementId: string): string {
  return recoveryCodeFrom(ctx.keys.tag("recovery", firstIdOf(entitlementId), 60));
}

/** What is stored of the code, and looked for. */
export function recoveryHashOf(code: string): string {
  return sha256(`recovery ${code}`);
}
