import type { Context } from "../../../context.ts";
import type { RefundName, ResultAbout, ResultKind } from "../core/callbacks.ts";
import { isPaymentId } from "../core/payment-id.ts";

// A refund is named by the object that keeps it and its number there, in hex: the name leads to the object
// without the database. The address of a result names the refund, what it is the result of, and which question it answers.

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
export function resultUrl(ctx: Context, name: RefundName, { kind, ask }: ResultAbout): string {
  const id = `${refundIdOf(name)}${kinds.indexOf(kind)}${ask.toString(16).padStart(4, "0")}`;
  return `${ctx.settings.MAIN_ORIGIN}/cb/r/${id}/${ctx.keys.proof("refund-result", id, 128)}`;
}

export function resultAt(
  ctx: Context,
  id: string,
  secret: string,
): { name: RefundName; about: ResultAbout } | null {
  const [, named = "", place = "", ask = ""] = /^([0-9a-f]+)([0-4])([0-9a-f]{4})$/.exec(id) ?? [];
  const name = refundNamed(ctx, named);
  const kind = kinds[Number(place)];
  if (!name || !kind || !ctx.keys.isProof("refund-result", id, secret, 128)) return null;
  return { name, about: { kind, ask: Number.parseInt(ask, 16) } };
}
