import { timingSafeEqual } from "node:crypto";
import type { Context } from "../../context.ts";

// Six digits that prove that a phone is at hand. They follow from the root secret and the id of what they prove, so that nobody
// finds them in a database, not even as a hash that a million tries would undo.

const digits = 6;

const codeBy = (ctx: Context, id: string, version: string): string =>
  String(Number.parseInt(ctx.keys.proof("one-time-code", id, 48, version), 16) % 10 ** digits).padStart(
    digits,
    "0",
  );

export function oneTimeCodeOf(ctx: Context, id: string): string {
  return codeBy(ctx, id, ctx.keys.current);
}

/** @param typed six digits */
export function isOneTimeCode(ctx: Context, id: string, typed: string): boolean {
  const given = Buffer.from(typed);
  const isBy = (version: string) => {
    const code = Buffer.from(codeBy(ctx, id, version));
    return code.length === given.length && timingSafeEqual(code, given);
  };
  return ctx.keys.accepted.some(isBy);
}

/** As it may be typed, with spaces; undefined for what is no code. */
export function parseOneTimeCode(typed: string): string | undefined {
  const compact = typed.replace(/[\s-]/g, "");
  return /^\d{6}$/.test(compact) ? compact : undefined;
}
