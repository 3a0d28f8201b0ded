import type { Context } from "../../context.ts";
import { AdInput, type Advertisement, type ManagedAd } from "../../contract/ads.ts";
import { fieldFaults } from "../../contract/said.ts";
import type { Action } from "../../contract/texts/activity.ts";
import { ads } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { changed, insertInto } from "../../db/table-rows.ts";
import { type AppError, refuse, refuseFields } from "../../errors.ts";
import { type Actor, changesOf, recordStatement } from "../audit/index.ts";
import {
  countPictures,
  keepStatements,
  newPicture,
  picturesIn,
  platformsOwn,
  reuseStatement,
  settleStatements,
} from "../branding/index.ts";
import { quotas } from "../rate-limits/index.ts";
import { type AdPicture, adPicture } from "./ad-picture.ts";
import { managedAd } from "./managed-ads.ts";
import { endMoment, firstMoment } from "./shown-when.ts";
import { type AdRow, adAnswer, adById } from "./store.ts";

const bySystem: Actor = { actor: "system", actorId: null, providerId: null, network: null };

/** Makes an advertisement, or changes the one with this id as a whole. @throws AppError invalid, not_found */
export async function saveAd(
  ctx: Context,
  given: AdInput,
  id?: string,
  actor: Actor = bySystem,
): Promise<ManagedAd> {
  const known = id === undefined ? null : await adById(ctx, id);
  if (id !== undefined && !known) throw gone();
  const { picture, ...columns } = await checkedAd(ctx, given);
  const now = ctx.now();
  const { imageUrl, kept } = await keptAt(ctx, picture, columns.content);
  const values = { ...columns, imageUrl, updatedAt: now };
  const { platform } = ctx;
  const line = (action: Action, subject: string, changed = {}) =>
    recordStatement(ctx, { ...actor, action, subject, detail: { title: values.title, ...changed } });
  if (known) {
    // The counters stand in no column of this change: views recorded meanwhile stay counted.
    const changes = changesOf(known, { ...columns, imageUrl });
    await platform.batch([
      ...kept,
      sql`UPDATE ads SET ${changed(ads, values)} WHERE id = ${known.id} AND archived_at IS NULL`,
      ...settleStatements(ctx, platformsOwn),
      line("ad.update", known.id, changes),
    ]);
    return managedAd({ ...known, ...values }, now);
  }
  const row: AdRow = {
    id: crypto.randomUUID(),
    ...values,
    viewCount: 0,
    clickCount: 0,
    createdAt: now,
    archivedAt: null,
  };
  await platform.batch([
    ...kept,
    insertInto(ads, row),
    ...settleStatements(ctx, platformsOwn),
    line("ad.create", row.id),
  ]);
  return managedAd(row, now);
}

/** What would be shown, as `saveAd` would keep it; a new picture comes as data URL. Nothing is kept. */
export async function draftAd(ctx: Context, given: AdInput): Promise<Advertisement> {
  const { picture, ...columns } = await checkedAd(ctx, given);
  const imageUrl =
    picture === null
      ? null
      : "address" in picture
        ? picture.address
        : `data:${picture.type};base64,${Buffer.from(picture.bytes).toString("base64")}`;
  const counts = { viewCount: 0, clickCount: 0, createdAt: 0, updatedAt: 0, archivedAt: null };
  return adAnswer({ id: "draft", ...columns, ...counts, imageUrl });
}

/** Archived, not deleted: what was shown refers to it. */
export async function archiveAd(ctx: Context, id: string, actor: Actor = bySystem): Promise<void> {
  const known = await adById(ctx, id);
  if (!known) throw gone();
  const now = ctx.now();
  await ctx.platform.batch([
    sql`UPDATE ads SET archived_at = ${now}, updated_at = ${now} WHERE id = ${id} AND archived_at IS NULL`,
    ...settleStatements(ctx, platformsOwn),
    recordStatement(ctx, { ...actor, action: "ad.delete", subject: id, detail: { title: known.title } }),
  ]);
}

/** The columns as they are kept, and the picture, looked for last: it may be fetched from elsewhere. */
async function checkedAd(ctx: Context, given: AdInput) {
  const parsed = AdInput.safeParse(given, { reportInput: true });
  if (!parsed.success) throw refuseFields(fieldFaults(parsed.error.issues));
  const { title, description, displayDuration, priority, targetAudience, isActive, ...input } = parsed.data;
  // With a parser of HTML that nothing else needs.
  const { cleanAdHtml, showsSomething } = await import("./clean-html.ts");
  const content = cleanAdHtml(input.content);
  if (!showsSomething(content)) throw refuse("invalid", "ad_content").at("content");
  return {
    title,
    description: description ?? "",
    content,
    displayDuration,
    priority,
    targetAudience,
    isActive,
    ...periodOf(input.startDate, input.endDate),
    externalUrl: input.externalUrl ?? null,
    picture: await adPicture(ctx, input.imageUrl),
  };
}

/** Its own address, and what keeps it and the pictures that the content names. */
async function keptAt(
  ctx: Context,
  picture: AdPicture,
  content: string,
): Promise<{ imageUrl: string | null; kept: Sql[] }> {
  const made = picture !== null && "bytes" in picture ? newPicture(picture.bytes) : null;
  const imageUrl = made?.address ?? (picture !== null && "address" in picture ? picture.address : null);
  if (made && (await countPictures(ctx, platformsOwn)) >= quotas.pictures.ofPlatform)
    throw refuse("refused", "ad_pictures_kept", { count: quotas.pictures.ofPlatform });
  const named = picturesIn(`${imageUrl ?? ""} ${content}`);
  return {
    imageUrl,
    kept: [
      ...(made ? keepStatements(ctx, made, platformsOwn) : []),
      reuseStatement(ctx, named, platformsOwn),
    ],
  };
}

function periodOf(startDate: string | undefined, endDate: string | undefined) {
  const startsAt = startDate === undefined ? null : firstMoment(startDate);
  const endsAt = endDate === undefined ? null : endMoment(endDate);
  if (startsAt === undefined) throw refuse("invalid", "ad_start");
  if (endsAt === undefined) throw refuse("invalid", "ad_end");
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt)
    throw refuse("invalid", "ad_backwards").at("endDate");
  return { startDate: startDate ?? null, endDate: endDate ?? null, startsAt, endsAt };
}

function gone(): AppError {
  return refuse("not_found", "ad_is_gone");
}
