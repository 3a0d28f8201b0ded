import type { Context } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { hostMeaning } from "../contract/values/host.ts";
import { changeSeen, type DirectoryEntry, isKnownHost, type Later, providerAt } from "../db/directory.ts";
import { refuse, refuseNotOpen } from "../errors.ts";
import { cookies, heldSession, heldToken, readCookie } from "./cookies.ts";
import { refuseNetworkFlood, refuseUnknownHosts } from "./network.ts";
import { isRaw } from "./request-rules.ts";
import { resolveTenant } from "./tenant.ts";

/** Carries the request's id into the object; only what the entry forwards has it. */
export const requestIdHeader = "x-mlango-request-id";

/** Carries what the entry knows of the platform's changes: an older snapshot is renewed first. JSON of `SnapshotRev`. */
export const snapshotHeader = "x-mlango-snapshot";

const notOpenHeader = "x-mlango-not-open";

/** An object's answer while its database does not open: the entry says so in the reader's language. */
export const notOpen = () => new Response(null, { status: 503, headers: { [notOpenHeader]: "1" } });

/** Not what is answered at the entry, whomever it concerns: it hashes passwords, or asks another object alone. */
export function isForwarded(endpoint: Endpoint): boolean {
  const { audience, atEntry, polled } = endpoint;
  const isOfProviders = audience.includes("visitor") || audience.includes("provider");
  return isOfProviders && !isRaw(endpoint) && !atEntry && !polled;
}

/**
 * The answer of the provider's object to a request that concerns it; null where this isolate answers itself.
 * @throws AppError too_many for a network that floods this provider; unavailable while its database does not open; what `heldToken`
 * throws
 */
export async function forward(
  endpoint: Endpoint,
  ctx: Context,
  request: Request,
  requestId: string,
  later: Later,
): Promise<Response | null> {
  const found = await concerned(ctx, endpoint, request, later);
  if (found === null) return null;
  const counted = endpoint.background ? `${found.providerId} background` : found.providerId;
  refuseNetworkFlood(request, counted, ctx.now());
  const headers = new Headers(request.headers);
  headers.set(requestIdHeader, requestId);
  headers.set(snapshotHeader, JSON.stringify(found.rev));
  const answer = await ctx.env.PROVIDER.getByName(found.providerId).fetch(
    endpoint.kind === "json" ? withoutConnection(request, headers) : new Request(request, { headers }),
  );
  if (answer.headers.has(notOpenHeader)) throw refuseNotOpen();
  if (endpoint.method !== "GET" && endpoint.audience.includes("provider")) changeSeen();
  // Headers of an answer from elsewhere can't be changed.
  return new Response(answer.body, answer);
}

/** A copy carries along what Cloudflare says of the connection, which takes longer than the rest of it. Only pages ask for that. */
function withoutConnection({ url, method, body }: Request, headers: Headers): Request {
  return new Request(url, { method, headers, body, redirect: "manual" });
}

async function concerned(
  ctx: Context,
  endpoint: Endpoint,
  request: Request,
  later: Later,
): Promise<DirectoryEntry | null> {
  const url = new URL(request.url);
  const meaning = hostMeaning(url.hostname, ctx.settings.mainHost);
  // A GET of a page may use a stale entry, all else waits for a fresh one.
  const isShown = endpoint.kind === "html" && endpoint.method === "GET";
  const entry = (by: Parameters<typeof providerAt>[1]) =>
    providerAt(ctx.platform, by, ctx.now(), isShown ? later : undefined);
  const token = heldToken(endpoint, request);
  if (meaning.kind === "provider") {
    const { subdomain } = meaning;
    if (!isKnownHost(subdomain, ctx.now())) refuseUnknownHosts(request, ctx.now());
    const found = await entry({ subdomain });
    if (found && token && token.providerId !== found.providerId) throw refuse("not_signed_in", "token_wrong");
    return found;
  }
  if (token) {
    const found = await entry({ id: token.providerId });
    if (!found) throw refuse("not_signed_in", "token_wrong");
    return found;
  }
  const routerId = meaning.kind === "router" ? meaning.routerId : url.searchParams.get("routerId");
  if (routerId && endpoint.audience.includes("visitor")) {
    const { provider } = await resolveTenant(ctx, url, routerId);
    return provider && entry({ subdomain: provider.subdomain });
  }
  // On the main domain, too, an admin is answered where the session is; an operator where theirs are.
  const held = endpoint.audience.includes("provider") ? heldSession(request) : undefined;
  return held && !readCookie(request, cookies.platform) ? entry({ id: held.providerId }) : null;
}
