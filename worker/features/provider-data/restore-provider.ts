import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import type { RestoreEnd } from "../../db/provider-restore.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { compareCopies } from "../copies/index.ts";
import { providerById } from "../providers/index.ts";
import { keepAllCodes } from "../secrets/index.ts";
import { refuseUnsettled } from "./erase-provider.ts";

/** Of Cloudflare's history of an object's storage. */
const historyMs = 30 * dayMs;
/** Longer than taking the rows along takes. */
const cutOffMs = 15 * minuteMs;

type Restore = {
  providerId: string;
  /** As it was typed to confirm. */
  name: string;
  /** UTC ms. */
  at: number;
  actor: Actor;
};

/**
 * A suspended provider's own rows as they were at a moment, with what was sold, redeemed and booked since (worker/db/carried-rows.ts).
 * It stays suspended. @returns the sentence to show @throws AppError not_found, invalid, conflict; unavailable where the storage
 * can't go back
 */
export async function restoreProvider(ctx: Context, { providerId, name, at, actor }: Restore): Promise<Text> {
  const provider = await providerById(ctx, providerId);
  const { businessName, createdAt } = provider;
  if (name.trim() !== businessName.trim()) throw refuse("invalid", "provider_name_typed");
  if (at >= ctx.now() || at < Math.max(ctx.now() - historyMs, Date.parse(createdAt)))
    throw refuse("invalid", "restore_when");
  await refuseUnsettled(ctx, providerId, businessName);
  const begunAt = ctx.now();
  const [begun] = await ctx.platform.batch([
    sql<{ id: string }>`UPDATE providers SET status = 'restoring', updated_at = ${begunAt}
      WHERE id = ${providerId} AND status = 'suspended' RETURNING id`,
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId,
        action: "provider.restore",
        subject: providerId,
        detail: { at: new Date(at).toISOString() },
      },
      sql`changes() = 1`,
    ),
  ]);
  if (begun.length === 0) throw refuse("conflict", "provider_not_suspended", { name: businessName });
  await begin(ctx, providerId, at, begunAt);
  const end = await finish(ctx, providerId, begunAt);
  if (end === "unchanged") throw refuse("unavailable", "restore_impossible", { name: businessName });
  return say("provider_restored", { name: businessName, at: { at } });
}

/** The object ends with it, so that a call that succeeds was refused. */
async function begin(ctx: Context, providerId: string, at: number, begunAt: number): Promise<void> {
  try {
    const { fault } = await ctx.provider(providerId).restore(at, begunAt);
    log("error", "provider not restored", fault, { provider: providerId });
  } catch (cause) {
    log("warn", "provider's object ended", cause, { provider: providerId });
  }
}

/** Repeatable. The platform's copies of rows that went back are made right before anything changes them. */
async function finish(ctx: Context, providerId: string, begunAt: number): Promise<RestoreEnd> {
  const end = await ctx.provider(providerId).endRestore(begunAt);
  await compareCopies(ctx, providerId);
  await keepAllCodes(ctx, providerId);
  await ctx.platform.run(
    sql`UPDATE providers SET status = 'suspended' WHERE id = ${providerId} AND status = 'restoring'`,
  );
  return end;
}

/** The minute cron's part: restores that were cut off. */
export async function sweepRestores(ctx: Context): Promise<void> {
  const begun = await ctx.platform.all(
    sql<{ id: string; begunAt: number }>`SELECT id, updated_at AS begunAt FROM providers
      WHERE status = 'restoring' AND updated_at < ${ctx.now() - cutOffMs}
        AND id NOT IN (SELECT provider_id FROM loaded_providers WHERE ended_at IS NULL)`,
  );
  for (const { id, begunAt } of begun)
    try {
      await finish(ctx, id, begunAt);
    } catch (cause) {
      log("error", "restore not finished yet", cause, { provider: id });
    }
}
