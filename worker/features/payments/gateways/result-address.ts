import type { Context } from "../../../context.ts";
import type { RefundName, ResultKind } from "../core/messages.ts";
import { isPaymentId } from "../core/payment-id.ts";

// A refund is named by the object that keeps it and its number there, in hex: the name leads to the object
// without the database. The address of a result names the refund and what it is the result of.

const kinds: readonly ResultKind[] = ["result", "timed-out", "status", "payment-status", "reported"];

export function refundIdOf({ objectId, number }: RefundName): string {
  return objectId + number.toString(16).padStart(4, "0");
}

export function refundNamed(ctx: Context, id: string): RefundName | null {
  const objectId = id.slice(0, -4);
  const tail = id.slice(-4);
  if (!/^[0-9a-f]{4}$/.test(tail) || !isPaymentId(ctx, objectId)) return null;
  return { objectId, number: Number.parseInt(tail, 16) };
}

/** Main domain, lower case, nothing but hex after the path: no word that Safaricom refuses. */
export function resultUrl(ctx: Context, name: RefundName, kind: ResultKind): string {
  const id = `${refundIdOf(name)}${kinds.indexOf(kind)}`;
  return `${ctx.settings.MAIN_ORIGIN}/cb/r/${id}/${ctx.keys.proof("refund-result", id, 128)}`;
}

export function resultAt(
  ctx: Context,
  id: string,
  secret: string,
): { name: RefundName; kind: ResultKind } | null {
  const name = refundNamed(ctx, id.slice(0, -1));
  const kind = kinds[Number.parseInt(id.slice(-1), 10)];
  return name && kind && ctx.keys.isProof("refund-result", id, secret, 128) ? { name, kind } : null;
}
