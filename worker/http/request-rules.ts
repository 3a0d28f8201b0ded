import type { Endpoint } from "../contract/endpoint.ts";
import { AppError } from "../errors.ts";

/** Largest body taken from visitors and consoles. */
export const maxBodyBytes = 256 * 1024;

/**
 * Unsafe calls from a browser must come from a page of this very host: sibling subdomains are other tenants, although
 * browsers call them the same site. A caller that sends neither header is no browser. Plain forms may also send
 * `Origin: null` (mini-browsers do), since no cookie gives authority there.
 */
export function checkOrigin(request: Request, url: URL, kind: Endpoint["kind"]): void {
  if (request.method === "GET" || request.method === "HEAD" || kind === "callback" || kind === "socket")
    return;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const sameSite = site === null || site === "same-origin";
  const allowed =
    origin === null || (origin === "null" && kind === "form") ? sameSite : origin === url.origin && sameSite;
  if (!allowed)
    throw new AppError(
      "wrong_origin",
      "This request did not come from this page. Reload the page and try again.",
    );
}

/** The raw body, refused as soon as it grows over the limit. */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new AppError("too_large", "That is too much data for one request.");
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(next.value);
    }
  } finally {
    reader.releaseLock();
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/**
 * Takes what is left of a body that was refused, so that the refusal arrives: a connection whose body nobody reads is
 * reset before its sender sees the answer. What never ends is given up on.
 */
export async function discardBody(request: Request): Promise<void> {
  if (!request.body || request.body.locked) return;
  const reader = request.body.getReader();
  try {
    for (let size = 0; size < 16 * maxBodyBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.byteLength;
    }
    await reader.cancel();
  } catch (cause) {
    console.warn("a refused body broke off", cause);
  }
}

/** Text -> value for JSON and form bodies. No body and `{}` are the same. */
export function parseBody(request: Request, bytes: Uint8Array, kind: Endpoint["kind"]): unknown {
  if (bytes.byteLength === 0) return {};
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const text = new TextDecoder().decode(bytes);
  if (kind === "form") {
    if (type !== "application/x-www-form-urlencoded")
      throw new AppError("wrong_content_type", "Send this as a form.");
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (type !== "application/json") {
    throw new AppError("wrong_content_type", "Send this as JSON, with the content type application/json.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid", "The request is not valid JSON.");
  }
}

type Issue = { code: string; path: PropertyKey[]; message: string; keys?: string[]; errors?: Issue[][] };

/** The first fault of an input as a sentence: our own where the schema has one, else naming the field. */
export function sentenceFor(issues: readonly Issue[]): string {
  const issue = issues[0];
  if (!issue) return "Please check what you entered.";
  if (issue.code === "unrecognized_keys")
    return `This call does not take ${(issue.keys ?? []).slice(0, 3).join(", ")}.`;
  const field = issue.path.map(String).join(".");
  if (/received undefined$/.test(issue.message)) return `Please fill in ${field || "everything"}.`;
  // Of several forms that a field may have, the one with a sentence of its own is what was meant.
  const said = [issue, ...(issue.errors ?? []).flat()].find(({ message }) => isSentence(message));
  if (said) return said.message;
  return field ? `Please check ${field}: it is not what is expected here.` : "Please check what you entered.";
}

/** zod's own texts speak to programmers; ours are already sentences for the person who typed. */
function isSentence(message: string): boolean {
  return message === "Invalid email address" || !/^(Invalid|Too|Unrecognized|Required)/.test(message);
}
