import type { Context } from "../../context.ts";
import { recoveryCodeFrom } from "../../contract/values/recovery-code.ts";
import { sha256 } from "../../keys.ts";

// A purchase that goes on at another router gets a row, and an id, of its own: the first one's id and a number. Its
// recovery code is that of the first one, because the buyer wrote it down once.

const separator = ".";

export function firstIdOf(entitlementId: string): string {
  return entitlementId.split(separator)[0] ?? entitlementId;
}

/** The id under which a purchase goes on: the same for every repeat of the move. */
export function successorIdOf(entitlementId: string): string {
  const [first = "", step = "1"] = entitlementId.split(separator);
  return `${first}${separator}${Number(step) + 1}`;
}

/** What moves this purchase to another device, without dashes. Computed, never stored: only its hash is. */
export function recoveryCodeOf(ctx: Context, entitlementId: string): string {
  return recoveryCodeFrom(ctx.keys.tag("recovery", firstIdOf(entitlementId), 60));
}

/** What is stored of the code, and looked for. */
export function recoveryHashOf(code: string): string {
  return sha256(`recovery ${code}`);
}
