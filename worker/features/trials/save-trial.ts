import type { Context } from "../../context.ts";
import type { Trial, TrialInput } from "../../contract/trials.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { trialSettings } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { changed, insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { type SmsState, smsStateOf } from "../messages/index.ts";
import { routerNames } from "../routers/index.ts";
import { codesPerDay, type StoredTrial, storedTrial } from "./settings.ts";

export async function trialNow(ctx: Context, providerId: string): Promise<Trial> {
  const db = ctx.tenant(providerId);
  const trial = await storedTrial(db);
  const [sms, used, names] = await Promise.all([
    smsStateOf(ctx, providerId, trial.minutes),
    db.all(
      sql<{ routerId: string; codes: number; given: number }>`SELECT router_id AS routerId, codes, given
        FROM trial_days WHERE day = ${nairobiDay(ctx.now())} AND codes + given > 0 ORDER BY router_id`,
    ),
    routerNames(ctx, providerId),
  ]);
  return {
    ...fieldsOf(trial),
    codesPerDay: codesPerDay(trial),
    smsPrice: shillings(sms.codeCents),
    hindrance: sms.hindrance,
    today: used.map((one) => ({ ...one, name: names.get(one.routerId) ?? "" })),
  };
}

const fieldsOf = ({ isOn, minutes, downKbps, upKbps, perDay, againAfterDays }: StoredTrial) => ({
  isOn,
  minutes,
  perDay,
  againAfterDays,
  speedMbps: downKbps / 1_000,
  uploadMbps: upKbps / 1_000,
});

const untried: Partial<
  Record<NonNullable<SmsState["hindrance"]>, "message_account_missing" | "message_account_untried">
> = {
  no_account: "message_account_missing",
  untried: "message_account_untried",
};

/** @returns what it was @throws AppError refused where it is turned on before an SMS account took a test message */
export async function saveTrial(ctx: Context, providerId: string, input: TrialInput): Promise<TrialFields> {
  const db = ctx.tenant(providerId);
  const before = await storedTrial(db);
  const { isOn, minutes, perDay, againAfterDays = null } = input;
  const { hindrance } = await smsStateOf(ctx, providerId, minutes);
  const missing = hindrance === null ? undefined : untried[hindrance];
  if (isOn && missing !== undefined) throw refuse("refused", missing);
  const change = {
    isOn,
    minutes,
    perDay,
    againAfterDays,
    downKbps: Math.round(input.speedMbps * 1_000),
    upKbps: Math.round(input.uploadMbps * 1_000),
  };
  await db.batch([
    insertInto(trialSettings, { id: "own", ...change }),
    sql`UPDATE trial_settings SET ${changed(trialSettings, change)} WHERE id = 'own'`,
  ]);
  return fieldsOf(before);
}

type TrialFields = ReturnType<typeof fieldsOf>;
