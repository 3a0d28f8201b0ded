import type { Context } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { minuteMs } from "../contract/values/time.ts";
import { refuse } from "../errors.ts";
import { admitChange, admitTokenCall } from "../features/rate-limits/index.ts";
import { heldToken } from "./cookies.ts";
import { isRaw } from "./request-rules.ts";
import { type Caller, identify, type ProviderCaller } from "./session.ts";
import { resolveTenant, type Tenant } from "./tenant.ts";
import { noteTokenUse, requireScope, tokenCaller } from "./token-caller.ts";

/** A call that may be made: by whom, and whom it concerns. */
export type Admitted = { ctx: Context; url: URL; tenant: Tenant; caller: Caller };

/** Origin, tenant, session or token, suspension, role or scope, second factor, number of changes, fresh password. @throws AppError */
export async function admit(endpoint: Endpoint, ctx: Context, request: Request): Promise<Admitted> {
  const url = new URL(request.url);
  const held = heldToken(endpoint, request);
  // No page can send a token that it was not given, and a browser sends none by itself.
  if (!held) checkOrigin(request, url, endpoint);
  const tenant =
    isRaw(endpoint) || endpoint.polled
      ? { onMain: true, isMainHost: true, provider: null, router: null }
      : await resolveTenant(ctx, url, url.searchParams.get("routerId") ?? undefined);
  const caller = held
    ? await tokenCaller(ctx, held, tenant, request)
    : await identify(ctx, request, endpoint.audience, tenant, url.host);
  // Whoever acts for a suspended provider is the platform: its console stays open to them.
  const suspended =
    caller.kind === "provider" &&
    caller.session.providerStatus === "suspended" &&
    caller.session.actingAs === null;
  if (suspended && !endpoint.whileSuspended)
    throw refuse(
      "forbidden",
      caller.session.suspendedFor === "invoice" ? "suspended_for_invoice" : "suspended",
    );
  if (caller.kind === "provider" && caller.token) {
    requireScope(endpoint, caller.token);
    await admitTokenCall(ctx, caller.providerId, caller.token.id);
    await noteTokenUse(ctx, caller);
  } else requireRole(endpoint, caller);
  if (!endpoint.withoutSecondFactor) requireSecondFactor(caller);
  if (isCounted(endpoint, caller)) await admitChange(ctx, caller);
  if (endpoint.fresh) requireFreshPassword(ctx, caller);
  return { ctx, url, tenant, caller };
}

/**
 * Unsafe calls from a browser must come from a page of this very host: sibling subdomains are other tenants, although
 * browsers call them the same site. A caller that sends neither header is no browser. Plain forms may also send
 * `Origin: null` (mini-browsers do), since no cookie gives authority there.
 */
function checkOrigin(request: Request, url: URL, endpoint: Endpoint): void {
  if (endpoint.method === "GET" || isRaw(endpoint)) return;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const sameSite = site === null || site === "same-origin";
  const allowed =
    origin === null || (origin === "null" && endpoint.kind === "form")
      ? sameSite
      : origin === url.origin && sameSite;
  if (!allowed) throw refuse("wrong_origin", "wrong_origin");
}

/** @throws AppError forbidden, which says who may */
function requireRole({ roles }: Endpoint, caller: Caller): void {
  if (caller.kind !== "provider" || roles.includes(caller.session.role)) return;
  if (roles.includes("cashier")) throw refuse("forbidden", "only_owner_cashier");
  if (roles.includes("technician")) throw refuse("forbidden", "only_owner_technician");
  throw refuse("forbidden", "only_owner");
}

/** What the platform does in a provider's stead is not the provider's, and signing out is never too much. */
function isCounted(endpoint: Endpoint, caller: Caller): caller is ProviderCaller {
  const isOwn = caller.kind === "provider" && caller.session.actingAs === null;
  return isOwn && endpoint.method !== "GET" && !endpoint.withoutSecondFactor;
}

/** @throws AppError second_factor_missing: the console leads to setting it up */
function requireSecondFactor(caller: Caller): void {
  if (caller.kind !== "provider" && caller.kind !== "platform") return;
  if (caller.session.lacksSecondFactor === 0) return;
  const isOwn = caller.kind === "provider" && caller.session.actingAs === null;
  throw refuse("second_factor_missing", isOwn ? "second_factor_first_people" : "second_factor_first");
}

/** How long a password that was given counts for calls that ask for it again. */
const freshMs = 10 * minuteMs;

/** @throws AppError reauthenticate: the console asks for the password, and repeats the call */
function requireFreshPassword(ctx: Context, caller: Caller): void {
  const confirmedAt =
    caller.kind === "provider" || caller.kind === "platform" ? caller.session.confirmedAt : 0;
  if (confirmedAt + freshMs <= ctx.now()) throw refuse("reauthenticate", "password_again");
}
