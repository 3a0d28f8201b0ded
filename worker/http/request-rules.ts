import { zValidator } from "@hono/zod-validator";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type * as z from "zod";
import { type Endpoint, none } from "../contract/endpoint.ts";
import { fieldFaults } from "../contract/said.ts";
import { refuse, refuseFields } from "../errors.ts";
import { log } from "../log.ts";

/** Gateways and sockets keep their own rules: the handler stores raw bytes before anything is parsed. */
export function isRaw({ kind }: Endpoint): boolean {
  return kind === "callback" || kind === "socket";
}

/** Checks path, query and body of a call, in this order; the handler reads them by `c.req.valid`. */
export function validated(endpoint: Endpoint): MiddlewareHandler[] {
  const isForVisitors = endpoint.audience.includes("visitor");
  const checked = (target: Target, schema: z.ZodType) => checkedAs(target, schema, isForVisitors);
  const params = endpoint.params === none ? [] : [checked("param", endpoint.params)];
  if (isRaw(endpoint)) return params;
  const query = checked("query", endpoint.query);
  if (endpoint.method === "GET") return [...params, query];
  const body =
    endpoint.kind === "form"
      ? [ofType("application/x-www-form-urlencoded", "send_form"), checked("form", endpoint.body)]
      : [ofType("application/json", "send_json"), checked("json", endpoint.body)];
  return [...params, query, limited(endpoint), ...body];
}

/** Real bytes are counted. hono locks the body that it refuses: it reads a copy, so the rest can be taken (`discardBody`). */
const limited =
  ({ mostBytes }: Endpoint): MiddlewareHandler =>
  (c, next) => {
    const { raw } = c.req;
    const limit = (tooLarge: () => void) =>
      bodyLimit({
        maxSize: mostBytes,
        onError: () => {
          tooLarge();
          throw refuse("too_large", "too_much_data");
        },
      })(c, next);
    if (!raw.body || raw.headers.has("content-length")) return limit(() => {});
    const reader = raw.body.getReader();
    const pull = async (copy: ReadableStreamDefaultController) => {
      const { done, value } = await reader.read();
      if (done) copy.close();
      else copy.enqueue(value);
    };
    c.req.raw = new Request(raw, { body: new ReadableStream({ pull }, { highWaterMark: 0 }) });
    return limit(() => {
      reader.releaseLock();
      c.req.raw = raw;
    });
  };

type Target = "param" | "query" | "form" | "json";

function checkedAs(target: Target, schema: z.ZodType, isForVisitors: boolean): MiddlewareHandler {
  return zValidator(
    target,
    schema,
    (result) => {
      if (!result.success) throw refuseFields(fieldFaults(result.error.issues, isForVisitors));
    },
    // No schema of ours waits for anything; parsing at once costs a fifth.
    {
      validationFunction: (known, given) =>
        known.safeParse(target === "json" ? given : lastOfEach(given), { reportInput: true }),
    },
  );
}

/** A field that is given twice counts as it was given last. */
function lastOfEach(fields: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(fields).some(Array.isArray)) return fields;
  const last = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, last(value)]));
}

/** No body and `{}` are the same, whatever type an empty one claims; anything else must be of this type. */
function ofType(type: string, text: "send_form" | "send_json"): MiddlewareHandler {
  return async (c, next) => {
    const { raw } = c.req;
    if ((await c.req.arrayBuffer()).byteLength === 0) {
      const headers = new Headers(raw.headers);
      headers.delete("content-type");
      c.req.raw = new Request(raw.url, { method: raw.method, headers });
    } else if ((raw.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() !== type)
      throw refuse("wrong_content_type", text);
    await next();
  };
}

/** Of a refused body; what is longer is given up on. */
const discardedBytes = 4 * 1024 * 1024;

/** So that the refusal arrives: a connection whose body is not read is reset. What never ends is given up on. */
export async function discardBody(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  const reader = request.body.getReader();
  try {
    for (let size = 0; size < discardedBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    await reader.cancel();
  } catch (cause) {
    log("warn", "a refused body broke off", cause);
  }
}

/** Callbacks are a few hundred bytes; anything longer is not one. */
const maxCallbackBytes = 16 * 1024;

/** The raw text; null for what is too long to be a callback: sending it again would not make it one. */
export async function callbackBody(request: Request): Promise<string | null> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength;
    if (size > maxCallbackBytes) break;
    text += decoder.decode(chunk, { stream: true });
  }
  if (size <= maxCallbackBytes) return text + decoder.decode();
  await discardBody(request);
  return null;
}
