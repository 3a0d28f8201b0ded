import { consoles } from "virtual:client-scripts";
import { version } from "../../package.json";
import type { Context } from "../context.ts";
import * as system from "../contract/system.ts";
import { escapeHtml, islandJson } from "../contract/values/html.ts";
import { portalBrand } from "../features/branding/index.ts";
import { randomHex } from "../keys.ts";
import { notFound } from "./pages-refusal.ts";
import { type App, route } from "./route.ts";
import type { Tenant } from "./tenant.ts";

// The consoles' one document: an empty root, the data of the place, and the built script. Everything else is theirs.

export function mountConsolePages(app: App): void {
  route(app, system.adminConsole, async ({ ctx, tenant }) => consolePage(ctx, tenant, "admin"));
  route(app, system.adminConsolePage, async ({ ctx, tenant, params, request }) =>
    adminPages.has(params.page) ? consolePage(ctx, tenant, "admin") : notFound(ctx.env, request),
  );
}

/** Specification, provider console 2; anything else is the not-found page. */
const adminPages = new Set([
  "dashboard",
  "plans",
  "users",
  "payments",
  "routers",
  "reports",
  "settings",
  "vouchers",
  "profile",
]);

async function consolePage(ctx: Context, tenant: Tenant, name: "admin"): Promise<Response> {
  const files = consoles?.[name] ?? null;
  const nonce = randomHex(128);
  const provider = tenant.onMain ? null : tenant.provider;
  const data = {
    subdomain: provider?.subdomain ?? null,
    businessName: provider
      ? ((await portalBrand(ctx, provider.id, false)).owner?.businessName ?? null)
      : null,
    mainOrigin: ctx.settings.MAIN_ORIGIN,
    version,
  };
  const body = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(data.businessName ?? "HotSpot Admin")}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="csp-nonce" content="${nonce}"><meta name="robots" content="noindex">`,
    '<link rel="icon" href="data:,">',
    // The chosen look before the first paint.
    `<script nonce="${nonce}">${colourScheme}</script>`,
    ...(files?.styles ?? []).map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(files?.preload ?? []).map((href) => `<link rel="modulepreload" href="${href}">`),
    '</head><body><div id="root"></div>',
    `<script type="application/json" id="page">${islandJson(data)}</script>`,
    files ? `<script type="module" src="${files.script}"></script>` : "",
    "<noscript>This page needs JavaScript.</noscript></body></html>",
  ].join("");
  return new Response(body, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": [
        "default-src 'none'",
        `script-src 'self' 'nonce-${nonce}'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-src 'self'",
        "frame-ancestors 'none'",
      ].join("; "),
    },
  });
}

/**
 * What Mantine would do in its own inline script: the stored scheme, else the device's. Reading the storage throws where
 * the browser forbids it: nothing is stored there.
 */
const colourScheme = `(function(){var s;try{s=localStorage.getItem("mantine-color-scheme-value")}catch(e){s=null}
var d=s==="dark"||(s!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.setAttribute("data-mantine-color-scheme",d?"dark":"light")})()`;
