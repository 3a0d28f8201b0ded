import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { dayMs } from "../../contract/values/time.ts";
import { trialSettings } from "../../db/schema/tenant.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { VersionCache } from "../../version-cache.ts";

export type StoredTrial = typeof trialSettings.$inferSelect;

/** What holds until a provider has chosen otherwise. */
const unset: StoredTrial = {
  id: "own",
  isOn: false,
  minutes: 15,
  downKbps: 2_000,
  upKbps: 2_000,
  perDay: 20,
  againAfterDays: null,
};

export async function storedTrial(db: TenantDb): Promise<StoredTrial> {
  const [row] = await db.select(trialSettings, { where: eq(trialSettings.id, "own"), limit: 1 });
  return row ?? unset;
}

const kept = new VersionCache<StoredTrial>();

/** For what is shown alone: most providers have none, and no page of theirs reads a row for it. */
export function shownTrial(ctx: Context, providerId: string): Promise<StoredTrial> {
  return kept.get(ctx, providerId, () => storedTrial(ctx.tenant(providerId)));
}

/** A number may be mistyped, and some codes are never entered. */
export const codesPerDay = ({ perDay }: Pick<StoredTrial, "perDay">): number => 2 * perDay;

/** A trial that was given after this counts against its phone and device, UTC ms. */
export const countedSince = ({ againAfterDays }: Pick<StoredTrial, "againAfterDays">, now: number): number =>
  againAfterDays === null ? 0 : now - againAfterDays * dayMs;
