import type { Context, PlatformRows } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { platformMpesa } from "./mpesa.ts";

// The platform's own pay bill, at which it collects for providers that consented: whether the gateway reports what is typed there, and for
// whom it is taken.

const settingName = "collecting-paybill";

type At = { environment: "sandbox" | "production"; shortCode: string };

/** @property since UTC ms; null = what is typed there is not reported @property fault of the newest try to have it reported */
export type CollectingPaybill = At & { since: number | null; fault: string | null };

/** Null where the platform has no M-Pesa app. What Safaricom agreed to for one short code says nothing of another. */
export async function collectingPaybill(
  ctx: Context,
  rows: Pick<PlatformRows, "first"> = ctx.platform,
): Promise<CollectingPaybill | null> {
  const app = platformMpesa(ctx);
  if (!app) return null;
  const { environment, shortCode } = app;
  const row = await rows.first(
    sql<{ value: string }>`SELECT value FROM platform_settings WHERE name = ${settingName}`,
  );
  const kept = row ? (JSON.parse(row.value) as CollectingPaybill) : null;
  const isSame = kept?.shortCode === shortCode && kept.environment === environment;
  return { environment, shortCode, since: isSame ? kept.since : null, fault: isSame ? kept.fault : null };
}

/** What was reported before stays known, also where it was refused since. */
export async function collectingPaybillRegistered(
  ctx: Context,
  { environment, shortCode, since }: CollectingPaybill,
  fault: string | null,
): Promise<void> {
  const now = ctx.now();
  const kept = { environment, shortCode, since: since ?? (fault === null ? now : null), fault };
  await ctx.platform.run(
    sql`INSERT INTO platform_settings (name, value, updated_at) VALUES (${settingName}, ${JSON.stringify(kept)}, ${now})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  );
}

export function isCollectingPaybill(ctx: Context, { environment, shortCode }: At): boolean {
  const app = platformMpesa(ctx);
  return app?.shortCode === shortCode && app.environment === environment;
}

/**
 * By which consent money is this provider's that reached the platform's pay bill.
 * @param byPerson for a decision by an operator a consent counts also while collection is stopped
 */
export async function consentFor(
  ctx: Context,
  providerId: string,
  { byPerson = false }: { byPerson?: boolean } = {},
): Promise<string | null> {
  const row = await ctx.platform.first(
    sql<{ id: string }>`SELECT id FROM gateways
      WHERE provider_id = ${providerId} AND archived_at IS NULL AND is_active = 1
        AND environment = ${platformMpesa(ctx)?.environment ?? ""}
        AND (collected = 'on' OR (collected = 'stopped' AND ${byPerson}))`,
  );
  return row?.id ?? null;
}
