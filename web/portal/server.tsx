import { renderToString } from "react-dom/server.edge";
import type { PortalPage } from "#contract/portal";
import type { Language } from "#contract/texts";
import { escapeHtml, islandJson } from "#contract/values/html";
import { adFrameStyle } from "./ad-frame.ts";
import { colourStyle, headerColour } from "./colours.ts";
import { startFlow } from "./flow.ts";
import { english, type Messages } from "./messages/en.ts";
import { swahili } from "./messages/sw.ts";
import { LegalAddresses } from "./parts/legal-addresses.tsx";
import pageStyle from "./portal.css?inline";
import { Portal } from "./portal.tsx";
import { adsInFront, type RareParts, rareFiles, rarePartsOf } from "./rare-parts.ts";
import { AdStage } from "./screens/ads.tsx";
import { BuyScreen } from "./screens/buy.tsx";
import { JoinFirst, NoticeScreen, StopOffersScreen } from "./screens/notice.tsx";
import { PairingScreen } from "./screens/pairing.tsx";
import { ClaimScreen, ConnectedScreen, PaymentScreen, Standing } from "./screens/purchase.tsx";
import { TrialScreen } from "./screens/trial.tsx";
import adStyle from "./styles/ads.css?inline";
import { themeClass } from "./theme.ts";
import { titleOf } from "./titles.ts";

const messagesOf: Record<Language, Messages> = { en: english, sw: swahili };

/** How often a page without scripts asks again while something is under way. */
const refreshSeconds = 4;

function changesByItself({ screen, access, pending }: PortalPage): boolean {
  if (screen.kind === "home") return pending !== null || access === "connecting";
  if (screen.kind === "waiting" || screen.kind === "overtaken") return true;
  if (screen.kind === "success") return !["online", "queued", "closed"].includes(screen.status.access);
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

// The document around the page: everything a browser needs before the first plan is visible, in one answer.

type DocumentParts = {
  language: string;
  className: string;
  title: string;
  themeColour: string;
  /** The page's stylesheets, in order; their exact texts are what the security policy allows. */
  styles: readonly string[];
  /** Asks for the page again after these seconds where no script does. */
  refreshSeconds: number | null;
  body: string;
  data: unknown;
  script: string | null;
  /** What the script fetches at once: named here, its files come together with it. */
  preload: readonly string[];
};

export function documentHtml(parts: DocumentParts): string {
  const { refreshSeconds, script, className } = parts;
  const classes = className === "" ? "" : ` class="${escapeHtml(className)}"`;
  return [
    `<!doctype html><html lang="${escapeHtml(parts.language)}"${classes}><head><meta charset="utf-8">`,
    `<title>${escapeHtml(parts.title)}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1,interactive-widget=resizes-content">',
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" content="${escapeHtml(parts.themeColour)}">`,
    '<meta name="format-detection" content="telephone=no"><meta name="robots" content="noindex">',
    // Otherwise every browser asks for /favicon.ico on its own.
    '<link rel="icon" href="data:,">',
    refreshSeconds === null
      ? ""
      : `<noscript><meta http-equiv="refresh" content="${refreshSeconds}"></noscript>`,
    ...parts.preload.map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}">`),
    ...parts.styles.map((style) => `<style>${style}</style>`),
    `</head><body><div id="portal">${parts.body}</div>`,
    `<script type="application/json" id="page">${islandJson(parts.data)}</script>`,
    script === null ? "" : `<script type="module" src="${escapeHtml(script)}"></script>`,
    "</body></html>",
  ].join("");
}

/** For the server, which renders any page. */
export const everyRarePart: Required<RareParts> = {
  ads: AdStage,
  buy: BuyScreen,
  claim: ClaimScreen,
  connected: ConnectedScreen,
  "legal-addresses": LegalAddresses,
  notice: NoticeScreen,
  "join-first": JoinFirst,
  pairing: PairingScreen,
  payment: PaymentScreen,
  standing: Standing,
  trial: TrialScreen,
  stopOffers: StopOffersScreen,
};

export type PortalScripts = {
  /** Each language's entry, and the files that it fetches in turn. */
  entries: Record<Language, { script: string; preload: readonly string[] }>;
  rare: Readonly<Record<string, readonly string[]>>;
};

/** The one script of a page, and what it will fetch: announced in the head, so that all come at once. */
export function scriptsFor(
  page: PortalPage,
  scripts: PortalScripts | null,
): { script: string | null; preload: readonly string[] } {
  if (!scripts) return { script: null, preload: [] };
  const { script, preload } = scripts.entries[page.language];
  const parts = rarePartsOf(page).map((part) => rareFiles[part]);
  const files = parts.length > 0 ? [...parts, `later-${page.language}`] : [];
  const rare = files.flatMap((file) => scripts.rare[file] ?? []);
  return { script, preload: [...new Set([...preload, ...rare])] };
}
