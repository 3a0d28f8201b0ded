import type { Hono } from "hono";
import type * as z from "zod";
import { type Context, makeContext } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { SessionFound } from "../db/lookup.ts";
import type { Env } from "../env.ts";
import { AppError, asAppError, refusalResponse } from "../errors.ts";
import { admitChange } from "../features/rate-limits/index.ts";
import { checkOrigin, discardBody, maxBodyBytes, parseBody, readBody, sentenceFor } from "./request-rules.ts";
import { securityHeaders } from "./security-headers.ts";
import { answerIn, errorIn } from "./sentences.ts";
import { type Caller, identify, sessionsChanged } from "./session.ts";
import { resolveTenant, type Tenant } from "./tenant.ts";
import { callLanguage } from "./visitor-language.ts";

export type App = Hono<{ Bindings: Env }>;

/** One call on its way: validated input, who calls, whom it concerns. */
export type Call<E extends Endpoint> = {
  ctx: Context;
  request: Request;
  url: URL;
  tenant: Tenant;
  caller: Caller;
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  idempotencyKey: string | null;
  /** Headers of the answer, cookies included. */
  headers: Headers;
  /** Work that may go on after the answer. */
  waitUntil(promise: Promise<unknown>): void;
};

type AnswerOf<E extends Endpoint> = E["kind"] extends "json"
  ? z.input<E["answer"]>
  : z.input<E["answer"]> | Response;

/**
 * The one way to mount an endpoint: guard, validate, handle, answer. A refusal of a page or a form is shown by
 * `refuse` (a page), everywhere else it is the one JSON shape.
 */
export function route<const E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | Response>,
  options: { refuse?: (error: AppError, ctx: Context, request: Request) => Promise<Response> } = {},
): void {
  app.on(endpoint.method, endpoint.path, async (hono) => {
    const headers = new Headers();
    let response: Response;
    const ctx = makeContext(hono.env);
    // Consoles speak English; so do pages here, which are translated as a whole.
    const forVisitors = endpoint.kind === "json" && endpoint.audience.includes("visitor");
    const language = forVisitors ? callLanguage(hono.req.raw) : "en";
    try {
      const call = await open(endpoint, ctx, hono.req.raw, hono.req.param(), headers, (promise) =>
        hono.executionCtx.waitUntil(promise),
      );
      const answer = await handle(call);
      response = answer instanceof Response ? answer : Response.json(answerIn(language, answer));
    } catch (cause) {
      const error = errorIn(language, asAppError(cause));
      await discardBody(hono.req.raw);
      response = options.refuse
        ? await options.refuse(error, ctx, hono.req.raw)
        : refusalResponse(error, endpoint.hasSuccess);
    }
    // Any act may have ended somebody's session (log-out, a new password, a suspension).
    if (endpoint.method !== "GET") sessionsChanged();
    // A socket's 101 answer carries no headers of ours.
    if (response.status === 101) return response;
    headers.forEach((value, name) => {
      if (name === "set-cookie") response.headers.append(name, value);
      else response.headers.set(name, value);
    });
    securityHeaders(response.headers);
    return response;
  });
}

async function open<E extends Endpoint>(
  endpoint: E,
  ctx: Context,
  request: Request,
  rawParams: Record<string, string>,
  headers: Headers,
  waitUntil: (promise: Promise<unknown>) => void,
): Promise<Call<E>> {
  const url = new URL(request.url);
  checkOrigin(request, url, endpoint.kind);
  // Gateways keep their own rules: the handler stores their raw bytes before anything is parsed.
  const own = endpoint.kind === "callback" || endpoint.kind === "socket";
  const tenant = own
    ? { onMain: true, isMainHost: true, provider: null, router: null }
    : await resolveTenant(ctx, url, url.searchParams.get("routerId") ?? undefined);
  const caller = await identify(ctx, request, endpoint.audience, tenant, url.host);
  // Whoever acts for a suspended provider is the platform: its console stays open to them.
  const suspended =
    caller.kind === "provider" &&
    caller.session.providerStatus === "suspended" &&
    caller.session.actingAs === null;
  if (suspended && !endpoint.whileSuspended) {
    throw new AppError("forbidden", suspensionSentence(caller.session));
  }
  if (!endpoint.withoutSecondFactor) requireSecondFactor(caller);
  if (isCounted(endpoint, caller)) await admitChange(ctx, caller.adminId);
  if (endpoint.fresh) requireFreshPassword(ctx, caller);
  const params = parse(endpoint.params, rawParams);
  const query = parse(endpoint.query, own ? {} : Object.fromEntries(url.searchParams));
  const raw =
    own || request.method === "GET"
      ? {}
      : parseBody(request, await readBody(request, maxBodyBytes), endpoint.kind);
  const body = own ? {} : parse(endpoint.body, raw);
  return {
    ctx,
    request,
    url,
    tenant,
    caller,
    params: params as Call<E>["params"],
    query: query as Call<E>["query"],
    body: body as Call<E>["body"],
    idempotencyKey: idempotencyKey(endpoint, request),
    headers,
    waitUntil,
  };
}

/** What the platform does in a provider's stead is not the provider's, and signing out is never too much. */
function isCounted(endpoint: Endpoint, caller: Caller): caller is Extract<Caller, { kind: "provider" }> {
  const isOwn = caller.kind === "provider" && caller.session.actingAs === null;
  return isOwn && endpoint.method !== "GET" && !endpoint.withoutSecondFactor;
}

/** @throws AppError second_factor_missing: the console leads to setting it up */
function requireSecondFactor(caller: Caller): void {
  const isSignedIn = caller.kind === "provider" || caller.kind === "platform";
  if (isSignedIn && caller.session.lacksSecondFactor === 1)
    throw new AppError(
      "second_factor_missing",
      "Set up your second factor first: every super admin needs one.",
    );
}

/** How long a password that was given counts for calls that ask for it again. */
const freshMs = 10 * 60_000;

/** @throws AppError reauthenticate: the console asks for the password, and repeats the call */
function requireFreshPassword(ctx: Context, caller: Caller): void {
  const confirmedAt =
    caller.kind === "provider" || caller.kind === "platform" ? caller.session.confirmedAt : 0;
  if (confirmedAt + freshMs <= ctx.now())
    throw new AppError("reauthenticate", "Enter your password again to go on.");
}

function suspensionSentence({ suspendedFor }: SessionFound): string {
  return suspendedFor === "invoice"
    ? "This account is suspended for an unpaid invoice. Billing says what is owed and how to pay it."
    : "This account is suspended. Please contact the platform's support.";
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (!result.success) throw new AppError("invalid", sentenceFor(result.error.issues));
  return result.data;
}

function idempotencyKey(endpoint: Endpoint, request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (!endpoint.idempotent || key === null || key === "") return null;
  if (key.length > 255) throw new AppError("invalid", "The Idempotency-Key is longer than 255 characters.");
  return key;
}
