import { createHash } from "node:crypto";
import { portalScripts } from "virtual:client-scripts";
import { portalSecurityPolicy, renderPortal } from "../../web/portal/server.tsx";
import type { PortalPage } from "../contract/portal.ts";
import { pageForVisitors } from "../http/visitor-answer.ts";
import { requestIdNow } from "../log.ts";
import type { PageTemplate } from "./page-template.ts";

export type Rendered = { body: string; headers: Record<string, string> };

/** A page that many visitors have, but for a few values. */
export type SharedPage = { template: PageTemplate; headers: Record<string, string> };

/** What a page that is asked for once is not worth: it is compressed behind the worker. */
const compressedFrom = 2;

const sha256Base64 = (text: string) => createHash("sha256").update(text).digest("base64");

/** @param origin what the visitor asked, for pages with advertisements */
export function rendered(page: PortalPage, origin: string | null = null): Rendered {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": portalSecurityPolicy(page, sha256Base64, origin),
  };
  return { body: renderPortal(pageForVisitors(page), portalScripts), headers };
}

export function html(page: PortalPage, status = 200, origin: string | null = null): Response {
  const requestId = status < 500 ? undefined : requestIdNow();
  const { body, headers } = rendered(requestId === undefined ? page : { ...page, requestId }, origin);
  return new Response(body, { status, headers });
}

/** @param values for the marks of its template */
export function sharedPage(
  { template, headers }: SharedPage,
  values: Readonly<Record<string, string>>,
  request: Request,
): Response {
  template.asked += 1;
  const isCompressed = template.asked >= compressedFrom && takesGzip(request);
  const vary = { ...headers, vary: "accept-encoding" };
  if (!isCompressed) return new Response(template.text(values), { headers: vary });
  return new Response(template.gzip(values), {
    headers: { ...vary, "content-encoding": "gzip" },
    encodeBody: "manual",
  });
}

/** Cloudflare asks for what it can decode itself, and says beside it what the browser asked for. */
function takesGzip(request: Request): boolean {
  const asked = request.cf?.clientAcceptEncoding ?? request.headers.get("accept-encoding") ?? "";
  return /(?:^|,)\s*(?:x-)?gzip\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/i.test(String(asked));
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
