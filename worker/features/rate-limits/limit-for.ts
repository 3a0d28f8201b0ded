import type { Context } from "../../context.ts";
import type { Attempt, AttemptAnswer, Forgotten, LeaseAnswer, LeaseAsk } from "./attempts.ts";
import type { KeyAnswer, LimitAct, LimitCalls, Limits, NewKey, Release } from "./limits.ts";
import type { PromptAnswer } from "./prompt-state.ts";
import type { PromptEnd, PromptRequest } from "./prompts.ts";

/**
 * Whom limits are kept for. What a visitor or an admin of a provider does is counted in that provider's object, beside its rows;
 * `providerId` must be a known one, as must `adminId` (an operator's). The rest falls into 256 shards.
 */
export type LimitSubject =
  | { providerId: string; of?: WithinProvider }
  | { adminId: string }
  | { phone: string }
  | { account: string }
  | { network: string };

/** Of the provider's alone: another one counts by itself. */
type WithinProvider =
  | { routerId: string }
  | { adminId: string }
  | { token: string }
  /** Router and address. */
  | { device: string }
  | { browser: string }
  | { network: string };

export type Limit = {
  attempt(...attempts: Attempt[]): Promise<AttemptAnswer>;
  isCounted(key: string, value: string): Promise<boolean>;
  forget(forgotten: Forgotten): Promise<void>;
  lease(ask: LeaseAsk, ...attempts: Attempt[]): Promise<LeaseAnswer>;
  /** What `lease` would answer before anything is counted. */
  leaseNow(ask: LeaseAsk): Promise<LeaseAnswer>;
  release(release: Release): Promise<string | null>;
  latest(
    name: string,
    holder: string,
    since: number,
  ): Promise<{ paymentId: string; open: boolean; until: number } | null>;
  askPrompt(ask: Omit<PromptRequest, "phone">): Promise<PromptAnswer>;
  endPrompt(end: Omit<PromptEnd, "phone">): Promise<void>;
  claimKey(claim: NewKey): Promise<KeyAnswer>;
  knownKey(key: string, hash: string): Promise<KeyAnswer | null>;
  keepKey(claim: Omit<NewKey, "perMinute">): Promise<void>;
};

function objectOf(ctx: Context, subject: LimitSubject): LimitCalls {
  if ("providerId" in subject) return ctx.provider(subject.providerId);
  const namespace = ctx.env.LIMIT;
  if ("adminId" in subject) return namespace.getByName(`admin ${subject.adminId}`);
  const [[kind, value] = ["", ""]] = Object.entries(subject);
  const shard = ctx.keys.tag("limit-shard", `${kind} ${value}`, 8);
  return namespace.getByName(`shard ${shard}`);
}

export function limitFor(ctx: Context, subject: LimitSubject): Limit {
  const object = objectOf(ctx, subject);
  const prefix = JSON.stringify(subject);
  const own = (key: string) => `${prefix} ${key}`;
  const ask = <A extends LimitAct>(act: A, ...given: Parameters<Limits[A]>) =>
    object.limit(act, given) as Promise<ReturnType<Limits[A]>>;
  return {
    attempt: (...attempts) => ask("attempt", prefix, attempts, ctx.now()),
    isCounted: (key, value) => ask("isCounted", prefix, key, value, ctx.now()),
    forget: (forgotten) => ask("forget", prefix, forgotten, ctx.now()),
    lease: (lease, ...attempts) => ask("lease", prefix, lease, attempts, ctx.now()),
    leaseNow: (lease) => ask("lease", prefix, lease, null, ctx.now()),
    release: (release) => ask("release", prefix, release, ctx.now()),
    latest: (name, holder, since) => ask("latest", prefix, name, holder, since),
    askPrompt: (prompt) => ask("askPrompt", { ...prompt, phone: prefix }, ctx.now()),
    endPrompt: (end) => ask("endPrompt", { ...end, phone: prefix }, ctx.now()),
    claimKey: (claim) => ask("claimKey", { ...claim, key: own(claim.key) }, ctx.now()),
    knownKey: (key, hash) => ask("knownKey", own(key), hash, ctx.now()),
    keepKey: (claim) => ask("keepKey", { ...claim, key: own(claim.key) }, ctx.now()),
  };
}
