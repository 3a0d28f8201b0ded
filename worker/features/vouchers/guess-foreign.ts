import type { Context } from "../../context.ts";
import { parseForeignCode } from "../../contract/values/voucher-code.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { type Acting, foreignCodes, limitFor, tooMany } from "../rate-limits/index.ts";

// Codes of another system may be short, so who guesses must be stopped before the code is looked up, whether it is right or wrong:
// unlike our own, such a code does not keep itself (docs/decisions/0049-imports.md).

/** `wasRight`: it is no guess any more. */
type ForeignGuess = { code: string; wasRight(): Promise<void> };

/** Null where nothing that was typed can be a code of another system here. @throws AppError refused, too_many */
export async function guessForeign(ctx: Context, who: Acting, typed: string): Promise<ForeignGuess | null> {
  const code = parseForeignCode(typed);
  if (code === undefined) return null;
  const { providerId, network, routerId, listed } = who;
  const anyImport = sql`SELECT 1 AS one FROM imports LIMIT 1`;
  if (!(await ctx.tenant(providerId).first(anyImport))) return null;
  // Whoever is not on the WiFi could guess from anywhere.
  if (listed === false) throw refuse("refused", "join_wifi_with_device");
  const value = sha256(`guess ${code}`).slice(0, 16);
  const subjects = [
    { limit: limitFor(ctx, { providerId, of: { network } }), count: foreignCodes.network },
    ...(listed === null && routerId !== null
      ? [{ limit: limitFor(ctx, { providerId, of: { routerId } }), count: foreignCodes.routerUnasked }]
      : []),
  ];
  // Counted first and forgotten when it was right, so that many at once are no way round.
  for (const { limit, count } of subjects) {
    const counted = await limit.attempt({ key, value, ...count });
    if (!counted.allowed) throw tooMany("redeem", counted.retryAfterMs);
  }
  return {
    code,
    wasRight: async () => {
      for (const { limit } of subjects) await limit.forget(key, value);
    },
  };
}

const key = "foreign codes";
