import { createHash } from "node:crypto";
import { portalScripts } from "virtual:client-scripts";
import { portalSecurityPolicy, renderPortal } from "../../web/portal/server.tsx";
import type { PortalPage } from "../contract/portal.ts";
import { requestIdNow } from "../log.ts";
import { pageForVisitors } from "./visitor-answer.ts";

export type Rendered = { body: string; headers: Record<string, string> };

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

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
