import type { Context } from "../context.ts";
import type { PortalScreen } from "../contract/portal.ts";
import { type Language, say, textIn } from "../contract/texts.ts";
import { AppError, isNotOpen } from "../errors.ts";
import { readBrand } from "../features/branding/index.ts";
import { resolveTenant, type Tenant } from "../http/tenant.ts";
import { log } from "../log.ts";
import { pageOf } from "./portal-data.ts";
import { nothingNow } from "./portal-device.ts";
import { strangerFrom } from "./portal-visitor.ts";
import { html } from "./render.ts";

/** @param hasHome there are plans at this host */
export function refused({ text }: AppError, language: Language, hasHome = true): PortalScreen {
  const title = say(hasHome ? "did_not_work" : "page_not_found");
  return { kind: "refused", title: textIn(language, title), text: textIn(language, text), hasHome };
}

const nowhere: Tenant = { onMain: true, isMainHost: false, provider: null, router: null };

/** With the provider's look where its host is known. */
export async function refusalPage(error: AppError, ctx: Context, request: Request): Promise<Response> {
  const who = strangerFrom(request);
  const page = async (tenant: Tenant | null, hasHome = tenant !== null) => {
    const shown = await pageOf(ctx, tenant ?? nowhere, who, refused(error, who.language, hasHome));
    const answer = html(shown, error.status);
    if (error.retryAfter !== undefined)
      answer.headers.set("retry-after", String(Math.ceil(error.retryAfter)));
    return answer;
  };
  try {
    const tenant = await tenantOrNull(ctx, request);
    return await (isNotOpen(error) ? notOpenPage(error, ctx, request, tenant ?? nowhere) : page(tenant));
  } catch (cause) {
    log("error", "refusal page", cause);
    // Whose look it has, its provider can't say now.
    return page(null, true).catch(
      () => new Response(textIn(who.language, error.text), { status: error.status }),
    );
  }
}

/** In the provider's name, with whom to call: nothing of it is asked of its object. The browser looks again by itself. */
async function notOpenPage(
  { text, status, retryAfter = 0 }: AppError,
  ctx: Context,
  request: Request,
  tenant: Tenant,
): Promise<Response> {
  const who = strangerFrom(request);
  const { brand } = await readBrand(ctx, tenant.provider?.id ?? null, tenant.onMain, ctx.platform);
  const { pathname, search } = new URL(request.url);
  const isShown = request.method === "GET";
  const screen: PortalScreen = {
    kind: "refused",
    title: textIn(who.language, say("title_not_open")),
    text: textIn(who.language, text),
    hasHome: true,
    ...(isShown && { again: pathname + search }),
  };
  const shop = { brand, plans: [], services: [] };
  const answer = html(await pageOf(ctx, tenant, who, screen, { shop, visitor: nothingNow }), status);
  answer.headers.set("retry-after", String(retryAfter));
  if (isShown) answer.headers.set("refresh", String(retryAfter));
  return answer;
}

/** Any address that nothing is mounted on, outside the API. */
export async function notFound(ctx: Context, request: Request): Promise<Response> {
  const tenant = (await tenantOrNull(ctx, request)) ?? nowhere;
  const page = await pageOf(
    ctx,
    tenant,
    strangerFrom(request),
    { kind: "not-found" },
    {
      visitor: nothingNow,
    },
  );
  return html(page, 404);
}

/** Null for a host that is nobody's: it has nobody's look. */
async function tenantOrNull(ctx: Context, request: Request): Promise<Tenant | null> {
  const url = new URL(request.url);
  try {
    return await resolveTenant(ctx, url, url.searchParams.get("routerId") ?? undefined);
  } catch (cause) {
    if (cause instanceof AppError) return null;
    throw cause;
  }
}
