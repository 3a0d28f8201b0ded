import type { Context } from "../../../context.ts";
import { accountCodeFrom } from "../../../contract/values/account-code.ts";
import { platformBooks } from "../../../contract/values/platform-books.ts";
import { dayMs } from "../../../contract/values/time.ts";
import { sql } from "../../../db/sql.ts";
import { randomHex } from "../../../keys.ts";
import { collectingPaybill } from "../../gateways/index.ts";
import type { Intent } from "../core/payment-state.ts";
import { type MpesaRoute, type Route, topUpIn } from "../core/route.ts";

/** As long as the purchase itself is open, or what it tops up takes it: typed later, it is refused before money moves. */
const codeLifeMs = dayMs;
/** Ten taken codes in a row would need millions of open purchases at one pay bill. */
const draws = 10;

/** Which purchase a code at a pay bill names, and what it costs. */
export type BoundAccount = {
  paymentId: string;
  providerId: string;
  gatewayId: string;
  cents: number;
  createdAt: number;
  expiresAt: number;
};

/** Codes that ran out may be given again, those of open purchases never are: the insert decides. */
async function drawAccountCode(
  ctx: Context,
  { shortCode, gatewayId, providerId, intent }: CodeOwner & { shortCode: string; intent: Intent },
): Promise<string> {
  const now = ctx.now();
  for (let draw = 0; draw < draws; draw += 1) {
    const code = accountCodeFrom(Number.parseInt(randomHex(48), 16));
    const written = await ctx.platform.run(
      sql`INSERT INTO account_codes (short_code, code, gateway_id, provider_id, payment_id, cents, created_at,
          expires_at)
        VALUES (${shortCode}, ${code}, ${gatewayId}, ${providerId}, ${intent.id},
          ${intent.amountCents}, ${now}, ${Math.min(now + codeLifeMs, topUpIn(intent)?.takenUntil ?? Infinity)})
        ON CONFLICT (short_code, code) DO UPDATE
        SET gateway_id = excluded.gateway_id, provider_id = excluded.provider_id,
          payment_id = excluded.payment_id, cents = excluded.cents, created_at = excluded.created_at,
          expires_at = excluded.expires_at
        WHERE account_codes.expires_at <= excluded.created_at`,
    );
    if (written > 0) return code;
  }
  throw new Error(`no account code is free at ${shortCode}`);
}

/** A prompt to a pay bill that may report what arrives carries the account code under which it is reported. */
export async function withAccountCode(ctx: Context, route: Route, intent: Intent): Promise<Route> {
  if (route.type !== "mpesa" || route.partyB !== route.shortCode) return route;
  const owner = await ownerOfCode(ctx, route, intent);
  if (owner === null) return route;
  const { shortCode } = route;
  return { ...route, accountReference: await drawAccountCode(ctx, { shortCode, ...owner, intent }) };
}

/** Whose the money is that comes under a code. */
type CodeOwner = { gatewayId: string; providerId: string };

/** Null where what arrives is not reported. At the platform's pay bill comes also what is its own: diverted, or paid by a provider. */
async function ownerOfCode(
  ctx: Context,
  { credentials, settlement, gatewayId, shortCode, paybill }: MpesaRoute,
  { providerId }: Intent,
): Promise<CodeOwner | null> {
  if (credentials === "provider") return { gatewayId, providerId };
  if (settlement === "collected") return paybill ? { gatewayId, providerId } : null;
  const collecting = await collectingPaybill(ctx, ctx.snapshot(providerId));
  const isReported = collecting?.shortCode === shortCode && collecting.since !== null;
  return isReported ? { gatewayId: "", providerId: platformBooks } : null;
}

/** The purchase that a code was last given to, run out or not; null for a code that was never given out. */
export async function accountNamed(
  ctx: Context,
  shortCode: string,
  code: string,
): Promise<BoundAccount | null> {
  const row = await ctx.platform.first(
    sql<BoundAccount>`SELECT payment_id AS paymentId, provider_id AS providerId, gateway_id AS gatewayId,
        cents, created_at AS createdAt, expires_at AS expiresAt
      FROM account_codes WHERE short_code = ${shortCode} AND code = ${code}`,
  );
  return row ?? null;
}
