import type { Context } from "../../context.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { extendPurchase, reopenableMs } from "../entitlements/index.ts";
import { claimIdempotencyKey, type KeyClaim } from "../rate-limits/index.ts";
import { knownUser } from "./known-user.ts";
import { termsOfRow, type UserRow } from "./user-rows.ts";

export type ExtendAsk = {
  providerId: string;
  /** The device's address. */
  id: string;
  minutes: number;
  idempotencyKey: string | null;
};

export type Extended = { mac: string; entitlementId: string; endsAt: number };

/** What a request came to, kept by its key: a repeat is told the same. */
type Outcome = Extended | { code: ErrorCode; sentence: string };

const patienceMs = 3_000;
const lookEveryMs = 150;

/**
 * Gives a device more time: after the end of what runs, or from now on where it ran out within seven days. A repeated
 * request gives nothing more.
 * @returns `repeated`: the request came before
 * @throws AppError not_found; refused where there is no time to add to; conflict
 */
export async function extendUser(ctx: Context, ask: ExtendAsk): Promise<Extended & { repeated: boolean }> {
  const { providerId, minutes, idempotencyKey } = ask;
  const row = await knownUser(ctx, providerId, ask.id);
  const body = { extend: row.mac, minutes };
  const claim = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, body);
  if (claim.repeated) return { ...(await firstOutcome(ctx, ask, claim, body)), repeated: true };
  const outcome = await extend(ctx, providerId, row, minutes);
  await claim.joins(JSON.stringify(outcome));
  return { ...given(outcome), repeated: false };
}

async function extend(ctx: Context, providerId: string, row: UserRow, minutes: number): Promise<Outcome> {
  const refused = whyNot(row, ctx.now());
  if (refused !== null || row.eId === null) return { code: "refused", sentence: refused ?? nothingBought };
  const endsAt = await extendPurchase(ctx, providerId, row.eId, minutes * 60_000);
  const changing = "This purchase is just being changed. Please try again in a moment.";
  if (endsAt === null) return { code: "conflict", sentence: changing };
  return { mac: row.mac, entitlementId: row.eId, endsAt };
}

/**
 * Waits for the first request with this key. One that died on its way may or may not have given time: nobody is given it
 * twice, so whoever repeats that one is asked to look.
 */
async function firstOutcome(
  ctx: Context,
  { providerId, idempotencyKey }: ExtendAsk,
  first: KeyClaim,
  body: object,
): Promise<Extended> {
  let { result } = first;
  for (let left = patienceMs; result === "" && left > 0; left -= lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    ({ result } = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, body));
  }
  if (result === "")
    throw new AppError(
      "conflict",
      "It is not certain that this time was given. Look when the user's time ends before you give more.",
    );
  return given(JSON.parse(result) as Outcome);
}

function given(outcome: Outcome): Extended {
  if ("code" in outcome) throw new AppError(outcome.code, outcome.sentence);
  return outcome;
}

const nothingBought = "Nothing was bought for this device that could be given more time.";

/** Null: the purchase that counts can be given more time. */
function whyNot(row: UserRow, now: number): string | null {
  const terms = termsOfRow(row);
  if (terms === null) return nothingBought;
  if (row.status === "cut_off")
    return "This device is cut off. Allow it again first, then give it more time.";
  if (row.eState === "lapsed" || (row.eStartedAt === null && row.eState === "ended"))
    return "This purchase was never used and has lapsed. Give the user a voucher instead.";
  if (row.eStartedAt === null) return "This purchase has not started yet: its whole time is still there.";
  const isDataOver = terms.dataBytes !== null && (row.eUsedBytes ?? 0) >= terms.dataBytes;
  if (isDataOver || row.eEndReason === "data")
    return "The data of this purchase is used up: more time would not help. Give the user a voucher.";
  if (row.eEndedAt !== null && row.eEndedAt <= now - reopenableMs)
    return "This purchase ended more than 7 days ago. Give the user a voucher instead.";
  return null;
}
