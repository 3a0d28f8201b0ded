import { type Handler, Hono, type Context as HonoContext, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { type RequestIdVariables, requestId } from "hono/request-id";
import type * as z from "zod";
import { type Context, makeContext } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { jsonIn } from "../contract/texts.ts";
import type { Env } from "../env.ts";
import { type AppError, asAppError, refusalResponse, refuse } from "../errors.ts";
import { randomHex } from "../keys.ts";
import { logAbout, logWith } from "../log.ts";
import { type Admitted, admit } from "./admit.ts";
import { forwarded, requestIdHeader } from "./forward.ts";
import { discardBody, validated } from "./request-rules.ts";
import { secureAddress } from "./secure-address.ts";
import { securityHeaders } from "./security-headers.ts";
import { sessionsChanged } from "./session.ts";
import { pickerOf } from "./visitor-answer.ts";
import { callLanguage } from "./visitor-language.ts";

type Refuse = (error: AppError, ctx: Context, request: Request) => Promise<Response>;

type AtEntry = (env: Env, request: Request, headers: Headers) => Promise<Response | null>;

/** What a request carries from one handler to the next; `mounted` is absent where nothing is at its address. */
type Variables = RequestIdVariables & {
  mounted?: { endpoint: Endpoint; refuse: Refuse | undefined };
  admitted: Admitted;
  headers: Headers;
};
type AppEnv = { Bindings: Env; Variables: Variables };
export type App = Hono<AppEnv>;

export type Call<E extends Endpoint> = Admitted & {
  request: Request;
  params: z.output<E["params"]>;
  query: z.output<E["query"]>;
  body: z.output<E["body"]>;
  idempotencyKey: string | null;
  headers: Headers;
  /** Work that may go on after the answer. */
  waitUntil(promise: Promise<unknown>): void;
};

type AnswerOf<E extends Endpoint> = E["kind"] extends "json"
  ? z.input<E["answer"]>
  : z.input<E["answer"]> | Response;

/** An app without calls: what every answer carries, and the one way in which anything is refused. */
export function newApp(): App {
  const app: App = new Hono();
  app.use(
    requestId({ headerName: "", generator: newRequestId }),
    identified,
    atEntry(securityHeaders),
    atEntry(secureAddress),
  );
  app.onError(async (cause, { env, req, var: { mounted } }) => {
    const error = refusalOf(cause);
    await discardBody(req.raw);
    if (mounted?.refuse) return mounted.refuse(error, makeContext(env), req.raw);
    return refusalResponse(error, mounted?.endpoint.hasSuccess ?? false, callLanguage(req.raw));
  });
  return app;
}

/**
 * The one way to mount an endpoint: admit, validate, handle, answer. `refuse` makes a page of a refusal, `atEntry` answers there what
 * would else be forwarded.
 */
export function route<const E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (call: Call<E>) => Promise<AnswerOf<E> | Response>,
  { refuse: show, atEntry: answerAtEntry }: { refuse?: Refuse; atEntry?: AtEntry } = {},
): void {
  const forward: MiddlewareHandler<AppEnv> = async (c, next) => {
    const answer =
      (await answerAtEntry?.(c.env, c.req.raw, c.get("headers"))) ??
      (await forwarded(endpoint, c.env, c.req.raw, c.get("requestId")));
    if (answer) return answer;
    await next();
    return undefined;
  };
  const answered: MiddlewareHandler<AppEnv> = async (c, next) => {
    const headers = new Headers();
    c.set("mounted", { endpoint, refuse: show });
    c.set("headers", headers);
    await next();
    // Any act may have ended somebody's session (log-out, a new password, a suspension).
    if (endpoint.method !== "GET") sessionsChanged();
    headers.forEach((value, name) => {
      if (name === "set-cookie") c.res.headers.append(name, value);
      else c.res.headers.set(name, value);
    });
  };
  const admitted: MiddlewareHandler<AppEnv> = async (c, next) => {
    const admitted = await admit(endpoint, c.env, c.req.raw);
    c.set("admitted", admitted);
    const { caller, tenant } = admitted;
    logAbout({ provider: caller.kind === "provider" ? caller.providerId : tenant.provider?.id });
    await next();
  };
  const pick = isForVisitors(endpoint) ? pickerOf(endpoint.answer) : null;
  const handled: Handler<AppEnv, string, { out: Validated<E> }> = async (c) => {
    const headers = c.get("headers");
    const call: Call<E> = {
      ...c.get("admitted"),
      request: c.req.raw,
      params: c.req.valid("param"),
      query: c.req.valid("query"),
      body: c.req.valid(endpoint.kind === "form" ? "form" : "json"),
      idempotencyKey: idempotencyKey(endpoint, c.req.raw),
      headers,
      waitUntil: (promise) => c.executionCtx.waitUntil(promise),
    };
    const answer = await handle(call).catch(throwError);
    if (answer instanceof Response) return answer;
    const json = jsonIn(callLanguage(c.req.raw), pick ? pick(answer) : answer);
    return new Response(json, { headers: { "content-type": "application/json" } });
  };
  app.on(endpoint.method, [endpoint.path], answered, forward, admitted, ...validated(endpoint), handled);
}

/** What a provider's object answers passes the entry, which adds it there. */
function atEntry<E extends { Bindings: Env }>(middleware: MiddlewareHandler<E>): MiddlewareHandler<E> {
  return (c, next) => (makeContext(c.env).atProvider === null ? middleware(c, next) : next());
}

/** Cloudflare's own id where there is one; a caller cannot choose it there. */
function newRequestId({ req, env }: HonoContext<AppEnv>): string {
  const forwardedId = makeContext(env).atProvider === null ? undefined : req.header(requestIdHeader);
  if (forwardedId) return forwardedId;
  const ray = req.header("cf-ray") ?? "";
  return /^[0-9a-f]{16}(-[A-Z]{3})?$/.test(ray) ? ray : randomHex(64);
}

/** The answer and every log line of a request carry its id. */
const identified: MiddlewareHandler<AppEnv> = async (c, next) => {
  const requestId = c.get("requestId");
  await logWith({ requestId }, next);
  if (c.res.status !== 101) c.res.headers.set("x-request-id", requestId);
};

type Validated<E extends Endpoint> = {
  param: z.output<E["params"]>;
  query: z.output<E["query"]>;
  json: z.output<E["body"]>;
  form: z.output<E["body"]>;
};

function isForVisitors({ kind, audience }: Endpoint): boolean {
  return kind === "json" && audience.includes("visitor");
}

/** hono passes only errors to `onError`. */
function throwError(cause: unknown): never {
  throw cause instanceof Error ? cause : new Error("what was thrown is no error", { cause });
}

function refusalOf(cause: unknown): AppError {
  // Of all that hono throws, only what is no JSON comes here.
  return cause instanceof HTTPException ? refuse("invalid", "not_json") : asAppError(cause);
}

function idempotencyKey(endpoint: Endpoint, request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (!endpoint.idempotent || key === null || key === "") return null;
  if (key.length > 255) throw refuse("invalid", "key_too_long");
  return key;
}
