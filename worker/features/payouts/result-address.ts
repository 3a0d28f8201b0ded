import type { Context } from "../../context.ts";

// The address of a result names provider, payout and what it is the result of. Made-up ones touch no object.

export type PayoutName = { providerId: string; payoutId: string };

/** The payout's own result, its time-out, the answer to our nth question, or such a question's time-out. */
export type About = { kind: "result" | "timed-out" | "silent" } | { kind: "answer"; ask: number };

const kinds = { result: "a", "timed-out": "b", silent: "c", answer: "d" } as const;

/** Main domain, lower case, hex and dashes: no word that Safaricom refuses. */
export function payoutUrl(ctx: Context, { providerId, payoutId }: PayoutName, about: About): string {
  const ask = about.kind === "answer" ? about.ask : 0;
  const id = `${payoutId}${kinds[about.kind]}${ask.toString(16).padStart(4, "0")}-${providerId}`;
  return `${ctx.settings.MAIN_ORIGIN}/cb/o/${id}/${ctx.keys.proof("payout-result", id, 128)}`;
}

export function payoutAt(ctx: Context, id: string, secret: string): (PayoutName & { about: About }) | null {
  const [, payoutId, mark, number, providerId] = /^([0-9a-f]{32})([a-d])([0-9a-f]{4})-(.+)$/.exec(id) ?? [];
  if (!payoutId || !providerId || !number || !ctx.keys.isProof("payout-result", id, secret, 128)) return null;
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[]).find((one) => kinds[one] === mark);
  if (!kind) return null;
  const about: About = kind === "answer" ? { kind, ask: Number.parseInt(number, 16) } : { kind };
  return { providerId, payoutId, about };
}
