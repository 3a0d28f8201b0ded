import { type Context, makeContext } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Env } from "../env.ts";
import { isRaw } from "./request-rules.ts";
import { resolveTenant } from "./tenant.ts";

/** Carries the request's id into the object; only what the entry forwards has it. */
export const requestIdHeader = "x-mlango-request-id";

/** Answered at the entry, whomever they concern: they hash passwords, or ask another object alone. */
function isAtEntry(endpoint: Endpoint): boolean {
  return isRaw(endpoint) || endpoint.atEntry || !isOfProviders(endpoint);
}

const isOfProviders = ({ audience }: Endpoint) =>
  audience.includes("visitor") || audience.includes("provider");

/** The answer of the provider's object to a request that concerns it; null where this isolate answers itself. */
export async function forwarded(
  endpoint: Endpoint,
  env: Env,
  request: Request,
  requestId: string,
): Promise<Response | null> {
  const ctx = makeContext(env);
  if (ctx.atProvider !== null || isAtEntry(endpoint)) return null;
  const providerId = await providerOf(ctx, request);
  if (providerId === null) return null;
  const headers = new Headers(request.headers);
  headers.set(requestIdHeader, requestId);
  const answer = await env.PROVIDER.getByName(providerId).fetch(new Request(request, { headers }));
  // Headers of an answer from elsewhere can't be changed.
  return new Response(answer.body, answer);
}

async function providerOf(ctx: Context, request: Request): Promise<string | null> {
  const url = new URL(request.url);
  const tenant = await resolveTenant(ctx, url, url.searchParams.get("routerId") ?? undefined);
  // On the main domain operators act, too: their calls are answered where their sessions are.
  return tenant.onMain ? null : (tenant.provider?.id ?? null);
}
