import { type Handler, Hono, type Context as HonoContext, type MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import { type RequestIdVariables, requestId } from "hono/request-id";
import * as z from "zod";
import type { Context } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { PlanForVisitors } from "../contract/plans.ts";
import { PortalAd, PortalBrand, type PortalPage } from "../contract/portal.ts";
import { jsonIn } from "../contract/texts.ts";
import type { Later } from "../db/directory.ts";
import { type AppError, asAppError, isNotOpen, refusalResponse, refuse, refuseNotOpen } from "../errors.ts";
import { randomHex } from "../keys.ts";
import { logAbout, logWith, requestIdNow } from "../log.ts";
import { type Admitted, admit } from "./admit.ts";
import { forward, isForwarded, requestIdHeader } from "./forward.ts";
import { discardBody, validated } from "./request-rules.ts";
import { secureAddress, securityHeaders } from "./security-headers.ts";
import { sessionsChanged } from "./session.ts";
import { callLanguage } from "./visitor-language.ts";

type Refuse = (error: AppError, ctx: Context, request: Request) => Promise<Response>;

type AtEntry = (ctx: Context, request: Request, headers: Headers, later: Later) => Promise<Response | null>;

/** What a request carries from one handler to the next; `mounted` is absent where nothing is at its address. */
type Variables = RequestIdVariables & {
  mounted?: { endpoint: Endpoint; refuse: Refuse | undefined };
  admitted: Admitted;
  headers: Headers;
};
/** What handlers find in their `env` is the context: of the entry, or of a provider's object. */
type AppEnv = { Bindings: Context; Variables: Variables };

/**
 * The same calls twice: at the entry, which forwards what concerns a provider to its object before anything is asked of it, and inside
 * of that object, where all of a forwarded call is done.
 */
export type App = { readonly entry: Hono<AppEnv>; readonly inside: Hono<AppEnv> };

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
  const entry: App["entry"] = new Hono();
  entry.use(
    requestId({ headerName: "", generator: newRequestId }),
    identified,
    securityHeaders,
    secureAddress,
  );
  const inside: App["inside"] = new Hono();
  inside.use(
    requestId({ headerName: "", generator: ({ req }) => req.header(requestIdHeader) ?? "" }),
    identified,
  );
  return refusing({ entry, inside });
}

/** An app that another one passes requests on to: their ids are known, and what every answer carries is added there. */
export function newInnerApp(): App {
  const inner = () =>
    new Hono<AppEnv>().use(requestId({ headerName: "", generator: () => requestIdNow() ?? "" }));
  return refusing({ entry: inner(), inside: inner() });
}

function refusing(app: App): App {
  for (const one of [app.entry, app.inside])
    one.onError(async (cause, { env: ctx, req, var: { mounted } }) => {
      const found = refusalOf(cause);
      const error = isNotOpen(found) ? refuseNotOpen(readerOf(req.path)) : found;
      await discardBody(req.raw);
      if (mounted?.refuse) return mounted.refuse(error, ctx, req.raw);
      return refusalResponse(error, mounted?.endpoint.hasSuccess ?? false, callLanguage(req.raw));
    });
  return app;
}

/** Who reads what stands at an address. */
function readerOf(path: string): "visitor" | "provider" | "platform" {
  const [, console] = /^(?:\/api)?\/(admin|superadmin)(?:\/|$)/.exec(path) ?? [];
  return console === undefined ? "visitor" : console === "admin" ? "provider" : "platform";
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
  const forwarded: MiddlewareHandler<AppEnv> = async (c, next) => {
    const later: Later = (work) => c.executionCtx.waitUntil(work);
    const answer =
      (await answerAtEntry?.(c.env, c.req.raw, c.get("headers"), later)) ??
      (await forward(endpoint, c.env, c.req.raw, c.get("requestId"), later));
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
  const { method, path } = endpoint;
  const done = [admitted, ...validated(endpoint), handled] as const;
  if (!isForwarded(endpoint)) return void app.entry.on(method, [path], answered, ...done);
  app.entry.on(method, [path], answered, forwarded, ...done);
  app.inside.on(method, [path], answered, ...done);
}

/** Cloudflare's own id where there is one; a caller cannot choose it there. */
function newRequestId({ req }: HonoContext<AppEnv>): string {
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

// What visitors are told is cut to its schema at the edge: a field that a store or a console's answer has beside it stays here.
// Values are copied as they are: an answer after an act, such as a payment, is never refused for its form.

type Pick = (value: unknown) => unknown;

const asItIs: Pick = (value) => value;

/** Copies of a value what its schema names. Made once for a schema. */
export function pickerOf(schema: z.ZodType): Pick {
  if (schema instanceof z.ZodArray) {
    const each = pickerOf(schema.element as z.ZodType);
    return (value) => (value as unknown[]).map(each);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const within = pickerOf(schema.unwrap() as z.ZodType);
    return (value) => (value === null || value === undefined ? value : within(value));
  }
  // The description of the API, which is the same for everybody.
  if (!(schema instanceof z.ZodObject) || schema.def.catchall) return asItIs;
  const fields = Object.entries(schema.shape).map(([name, field]): [string, Pick] => [
    name,
    pickerOf(field as z.ZodType),
  ]);
  return (value) => {
    const given = value as Record<string, unknown>;
    const picked: Record<string, unknown> = {};
    for (const [name, pick] of fields) if (given[name] !== undefined) picked[name] = pick(given[name]);
    return picked;
  };
}

const shop = z.object({ plans: z.array(PlanForVisitors), brand: PortalBrand, ads: z.array(PortalAd) });
const pickShop = pickerOf(shop);

/** The page with only what visitors may have of what consoles read, too. */
export function pageForVisitors(page: PortalPage): PortalPage {
  return { ...page, ...(pickShop(page) as z.infer<typeof shop>) };
}
