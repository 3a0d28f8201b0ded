import { escapeHtml, islandJson } from "#contract/values/html";

// The document around the page: everything a browser needs before the first plan is visible, in one answer.

export type DocumentParts = {
  language: string;
  /** Classes of the document; "" for none. */
  className: string;
  title: string;
  themeColour: string;
  /** The page's stylesheets, in order; their exact texts are what the security policy allows. */
  styles: readonly string[];
  /** Asks for the page again after these seconds where no script does. */
  refreshSeconds: number | null;
  /** The page's markup, already escaped. */
  body: string;
  data: unknown;
  /** Address of the script; null for none. */
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
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
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
