import type { Context } from "../../context.ts";
import { type LimitAct, type LimitCalls, type Limits, limitActs } from "./limits.ts";

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
  | { customer: string }
  | { network: string };

type OfSubject<Act> = Act extends (subject: string, now: number, ...given: infer Given) => infer Answer
  ? (...given: Given) => Promise<Answer>
  : never;

/** What is counted and held of one subject: the acts of `Limits`, which are told the subject and the time. */
export type Limit = { [Act in LimitAct]: OfSubject<Limits[Act]> };

function objectOf(ctx: Context, subject: LimitSubject): LimitCalls {
  if ("providerId" in subject) return ctx.provider(subject.providerId);
  if ("adminId" in subject) return ctx.env.LIMIT.getByName(`admin ${subject.adminId}`);
  const [[kind, value] = ["", ""]] = Object.entries(subject);
  const shard = ctx.keys.tag("limit-shard", `${kind} ${value}`, 8);
  return ctx.env.LIMIT.getByName(`shard ${shard}`);
}

export function limitFor(ctx: Context, subject: LimitSubject): Limit {
  const object = objectOf(ctx, subject);
  const name = JSON.stringify(subject);
  const asks = limitActs.map((act) => [
    act,
    (...given: unknown[]) => object.limit(act, [name, ctx.now(), ...given]),
  ]);
  return Object.fromEntries(asks);
}
