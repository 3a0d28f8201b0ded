import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { claimIdempotencyKey, inWords, limitFor } from "../limits/index.ts";

const tenMinutesMs = 600_000;
const hourMs = 3_600_000;
const slowedMs = 3_000;
const admitted = "admitted";

type Place = { providerId: string; routerId: string; mac: string };

/**
 * Five tries per ten minutes, device and router. A repeat of a request that was let in is no new try; one of a request
 * that was not is.
 */
export async function countTry(
  ctx: Context,
  { routerId, mac }: Place,
  idempotencyKey: string | null,
  body: unknown,
): Promise<void> {
  const claim = await claimIdempotencyKey(ctx, { routerId }, idempotencyKey, body);
  const isRepeat = claim.repeated && claim.result === admitted;
  const tries = isRepeat ? { key: `claim again ${mac}`, max: 100 } : { key: `claim ${mac}`, max: 5 };
  const { allowed, retryAfterMs } = await limitFor(ctx, { routerId }).attempt({
    ...tries,
    windowMs: tenMinutesMs,
  });
  if (!allowed) {
    throw new AppError(
      "too_many",
      `Too many tries from this device. Please try again ${inWords(retryAfterMs)}.`,
      {
        retryAfter: retryAfterMs / 1_000,
      },
    );
  }
  if (!isRepeat) await claim.joins(admitted);
}

/**
 * Counts a wrong code by router and provider, and answers late where there are very many: addresses of devices can be
 * borrowed. Right codes never come here, so that a guesser slows nobody else.
 */
export async function slowDown(ctx: Context, { providerId, routerId }: Place): Promise<void> {
  const [byRouter, byProvider] = await Promise.all([
    limitFor(ctx, { routerId }).count("wrong claim", tenMinutesMs),
    limitFor(ctx, { providerId }).count("wrong claim", hourMs),
  ]);
  if (byRouter > 60 || byProvider > 1_000) await new Promise((resolve) => setTimeout(resolve, slowedMs));
}
