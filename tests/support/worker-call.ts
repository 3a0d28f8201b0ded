import { env, exports } from "cloudflare:workers";
import type * as z from "zod";
import { type Endpoint, Refusal } from "#contract/endpoint";
import type { Env } from "#worker/env";

type Called = { status: number; headers: Headers; text: string };
/** A refusal without its request id, which no two share. */
const Sentences = Refusal.omit({ requestId: true });
type Sentences = z.infer<typeof Sentences>;
export type Answer<E extends Endpoint> = Called &
  (
    | { ok: true; answer: z.output<E["answer"]> }
    /** Null where a page answers: pages refuse in HTML. */
    | { ok: false; refusal: Sentences | null }
  );

export type CallInput = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
export type CallOptions = {
  /** Host with port; the main domain unless told. */
  host?: string;
  cookie?: string;
  /** The page's own origin unless told; null sends none, as a program does. */
  origin?: string | null;
  headers?: Record<string, string>;
};

const main = new URL((env as unknown as Env).MAIN_ORIGIN ?? "");

/** Host of a provider, or of the main domain. */
export function hostOf(subdomain?: string): string {
  return subdomain ? `${subdomain}.${main.host}` : main.host;
}

/** Calls the worker as a page of `host` would, and holds every answer to its schema in the contract. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput = {},
  options: CallOptions = {},
): Promise<Answer<E>> {
  const response = await send(endpoint, input, options);
  const text = await response.text();
  const called: Called = { status: response.status, headers: response.headers, text };
  const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
  if (response.status < 400) {
    const answer = endpoint.answer.parse(isJson ? JSON.parse(text) : text) as z.output<E["answer"]>;
    return { ...called, ok: true, answer };
  }
  return { ...called, ok: false, refusal: isJson ? Sentences.parse(JSON.parse(text)) : null };
}

/** The same without looking at the answer. A string, bytes or a stream as `body` go out as they are. */
export function send(
  endpoint: Endpoint,
  input: CallInput = {},
  options: CallOptions = {},
): Promise<Response> {
  const host = options.host ?? main.host;
  const url = new URL(`${main.protocol}//${host}${pathOf(endpoint, input.params ?? {})}`);
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value);
  const headers = new Headers();
  if (options.cookie) headers.set("cookie", options.cookie);
  if (options.origin !== null) headers.set("origin", options.origin ?? url.origin);
  let body: BodyInit | undefined;
  if (endpoint.method !== "GET" && input.body !== undefined) {
    const isForm = endpoint.kind === "form";
    headers.set("content-type", isForm ? "application/x-www-form-urlencoded" : "application/json");
    if (isRaw(input.body)) body = input.body;
    else
      body = isForm
        ? new URLSearchParams(input.body as Record<string, string>).toString()
        : JSON.stringify(input.body);
  }
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const init = { method: endpoint.method, headers, redirect: "manual" as const };
  return exports.default.fetch(new Request(url, body === undefined ? init : { ...init, body }));
}

function isRaw(body: unknown): body is string | Uint8Array | ReadableStream {
  return typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
}

function pathOf(endpoint: Endpoint, params: Record<string, string>): string {
  return endpoint.path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.name} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
}
