import type { PortalPage } from "#contract/portal";
import { renderPortal } from "#web/portal/server.tsx";

/** The visible part of a rendered page, without its data island and stylesheets. */
export function markupOf(page: PortalPage): string {
  const html = renderPortal(page, null);
  return html.slice(html.indexOf('<div id="portal">'), html.indexOf('<script type="application/json"'));
}

/** What a reader sees, tags taken away, blanks folded. */
export function textOf(page: PortalPage): string {
  return markupOf(page)
    .replaceAll("<wbr/>", "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&")
    .replace(/\s+/g, " ")
    .replace(/ ([,.])/g, "$1");
}

/** Addresses of all links, unescaped. */
export function linksOf(page: PortalPage): string[] {
  return [...markupOf(page).matchAll(/href="([^"]*)"/g)].map((match) =>
    (match[1] ?? "").replace(/&amp;/g, "&"),
  );
}
