import * as z from "zod";
import type { Scope } from "./values/api-token.ts";
import type { Role } from "./values/roles.ts";

/** Who may call. An endpoint may name several. */
export type Audience = "visitor" | "provider" | "platform" | "gateway" | "bridge";
export type Kind = "json" | "form" | "html" | "text" | "media" | "socket" | "callback";

/** One call of the product, as data. `http/route.ts` mounts it, the front ends call it, the contract tests walk over it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> = {
  readonly name: string;
  readonly summary: string;
  readonly audience: readonly Audience[];
  /** Of a provider's people, who may ask; none where the call is not for providers. */
  readonly roles: readonly Role[];
  /** What a provider's API token must be allowed for this call; null = no token may ask it. */
  readonly scope: Scope | null;
  readonly kind: Kind;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Hono's form, `/api/payment/status/:id`. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  /** `none` where the call has no body; an absent body and `{}` are then both fine. */
  readonly body: Body;
  readonly answer: Answer;
  readonly hasSuccess: boolean;
  /** The largest body. */
  readonly mostBytes: number;
  /** Makes money, vouchers or time: takes `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** A suspended provider's admins reach it all the same: who am I, and the way out. */
  readonly whileSuspended: boolean;
  /** Changes where money goes or who gets in: asks that the password was given in this session a short while ago. */
  readonly fresh: boolean;
  /** Who lacks the second factor that is asked of them reaches it all the same: to set it up, and to leave. */
  readonly withoutSecondFactor: boolean;
  /** Answered outside of the provider's object: it takes long (a password's hash), or asks another object alone. */
  readonly atEntry: boolean;
  /** Asked every second by a page that waits: at the entry, and no tenant is looked up for it (`hostOwner` in worker/http/tenant.ts). */
  readonly polled: boolean;
  /** Asked again and again by every open page: what a network may ask is counted apart, so that it leaves room for purchases. */
  readonly background: boolean;
};

export const none = z.strictObject({});

/** A provider's call says whom of its people it is for: one that does not say is no call. */
type Reach =
  | { audience: readonly Exclude<Audience, "provider">[]; roles?: never; scope?: never }
  | { audience: readonly ["provider", ...Audience[]]; roles: readonly [Role, ...Role[]]; scope?: Scope };

type Parts<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = {
  name: string;
  summary: string;
  kind?: Kind;
  method: Endpoint["method"];
  path: string;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  hasSuccess?: boolean;
  mostBytes?: number;
  idempotent?: boolean;
  whileSuspended?: boolean;
  fresh?: boolean;
  withoutSecondFactor?: boolean;
  atEntry?: boolean;
  polled?: boolean;
  background?: boolean;
} & Reach;

export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = typeof none,
  Q extends z.ZodType = typeof none,
  B extends z.ZodType = typeof none,
>(parts: Parts<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    kind: "json",
    hasSuccess: false,
    mostBytes: 256 * 1024,
    idempotent: false,
    whileSuspended: false,
    fresh: false,
    withoutSecondFactor: false,
    atEntry: false,
    polled: false,
    background: false,
    ...parts,
    roles: parts.roles ?? [],
    scope: parts.scope ?? null,
    // The defaults are `none`; TypeScript cannot see that an absent part and its default type go together.
    params: (parts.params ?? none) as P,
    query: (parts.query ?? none) as Q,
    body: (parts.body ?? none) as B,
  };
}

/** `""` and `null` in an optional field mean absent (docs/behaviour/provider-console-calls.md, PC-R4). */
export function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());
}

/** Times travel as ISO 8601 in UTC. */
export const Moment = z.iso.datetime();

/** The one JSON shape of every refusal; `message` and `error` are alike (docs/behaviour/provider-console-calls.md, PC-R2). */
export const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  error: z.string(),
  /** What log lines of this request carry, for a person to quote; also in the header `x-request-id`. */
  requestId: z.string(),
  /** Which text it is, and what stands in it. */
  reason: z.string(),
  params: z.record(z.string(), z.json()),
  /** Where it is about fields of the body: the path of each, as `topUp.price`, and its sentence. */
  fields: z.array(z.object({ path: z.string(), text: z.string() })).optional(),
  success: z.literal(false).optional(),
});
export type Refusal = z.infer<typeof Refusal>;
