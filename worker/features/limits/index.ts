import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import type { LeaseAnswer, LeaseAsk } from "./lease.ts";
import type { Attempt, AttemptAnswer, LimitObject } from "./limit-object.ts";

export type { LeaseAnswer } from "./lease.ts";
export { quotas } from "./quotas.ts";

/** Whom limits are kept for. Routers, providers and admins must be known ones; the rest falls into 256 shards. */
export type LimitSubject =
  | { routerId: string }
  | { providerId: string }
  | { adminId: string }
  | { phone: string }
  | { account: string }
  | { network: string };

export type Limit = {
  attempt(...attempts: Attempt[]): Promise<AttemptAnswer>;
  count(key: string, windowMs: number): Promise<number>;
  lease(ask: LeaseAsk, ...attempts: Attempt[]): Promise<LeaseAnswer>;
  release(subject: string, paymentId: string): Promise<void>;
  latest(subject: string, since: number): Promise<{ paymentId: string; open: boolean } | null>;
};

function stubFor(ctx: Context, subject: LimitSubject): DurableObjectStub<LimitObject> {
  const namespace = ctx.env.LIMIT;
  if ("routerId" in subject) return namespace.get(namespace.idFromName(`router ${subject.routerId}`));
  if ("providerId" in subject) return namespace.get(namespace.idFromName(`provider ${subject.providerId}`));
  if ("adminId" in subject) return namespace.get(namespace.idFromName(`admin ${subject.adminId}`));
  const [[kind, value] = ["", ""]] = Object.entries(subject);
  const shard = ctx.keys.tag("limit-shard", `${kind} ${value}`, 8);
  return namespace.get(namespace.idFromName(`shard ${shard}`));
}

export function limitFor(ctx: Context, subject: LimitSubject): Limit {
  const stub = stubFor(ctx, subject);
  const prefix = JSON.stringify(subject);
  const own = (key: string) => `${prefix} ${key}`;
  const named = (attempt: Attempt): Attempt => ({ ...attempt, key: own(attempt.key) });
  return {
    attempt: (...attempts) => stub.attempt(attempts.map(named), ctx.now()),
    count: (key, windowMs) => stub.count(own(key), windowMs, ctx.now()),
    lease: (ask, ...attempts) =>
      stub.lease({ ...ask, subject: own(ask.subject) }, attempts.map(named), ctx.now()),
    release: (name, paymentId) => stub.release(own(name), paymentId, ctx.now()),
    latest: (name, since) => stub.latest(own(name), since),
  };
}

/** @property result what the first request with this key was about to make; a repeat is told the same */
export type KeyClaim = {
  repeated: boolean;
  result: string;
  /** The request turned out to be part of something else: repeats are told that instead. */
  joins(result: string): Promise<void>;
};

/** New keys per minute and router, provider or admin, so that made-up ones cannot fill an object. */
const newKeysPerMinute = 600;

/**
 * Holds an `Idempotency-Key` to its body, and to its result, for 24 h. Use cases are repeatable by construction, so a
 * repeat simply runs again and finds its own rows.
 * @throws AppError conflict when the key came with another body before, too_many
 */
export async function claimIdempotencyKey(
  ctx: Context,
  subject: { routerId: string } | { providerId: string } | { adminId: string },
  key: string | null,
  body: unknown,
  result = "",
): Promise<KeyClaim> {
  if (key === null) return { repeated: false, result, joins: async () => undefined };
  const stub = stubFor(ctx, subject);
  const hash = sha256(JSON.stringify(body));
  const claim = await stub.claimKey({ key, hash, result, perMinute: newKeysPerMinute }, ctx.now());
  switch (claim.kind) {
    case "other":
      throw new AppError(
        "conflict",
        "This request was already sent with other content. Reload the page and try again.",
      );
    case "limited":
      throw new AppError("too_many", "Too many requests from here. Please try again in 60 seconds.", {
        retryAfter: 60,
      });
    case "new":
    case "same":
      return {
        repeated: claim.kind === "same",
        result: claim.result,
        joins: (other) => stub.joinKey(key, other),
      };
    default:
      return claim satisfies never;
  }
}

/** `in 40 seconds`, `in 3 minutes`: when a refused caller may try again. */
export function inWords(retryAfterMs: number): string {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  if (seconds < 90) return `in ${seconds} second${seconds === 1 ? "" : "s"}`;
  const minutes = Math.ceil(seconds / 60);
  return `in ${minutes} minutes`;
}
