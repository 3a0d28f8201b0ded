import type { Context } from "../../context.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { inWords, limitFor } from "../limits/index.ts";
import type { Sale } from "../routers/index.ts";

const tenMinutesMs = 600_000;
const hourMs = 3_600_000;
const slowedMs = 3_000;

/** Why a code did not work, in a sentence. */
export type WrongCode = { code: ErrorCode; sentence: string };

/**
 * Counts a wrong answer by device, router and provider and refuses it, later and later the more there are. Right codes
 * never come here, so that a guesser on the same WiFi slows nobody else.
 */
export async function refuseCode(
  ctx: Context,
  sale: Sale,
  mac: string,
  { code, sentence }: WrongCode,
): Promise<never> {
  const router = limitFor(ctx, { routerId: sale.router.id });
  const [byDevice, byRouter, byProvider] = await Promise.all([
    router.count(`wrong code ${mac}`, tenMinutesMs),
    router.count("wrong code", tenMinutesMs),
    limitFor(ctx, { providerId: sale.providerId }).count("wrong code", hourMs),
  ]);
  const tooMany = byDevice > 5 || byRouter > 60 || byProvider > 1_000;
  if (!tooMany) throw new AppError(code, sentence);
  await new Promise((resolve) => setTimeout(resolve, slowedMs));
  throw new AppError(
    "too_many",
    `${sentence} Too many wrong codes were tried: wait and try again ${inWords(tenMinutesMs)}.`,
    {
      retryAfter: tenMinutesMs / 1_000,
    },
  );
}
