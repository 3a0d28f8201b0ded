import type { Context } from "../../context.ts";
import type { Attempt, AttemptAnswer } from "./attempts.ts";
import type { LeaseAnswer, LeaseAsk } from "./lease.ts";
import type { LimitObject } from "./limit-object.ts";
import type { PromptAnswer } from "./prompt.ts";
import type { PromptEnd, PromptRequest } from "./prompts.ts";
import type { KeyAnswer, NewKey } from "./request-keys.ts";

/** Whom limits are kept for. Routers, providers and admins must be known ones; the rest falls into 256 shards. */
export type LimitSubject =
  | { routerId: string }
  | { providerId: string }
  | { adminId: string }
  | { phone: string }
  | { account: string }
  | { network: string }
  | { browser: string }
  /** Router and address. */
  | { device: string };

export type Limit = {
  attempt(...attempts: Attempt[]): Promise<AttemptAnswer>;
  lease(ask: LeaseAsk, ...attempts: Attempt[]): Promise<LeaseAnswer>;
  leaseNow(ask: LeaseAsk): Promise<LeaseAnswer>;
  release(subject: string, paymentId: string): Promise<void>;
  latest(
    subject: string,
    holder: string,
    since: number,
  ): Promise<{ paymentId: string; open: boolean } | null>;
  askPrompt(ask: Omit<PromptRequest, "phone">): Promise<PromptAnswer>;
  endPrompt(end: Omit<PromptEnd, "phone">): Promise<void>;
  claimKey(claim: NewKey): Promise<KeyAnswer>;
  knownKey(key: string, hash: string): Promise<KeyAnswer | null>;
  keepKey(claim: Omit<NewKey, "perMinute">): Promise<void>;
};

function stubFor(ctx: Context, subject: LimitSubject): DurableObjectStub<LimitObject> {
  const namespace = ctx.env.LIMIT;
  if ("routerId" in subject) return namespace.getByName(`router ${subject.routerId}`);
  if ("providerId" in subject) return namespace.getByName(`provider ${subject.providerId}`);
  if ("adminId" in subject) return namespace.getByName(`admin ${subject.adminId}`);
  const [[kind, value] = ["", ""]] = Object.entries(subject);
  const shard = ctx.keys.tag("limit-shard", `${kind} ${value}`, 8);
  return namespace.getByName(`shard ${shard}`);
}

export function limitFor(ctx: Context, subject: LimitSubject): Limit {
  const stub = stubFor(ctx, subject);
  const prefix = JSON.stringify(subject);
  const own = (key: string) => `${prefix} ${key}`;
  const named = (attempt: Attempt): Attempt => ({ ...attempt, key: own(attempt.key) });
  const short = (key: string) => key.slice(prefix.length + 1);
  const unnamed = <T extends { keys: string[] }>(answer: T): T => ({
    ...answer,
    keys: answer.keys.map(short),
  });
  return {
    attempt: async (...attempts) => unnamed(await stub.attempt(attempts.map(named), ctx.now())),
    lease: async (ask, ...attempts) => {
      const leased = { ...ask, subject: own(ask.subject) };
      const answer: LeaseAnswer = await stub.lease(leased, attempts.map(named), ctx.now());
      return answer.kind === "limited" ? unnamed(answer) : answer;
    },
    leaseNow: (ask) => stub.leaseNow({ ...ask, subject: own(ask.subject) }, ctx.now()),
    release: (name, paymentId) => stub.release(own(name), paymentId, ctx.now()),
    latest: (name, holder, since) => stub.latest(own(name), holder, since),
    askPrompt: (ask) => stub.askPrompt({ ...ask, phone: prefix }, ctx.now()),
    endPrompt: (end) => stub.endPrompt({ ...end, phone: prefix }, ctx.now()),
    claimKey: (claim) => stub.claimKey({ ...claim, key: own(claim.key) }, ctx.now()),
    knownKey: (key, hash) => stub.knownKey(own(key), hash, ctx.now()),
    keepKey: (claim) => stub.keepKey({ ...claim, key: own(claim.key) }, ctx.now()),
  };
}
