import type { Context } from "../../context.ts";
import type { Attempt, AttemptAnswer, Forgotten, LeaseAnswer, LeaseAsk } from "./attempts.ts";
import type { KeyAnswer, LimitAct, LimitCalls, Limits, NewKey } from "./limits.ts";
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
  leaseNow(ask: LeaseAsk): Promise<LeaseAnswer>;
  release(name: string, paymentId: string, forgotten?: Forgotten | null): Promise<string | null>;
  latest(
    name: string,
    holder: string,
    since: number,
  ): Promise<{ paymentId: string; open: boolean; until: number } | null>;
  letGo(name: string, paymentId: string): Promise<void>;
  letPromptGo(paymentId: string): Promise<void>;
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
    leaseNow: (lease) => ask("leaseNow", prefix, lease, ctx.now()),
    release: (name, paymentId, forgotten = null) =>
      ask("release", prefix, name, paymentId, ctx.now(), forgotten),
    latest: (name, holder, since) => ask("latest", prefix, name, holder, since),
    letGo: (name, paymentId) => ask("letGo", prefix, name, paymentId, ctx.now()),
    letPromptGo: (paymentId) => ask("letPromptGo", prefix, paymentId, ctx.now()),
    askPrompt: (prompt) => ask("askPrompt", { ...prompt, phone: prefix }, ctx.now()),
    endPrompt: (end) => ask("endPrompt", { ...end, phone: prefix }, ctx.now()),
    claimKey: (claim) => ask("claimKey", { ...claim, key: own(claim.key) }, ctx.now()),
    knownKey: (key, hash) => ask("knownKey", own(key), hash, ctx.now()),
    keepKey: (claim) => ask("keepKey", { ...claim, key: own(claim.key) }, ctx.now()),
  };
}
