import { renderToString } from "react-dom/server.edge";
import type { Language, PortalPage } from "#contract/portal";
import { adFrameStyle } from "./ad-frame.ts";
import { colourStyle, headerColour } from "./colours.ts";
import { documentHtml } from "./document.ts";
import { everyRarePart } from "./every-rare-part.ts";
import { startFlow } from "./flow.ts";
import { english } from "./messages/en.ts";
import { swahili } from "./messages/sw.ts";
import type { Messages } from "./messages.ts";
import pageStyle from "./portal.css?inline";
import { Portal } from "./portal.tsx";
import { type PortalScripts, scriptsFor } from "./portal-scripts.ts";
import { adsInFront } from "./rare-parts.ts";
import adStyle from "./styles/ads.css?inline";
import { themeClass } from "./theme.ts";
import { titleOf } from "./titles.ts";

// The visitor's page as the worker answers it.

const messagesOf: Record<Language, Messages> = { en: english, sw: swahili };

/** How often a page without scripts asks again while something is under way. */
const refreshSeconds = 4;

function changesByItself({ screen, access, pending }: PortalPage): boolean {
  if (screen.kind === "home") return pending !== null || access === "connecting";
  if (screen.kind === "waiting") return true;
  if (screen.kind === "success") return screen.status.access !== "online";
  if (screen.kind === "failure") return screen.stillChecking;
  return screen.kind === "connected" && access === "connecting";
}

/**
 * The whole document of a page.
 * @param scripts the built client files; null leaves the page without scripts
 */
export function renderPortal(page: PortalPage, scripts: PortalScripts | null): string {
  const messages = messagesOf[page.language];
  const flow = startFlow(page);
  return documentHtml({
    language: messages.language,
    className: themeClass(page.theme),
    title: titleOf(page.screen, page.brand.companyName, messages),
    themeColour: headerColour(page.brand.headerColor),
    styles: stylesOf(page),
    refreshSeconds: changesByItself(page) ? refreshSeconds : null,
    body: renderToString(
      <Portal page={page} flow={flow} actions={null} messages={messages} rare={everyRarePart} />,
    ),
    data: page,
    ...scriptsFor(page, scripts),
  });
}

/** The page's stylesheets; that of advertisements only where there are any. */
function stylesOf(page: PortalPage): string[] {
  return [pageStyle, colourStyle(page.brand), ...(adsInFront(page) ? [adStyle] : [])];
}

/** What no page changes is hashed once. */
const hashes = new Map<string, string>();

/**
 * The Content-Security-Policy of a page: its stylesheets by hash, scripts and calls of this host alone, no frames.
 * @param origin of the page, where it has advertisements: to old browsers 'self' means nothing in their frames, seen in
 *   Chromium 72
 * @param sha256Base64 SHA-256 of a text's UTF-8 bytes, in base64, synchronously
 */
export function portalSecurityPolicy(
  page: PortalPage,
  sha256Base64: (text: string) => string,
  origin: string | null = null,
): string {
  const hashOf = (style: string) => {
    const hash = hashes.get(style) ?? sha256Base64(style);
    if (style === pageStyle || style === adStyle || style === adFrameStyle) hashes.set(style, hash);
    return `'sha256-${hash}'`;
  };
  // Frames of advertisements inherit this policy, and with it the right to their one stylesheet.
  const styles = [...stylesOf(page), ...(adsInFront(page) ? [adFrameStyle] : [])];
  return [
    "default-src 'none'",
    `img-src 'self' data:${origin !== null && adsInFront(page) ? ` ${origin}` : ""}`,
    `style-src ${styles.map(hashOf).join(" ")}`,
    "script-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
