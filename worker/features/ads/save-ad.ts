import * as z from "zod";
import type { Context } from "../../context.ts";
import { type Advertisement, TargetAudience } from "../../contract/ads.ts";
import { optional } from "../../contract/endpoint.ts";
import { ads } from "../../db/schema/platform.ts";
import { AppError } from "../../errors.ts";
import { sentenceFor } from "../../http/request-rules.ts";
import { isStoredPicture } from "../branding/index.ts";
import { adsChanged } from "./active-ads.ts";
import { cleanAdHtml, showsSomething } from "./clean-html.ts";
import { endMoment, firstMoment } from "./shown-when.ts";
import { type AdRow, adAnswer, adById, unarchived } from "./store.ts";

const needs = {
  title: "Please enter a title.",
  titleLength: "The title is too long: at most 100 characters.",
  descriptionLength: "The description is too long: at most 500 characters.",
  content: "Please enter the content.",
  priority: "The priority is a whole number from 1 to 10.",
  duration: "The display duration is a whole number of seconds from 5 to 300.",
  audience: "Please choose who sees this: everybody, new users or returning users.",
  website: "The external address must be a web address, beginning with http:// or https://.",
  picture: "Please choose the picture again.",
  start: "The start is not a date.",
  end: "The end is not a date.",
};

const DateText = optional(z.string().trim().max(40));

/** What the operator enters (specification, super admin console 5). */
export const AdInput = z.strictObject({
  title: z.string(needs.title).trim().min(1, needs.title).max(100, needs.titleLength),
  description: z.string(needs.descriptionLength).trim().max(500, needs.descriptionLength).default(""),
  /** HTML; cleaned before it is kept. */
  content: z.string(needs.content).trim().min(1, needs.content),
  /** Own address `/media/<hash>` of a stored picture. */
  imageUrl: optional(z.string(needs.picture).trim()),
  externalUrl: optional(
    z.string(needs.website).trim().max(2_000, needs.website).refine(isWebAddress, needs.website),
  ),
  /** Seconds. */
  displayDuration: z.int(needs.duration).min(5, needs.duration).max(300, needs.duration).default(10),
  /** Higher shows first. */
  priority: z.int(needs.priority).min(1, needs.priority).max(10, needs.priority).default(5),
  /** `YYYY-MM-DD`, a whole day in Nairobi (the end day is shown to its end), or an instant. */
  startDate: DateText,
  endDate: DateText,
  targetAudience: z.enum(TargetAudience.options, needs.audience).default("all"),
  isActive: z.boolean().default(true),
});
export type AdInput = z.input<typeof AdInput>;

/**
 * Makes an advertisement, or changes the one with this id as a whole.
 * @throws AppError invalid with a sentence, not_found for an id that is unknown or archived
 */
export async function saveAd(ctx: Context, given: AdInput, id?: string): Promise<Advertisement> {
  const values = await columnsOf(ctx, given);
  const now = ctx.now();
  if (id === undefined) {
    const counts = { viewCount: 0, clickCount: 0 };
    const row: AdRow = {
      id: crypto.randomUUID(),
      ...values,
      ...counts,
      createdAt: now,
      updatedAt: now,
      archivedAt: null,
    };
    await ctx.platform.run(ctx.platform.insert(ads, row));
    adsChanged();
    return adAnswer(row);
  }
  const known = await adById(ctx, id);
  if (!known) throw gone();
  const changed = { ...values, updatedAt: now };
  // The counters stand in no column of this change: views recorded meanwhile stay counted.
  if ((await ctx.platform.run(ctx.platform.update(ads, changed, unarchived(id)))) === 0) throw gone();
  adsChanged();
  return adAnswer({ ...known, ...changed });
}

/** Archived, not deleted: what was shown refers to it. */
export async function archiveAd(ctx: Context, id: string): Promise<void> {
  const change = { archivedAt: ctx.now(), updatedAt: ctx.now() };
  if ((await ctx.platform.run(ctx.platform.update(ads, change, unarchived(id)))) === 0) throw gone();
  adsChanged();
}

async function columnsOf(ctx: Context, given: AdInput) {
  const parsed = AdInput.safeParse(given);
  if (!parsed.success) throw new AppError("invalid", sentenceFor(parsed.error.issues));
  const { title, description, displayDuration, priority, targetAudience, isActive, ...input } = parsed.data;
  const content = cleanAdHtml(input.content);
  if (!showsSomething(content)) throw new AppError("invalid", needs.content);
  if (input.imageUrl && !(await isStoredPicture(ctx, input.imageUrl))) {
    throw new AppError("invalid", needs.picture);
  }
  return {
    ...{ title, description, content, displayDuration, priority, targetAudience, isActive },
    ...periodOf(input.startDate, input.endDate),
    imageUrl: input.imageUrl ?? null,
    externalUrl: input.externalUrl ?? null,
  };
}

function periodOf(startDate: string | undefined, endDate: string | undefined) {
  const startsAt = startDate === undefined ? null : firstMoment(startDate);
  const endsAt = endDate === undefined ? null : endMoment(endDate);
  if (startsAt === undefined) throw new AppError("invalid", needs.start);
  if (endsAt === undefined) throw new AppError("invalid", needs.end);
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) {
    throw new AppError("invalid", "The end lies before the start.");
  }
  return { startDate: startDate ?? null, endDate: endDate ?? null, startsAt, endsAt };
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function gone(): AppError {
  return new AppError("not_found", "This advertisement does not exist any more.");
}
