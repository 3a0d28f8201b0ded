import { consoles } from "virtual:client-scripts";
import { version } from "../../package.json";
import { consoleSkeleton, entrySkeleton, entryStyle } from "../../web/console/entry/skeleton.ts";
import type { Context } from "../context.ts";
import type { Theme } from "../contract/branding.ts";
import * as system from "../contract/system.ts";
import { adminPages, superadminPages } from "../contract/values/console-pages.ts";
import { grounds, schemeOf, type ThemeName } from "../contract/values/console-themes.ts";
import { escapeHtml, islandJson } from "../contract/values/html.ts";
import { portalBrand, themeOf } from "../features/branding/index.ts";
import { cookies, readCookie } from "../http/cookies.ts";
import { type App, type Call, route } from "../http/route.ts";
import { platformAdminOf } from "../http/session.ts";
import type { Tenant } from "../http/tenant.ts";
import { randomHex } from "../keys.ts";
import { notFound, refusalPage } from "./refusal.ts";

// The consoles' documents: what says where one is, the data of the place, and the built script. Everything else is theirs. A browser that
// has a session's cookie is given the console, any other the page before it: whether the session is good, the script asks.

export function mountConsolePages(app: App): void {
  const refuse = { refuse: refusalPage };
  route(app, system.adminConsole, async (call) => adminPage(call), refuse);
  // The script shows the console's own not-found page, with its link to the dashboard (PC-1).
  route(app, system.adminConsolePage, async (call) => adminPage(call, call.params.page), refuse);
  route(
    app,
    system.signUpPage,
    async ({ ctx, tenant, request }) =>
      tenant.isMainHost
        ? consolePage(ctx, tenant, "admin", { page: "sign-up", isSigned: false })
        : notFound(ctx, request),
    refuse,
  );
  // The super admin console is at the host of MAIN_ORIGIN alone: elsewhere not found, and none of its files is named.
  route(app, system.superadminConsole, async (call) => superadminPage(call), refuse);
  route(app, system.superadminConsolePage, async (call) => superadminPage(call, call.params.page), refuse);
  route(
    app,
    system.providerProfilePage,
    async (call) => superadminPage(call, "provider-profile", 200),
    refuse,
  );
}

type PageCall = Pick<Call<typeof system.superadminConsole>, "ctx" | "tenant" | "request" | "url">;

async function adminPage({ ctx, tenant, request }: PageCall, page = ""): Promise<Response> {
  const isSigned = readCookie(request, cookies.provider) !== undefined;
  const status = page === "" || adminPages.includes(page) ? 200 : 404;
  return consolePage(ctx, tenant, "admin", { page, isSigned, status });
}

async function superadminPage(
  { ctx, tenant, request, url }: PageCall,
  page = "",
  status = page === "" || superadminPages.includes(page) ? 200 : 404,
): Promise<Response> {
  if (!tenant.isMainHost) return notFound(ctx, request);
  const adminId = await platformAdminOf(ctx, request, tenant, url.host);
  const theme = adminId ? await themeOf(ctx, adminId) : "system";
  return consolePage(ctx, tenant, "superadmin", { page, isSigned: adminId !== null, theme, status });
}

type Shown = {
  /** The last part of its address; "" for log-in. */
  page: string;
  /** Its browser has a session's cookie, good or not. */
  isSigned: boolean;
  theme?: Theme | null;
  status?: number;
};

