import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { codesGo, segmentsOfCode } from "../messages/index.ts";
import { codesPerDay, countedSince, type StoredTrial, shownTrial, storedTrial } from "./settings.ts";
import { hadByDevice, usedOf } from "./store.ts";

type Place = { providerId: string; routerId: string; subject: Subject };

/** Why a device is given none now; null where it may ask. */
async function inTheWay(ctx: Context, trial: StoredTrial, { providerId, routerId, subject }: Place) {
  if (!trial.isOn) return "trial_not_offered";
  const now = ctx.now();
  const segments = await segmentsOfCode(ctx, providerId, trial.minutes);
  const state = await ctx.tenant(providerId).first(
    sql<{ goes: number; had: number; codes: number; given: number }>`SELECT ${codesGo(now, segments)} AS goes,
        ${hadByDevice(subject, countedSince(trial, now))} AS had,
        coalesce(used.codes, 0) AS codes, coalesce(used.given, 0) AS given
      FROM trial_settings LEFT JOIN (${usedOf({ routerId, day: nairobiDay(now) })}) used WHERE id = 'own'`,
  );
  if (!state?.goes) return "trial_no_sms_now";
  if (state.had) return "trial_had_device";
  const isUsedUp = state.codes >= codesPerDay(trial) || state.given >= trial.perDay;
  return isUsedUp ? "trial_used_up" : null;
}

/** The minutes that a page offers to this device; null where it offers none. */
export async function offeredMinutes(ctx: Context, place: Place): Promise<number | null> {
  const trial = await shownTrial(ctx, place.providerId);
  return (await inTheWay(ctx, trial, place)) === null ? trial.minutes : null;
}

/** @throws AppError refused, with why this device is given none */
export async function trialFor(ctx: Context, place: Place): Promise<StoredTrial> {
  const trial = await storedTrial(ctx.tenant(place.providerId));
  const why = await inTheWay(ctx, trial, place);
  if (why !== null) throw refuse("refused", why);
  return trial;
}
