import type { Context } from "../../context.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { lineOf } from "../../http/network.ts";
import { sha256 } from "../../keys.ts";
import { type Acting, foreignCodes, limitFor, tooMany } from "../rate-limits/index.ts";

// Codes of another system may be short, so who guesses must be stopped before the code is looked up, whether it is right or wrong:
// unlike our own, such a code does not keep itself (docs/decisions/0049-imports.md).

/** `wasRight`: it is no guess any more. `isFirst`: it was redeemed by this, not told again. */
type ForeignGuess = { code: string; wasRight(isFirst: boolean): Promise<void> };

type Guessing = Acting & { routerId: string; subject: Subject };

/** @param code its stored form @returns null where no system's codes were ever brought in @throws AppError refused, too_many */
export async function guessForeign(ctx: Context, who: Guessing, code: string): Promise<ForeignGuess | null> {
  const { providerId, network, routerId, listed } = who;
  const anyImport = sql`SELECT 1 AS one FROM imports LIMIT 1`;
  if (!(await ctx.tenant(providerId).first(anyImport))) return null;
  // Whoever is not on the WiFi could guess from anywhere.
  if (listed === false) throw refuse("refused", "join_wifi_with_device");
  const value = sha256(`guess ${code}`).slice(0, 16);
  const counts = await countsOf(ctx, who);
  // Counted first and forgotten when it was right, so that many at once are no way round. The network first: what it refuses is in no
  // count that others share.
  for (const { limit, count } of counts) {
    const counted = await limit.attempt({ key, value, ...count });
    if (!counted.allowed) throw tooMany("redeem", counted.retryAfterMs);
  }
  return {
    code,
    wasRight: async (isFirst) => {
      for (const { limit } of counts) await limit.forget({ keys: [key], value });
      if (!isFirst) return;
      const atRouter = limitFor(ctx, { providerId, of: { routerId } });
      await atRouter.attempt({ key: siteNetworks, value: network, ...foreignCodes.siteNetworks });
    },
  };
}

const key = "foreign codes";
const siteNetworks = "networks of the site";

async function countsOf(ctx: Context, { providerId, network, routerId, subject, listed }: Guessing) {
  const byNetwork = { limit: limitFor(ctx, { providerId, of: { network } }), count: foreignCodes.network };
  const atRouter = limitFor(ctx, { providerId, of: { routerId } });
  if (listed && (await atRouter.isCounted(siteNetworks, network))) return [byNetwork];
  const device = `${routerId} ${subject}`;
  return [
    byNetwork,
    { limit: limitFor(ctx, { providerId, of: { network: lineOf(network) } }), count: foreignCodes.line },
    { limit: limitFor(ctx, { providerId, of: { device } }), count: foreignCodes.device },
    { limit: atRouter, count: foreignCodes.router },
  ];
}