async function consolePage(
  ctx: Context,
  tenant: Tenant,
  name: "admin" | "superadmin",
  { page, isSigned, theme = null, status = 200 }: Shown,
): Promise<Response> {
  const files = consoles?.[name] ?? null;
  const nonce = randomHex(128);
  const provider = tenant.onMain ? null : tenant.provider;
  const subdomain = provider?.subdomain ?? null;
  const businessName = provider
    ? ((await portalBrand(ctx, provider.id, false)).owner?.businessName ?? null)
    : null;
  const console_ = [...(files?.scripts ?? []), ...(files?.styles ?? [])];
  const data = {
    subdomain,
    businessName,
    mainOrigin: ctx.settings.MAIN_ORIGIN,
    version,
    isSigned,
    ...(theme ? { theme } : {}),
    // Who signs up here goes on at another host.
    ...(isSigned || page === "sign-up" ? {} : { ahead: console_ }),
  };
  const first: DocumentTheme = theme ? chosenTheme(theme) : storedTheme;
  const title = name === "superadmin" ? "Super Admin Portal" : (businessName ?? "HotSpot Admin");
  const head = name === "superadmin" ? "System Control Center" : title;
  const skeleton = isSigned
    ? consoleSkeleton(head, subdomain)
    : entrySkeleton(title, subdomain, name === "superadmin");
  const own = files && Object.hasOwn(files.pages, page) ? (files.pages[page] ?? []) : [];
  const scripts = [...(files?.preload ?? []), ...(isSigned ? (files?.scripts ?? []) : [])];
  const preload = isSigned || page === "sign-up" ? [...scripts, ...own] : scripts;
  const body = [
    `<!doctype html><html lang="en"${first.attributes}><head><meta charset="utf-8">`,
    `<title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="csp-nonce" content="${nonce}"><meta name="robots" content="noindex">`,
    '<link rel="icon" href="data:,">',
    // The chosen theme before the first paint.
    first.style ? `<style nonce="${nonce}">${first.style}</style>` : "",
    first.script ? `<script nonce="${nonce}">${first.script}</script>` : "",
    `<style nonce="${nonce}">${entryStyle}</style>`,
    ...preload.map((href) => `<link rel="modulepreload" href="${href}">`),
    `</head><body><div id="before">${skeleton}</div>`,
    `<script type="application/json" id="page">${islandJson(data)}</script>`,
    // Behind what is painted first, which does not wait for them, and before what the script draws: its own styles go above these.
    ...(isSigned ? (files?.styles ?? []) : []).map((href) => `<link rel="stylesheet" href="${href}">`),
    '<div id="root"></div>',
    files ? `<script type="module" src="${files.script}"></script>` : "",
    "<noscript>This page needs JavaScript.</noscript></body></html>",
  ].join("");
  return new Response(body, {
    status,
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

/** What the document of a console says about its theme, so that the first paint has it. */
type DocumentTheme = {
  /** Of `<html>`. */
  attributes: string;
  /** Inline, before everything else; "" for none. */
  style: string;
  script: string;
};

/** What Mantine would do in its own inline script: the stored scheme, else the device's. */
const storedTheme: DocumentTheme = {
  attributes: "",
  style: "",
  script: schemeScript('localStorage.getItem("mantine-color-scheme-value")'),
};

/** The theme that a super admin chose. The device is asked only where they left it to it. */
function chosenTheme(theme: ThemeName): DocumentTheme {
  const scheme = schemeOf(theme);
  if (theme === "system" || scheme === "auto")
    return {
      attributes: ' data-theme="system"',
      style: `[data-theme=system]{background:${grounds.light}}@media(prefers-color-scheme:dark){[data-theme=system]{background:${grounds.dark}}}`,
      script: schemeScript("null"),
    };
  return {
    attributes: ` data-theme="${theme}" data-mantine-color-scheme="${scheme}"`,
    style: `[data-theme=${theme}]{background:${grounds[theme]};color-scheme:${scheme}}`,
    script: "",
  };
}

/**
 * Follows the device where that decides, also in the evening. Reading the storage throws where the browser forbids it: nothing is stored
 * there.
 */
function schemeScript(stored: string): string {
  return `(function(){var r=document.documentElement,m=matchMedia("(prefers-color-scheme: dark)");function f(){
var s,t=r.dataset.theme;if(t&&t!=="system")return;try{s=${stored}}catch(e){s=null}
r.setAttribute("data-mantine-color-scheme",s==="dark"||(s!=="light"&&m.matches)?"dark":"light")}
f();m.addEventListener("change",f)})()`;
}
