import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { AppError, refuse } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import type { Acting } from "./admit.ts";
import { limitFor } from "./limit-for.ts";

/** @property result what the first request with this key was about to make; a repeat is told the same */
export type KeyClaim = {
  repeated: boolean;
  result: string;
  /** The request turned out to be part of something else: repeats are told that instead. */
  joins(result: string): Promise<void>;
};

/** New keys per minute and provider or admin, so that made-up ones cannot fill an object. */
const newKeysPerMinute = 600;

/**
 * For 24 h. Use cases are repeatable: a repeat runs again and finds its own rows. @throws AppError conflict for
 * another body, too_many
 */
export async function claimIdempotencyKey(
  ctx: Context,
  subject: { providerId: string } | { adminId: string },
  key: string | null,
  body: unknown,
  result = "",
): Promise<KeyClaim> {
  if (key === null) return { repeated: false, result, joins: async () => undefined };
  const limit = limitFor(ctx, subject);
  const hash = sha256(JSON.stringify(body));
  const claim = await limit.claimKey({ key, hash, result, perMinute: newKeysPerMinute });
  if (claim.kind === "other") throw usedBefore();
  if (claim.kind === "limited")
    throw new AppError("too_many", say("requests_limit"), {
      retryAfter: 60,
    });
  return {
    repeated: claim.kind === "same",
    result: claim.result,
    joins: (other) => limit.keepKey({ key, hash, result: other }),
  };
}

/** @property known the result of an earlier request with this key and body */
export type VisitorKey = { known: string | null; keep(result: string): Promise<void> };

/**
 * A visitor's `Idempotency-Key`, kept by browser, or by network where there is no cookie. It is looked up first, and kept
 * only once the request was admitted: so there are no more of them than admitted acts, and a repeat is never too many.
 * Two requests with one key at the same moment are both new: they meet at what they both want (a lease, a voucher).
 * @throws AppError conflict when the key came with another body before
 */
export async function visitorKey(
  ctx: Context,
  { providerId, browser, network }: Pick<Acting, "providerId" | "browser" | "network">,
  key: string | null,
  body: unknown,
): Promise<VisitorKey> {
  if (key === null) return { known: null, keep: async () => undefined };
  const limit = limitFor(ctx, { providerId, of: browser === null ? { network } : { browser } });
  const hash = sha256(JSON.stringify(body));
  const found = await limit.knownKey(key, hash);
  if (found?.kind === "other") throw usedBefore();
  return {
    known: found?.kind === "same" ? found.result : null,
    keep: (result) => limit.keepKey({ key, hash, result }),
  };
}

const usedBefore = () => refuse("conflict", "key_of_other_request");
