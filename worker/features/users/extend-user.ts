import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { macOf } from "../../contract/values/subject.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { AppError, type ErrorCode, refuse } from "../../errors.ts";
import { extendPurchase, reopenableMs } from "../entitlements/index.ts";
import {
  claimIdempotencyKey,
  type Giver,
  type KeyClaim,
  noMinutes,
  returnMinutes,
  takeMinutes,
} from "../rate-limits/index.ts";
import { knownUser } from "./known-user.ts";
import { termsOfRow, type UserRow } from "./user-rows.ts";

export type ExtendAsk = {
  giver: Giver;
  /** The device's address. */
  id: string;
  minutes: number;
  idempotencyKey: string | null;
};

export type Extended = { userId: string; entitlementId: string; endsAt: number };

/** What a request came to, kept by its key: a repeat is told the same. */
type Outcome = Extended | { code: ErrorCode; text: Text };

const patienceMs = 3_000;
const lookEveryMs = 150;

/**
 * After the end of what runs, or from now on within seven days. @returns `repeated`: it came before, and gives nothing
 * more @throws AppError not_found; refused where there is no time to add to; conflict
 */
export async function extendUser(ctx: Context, ask: ExtendAsk): Promise<Extended & { repeated: boolean }> {
  const { minutes, idempotencyKey } = ask;
  const { providerId } = ask.giver;
  const row = await knownUser(ctx, providerId, ask.id);
  const body = { extend: row.subject, minutes };
  const claim = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, body);
  if (claim.repeated) return { ...(await firstOutcome(ctx, ask, claim, body)), repeated: true };
  const outcome = await give(ctx, ask.giver, row, minutes);
  await claim.joins(JSON.stringify(outcome));
  return { ...given(outcome), repeated: false };
}

/** A limit's minutes are taken first: cut off in between, too little is given, and never too much. */
async function give(ctx: Context, giver: Giver, row: UserRow, minutes: number): Promise<Outcome> {
  const { providerId, adminId } = giver;
  if (adminId === null) return extend(ctx, providerId, row, minutes);
  const db = ctx.tenant(providerId);
  const id = crypto.randomUUID();
  const [, taken = []] = await db.batch(takeMinutes(adminId, { id, minutes, at: ctx.now() }));
  if (taken.length === 0) {
    const { code, text } = await noMinutes(ctx, giver);
    return { code, text };
  }
  const outcome = await extend(ctx, providerId, row, minutes);
  if ("code" in outcome) await db.run(returnMinutes(id));
  return outcome;
}

async function extend(ctx: Context, providerId: string, row: UserRow, minutes: number): Promise<Outcome> {
  const refused = whyNot(row, ctx.now());
  if (refused !== null || row.eId === null) return { code: "refused", text: refused ?? nothingBought };
  const endsAt = await extendPurchase(ctx, providerId, row.eId, minutes * minuteMs);
  const changing = say("purchase_changing");
  if (endsAt === null) return { code: "conflict", text: changing };
  return { userId: macOf(row.subject), entitlementId: row.eId, endsAt };
}

/** Waits for the first request with this key; one that died is not repeated, so time is given once. */
async function firstOutcome(
  ctx: Context,
  { giver: { providerId }, idempotencyKey }: ExtendAsk,
  first: KeyClaim,
  body: object,
): Promise<Extended> {
  let { result } = first;
  for (let left = patienceMs; result === "" && left > 0; left -= lookEveryMs) {
    await ctx.sleep(lookEveryMs);
    ({ result } = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, body));
  }
  if (result === "") throw refuse("conflict", "extend_uncertain");
  return given(JSON.parse(result) as Outcome);
}

function given(outcome: Outcome): Extended {
  if ("code" in outcome) throw new AppError(outcome.code, outcome.text);
  return outcome;
}

const nothingBought = say("extend_nothing");

/** Null: the purchase that counts can be given more time. */
function whyNot(row: UserRow, now: number): Text | null {
  const terms = termsOfRow(row);
  if (terms === null) return nothingBought;
  if (row.status === "cut_off") return say("extend_cut_off");
  if (row.eState === "lapsed" || (row.eStartedAt === null && row.eState === "ended"))
    return say("extend_lapsed");
  if (row.eStartedAt === null) return say("extend_not_started");
  const isDataOver = terms.dataBytes !== null && (row.eUsedBytes ?? 0) >= terms.dataBytes;
  if (isDataOver || row.eEndReason === "data") return say("extend_data_used");
  if (row.eEndedAt !== null && row.eEndedAt <= now - reopenableMs) return say("extend_too_late");
  return null;
}
