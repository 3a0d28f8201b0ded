import type { Context } from "../../context.ts";
import { media, mediaUses } from "../../db/schema/platform.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { quotas } from "../rate-limits/index.ts";

export type PictureType = (typeof media.$inferSelect)["type"];
export type Picture = { type: PictureType; bytes: Uint8Array };
export type NewPicture = Picture & { hash: string; address: string };

// Who uses a picture. One picture may have several users: it stays as long as one of them shows it, and a day longer for
// pages that were made before.

/** A provider's id, or this: the platform's general look and its advertisements. */
export const platformsOwn = "";

/** Whether what a row of `media_uses` names is shown now by its user. */
const address = sql`'/media/' || media_uses.hash`;
const isShown = sql`CASE media_uses.provider_id WHEN '' THEN
    EXISTS (SELECT 1 FROM platform_settings
      WHERE name = 'portal' AND json_extract(value, '$.logoUrl') = ${address})
    OR EXISTS (SELECT 1 FROM ads WHERE archived_at IS NULL
      AND (image_url = ${address} OR instr(content, ${address}) > 0))
  ELSE EXISTS (SELECT 1 FROM providers WHERE providers.id = media_uses.provider_id
    AND json_extract(captive_portal_settings, '$.logoUrl') = ${address}) END`;

/** Keeps its bytes for this user. To stand in one batch before what shows it, and `settleStatements` after that. */
export function keepStatements(ctx: Context, { hash, type, bytes }: NewPicture, user: string): Sql[] {
  const now = ctx.now();
  return [
    insertInto(media, { hash, type, bytes: Buffer.from(bytes), createdAt: now }),
    insertInto(mediaUses, { hash, providerId: user, storedAt: now, unusedSince: now }),
  ];
}

/** The same for pictures that are kept already, by their hashes: of another user, maybe. */
export function reuseStatement(ctx: Context, hashes: readonly string[], user: string): Sql {
  const now = ctx.now();
  return sql`INSERT INTO media_uses (hash, provider_id, stored_at, unused_since)
    SELECT hash, ${user}, ${now}, ${now} FROM media WHERE hash IN ${among(hashes)}
    ON CONFLICT (provider_id, hash) DO UPDATE SET stored_at = excluded.stored_at`;
}

/** Finds out what this user shows now, and removes what a provider has replaced often enough. */
export function settleStatements(ctx: Context, user: string): Sql[] {
  const settle = sql`UPDATE media_uses SET unused_since = iif(${isShown}, NULL,
    coalesce(unused_since, ${ctx.now()})) WHERE provider_id = ${user}`;
  if (user === platformsOwn) return [settle];
  const replaced = sql`UPDATE media_uses SET unused_since = 0
    WHERE provider_id = ${user} AND unused_since IS NOT NULL
    AND hash NOT IN (SELECT hash FROM media_uses WHERE provider_id = ${user}
      ORDER BY unused_since IS NOT NULL, stored_at DESC, rowid DESC LIMIT ${quotas.pictures.keptOfProvider})`;
  return [settle, replaced, ...removeStatements(0)];
}

/** What nobody has shown since `by`, unless another user still has it. */
function removeStatements(by: number): Sql[] {
  return [
    sql`DELETE FROM media WHERE hash IN (SELECT hash FROM media_uses WHERE unused_since <= ${by})
      AND NOT EXISTS (SELECT 1 FROM media_uses WHERE media_uses.hash = media.hash
        AND (unused_since IS NULL OR unused_since > ${by}))`,
    sql`DELETE FROM media_uses WHERE unused_since <= ${by}`,
  ];
}

/** The minute cron's part. What is due is looked at once more: a picture that is shown is never removed. */
export async function sweepPictures(ctx: Context): Promise<void> {
  const by = ctx.now() - quotas.pictures.unusedMs;
  await ctx.platform.batch([
    sql`UPDATE media_uses SET unused_since = NULL WHERE unused_since <= ${by} AND ${isShown}`,
    ...removeStatements(by),
  ]);
}

export async function countPictures(ctx: Context, user: string): Promise<number> {
  const row = await ctx.platform.first(
    sql<{ count: number }>`SELECT count(*) AS count FROM media_uses WHERE provider_id = ${user}`,
  );
  return row?.count ?? 0;
}
