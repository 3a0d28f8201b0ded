import { createHash } from "node:crypto";
import type { Language } from "../../contract/texts.ts";
import { adminAddresses, superadminAddresses } from "../../contract/values/console-pages.ts";
import { type HelpBook, helpBooks } from "../../contract/values/help.ts";
import { handbook as installEn } from "./install-en.md";
import { handbook as installSw } from "./install-sw.md";
import { handbook as operatorEn } from "./operator-en.md";
import { filterScript, headOf, style } from "./page-files.ts";
import { handbook as providerEn } from "./provider-en.md";
import { handbook as providerSw } from "./provider-sw.md";

const english = { provider: providerEn, install: installEn, operator: operatorEn };
/** The operator's console and handbook are in English alone. */
const kiswahili: Partial<typeof english> = { provider: providerSw, install: installSw };

function bookIn(language: Language, name: HelpBook) {
  const translated = language === "sw" ? kiswahili[name] : undefined;
  return translated ? { ...translated, language } : { ...english[name], language: "en" as const };
}

const words = {
  en: {
    help: "Help",
    search: "Search this page",
    found: "found",
    none: "Nothing is written about that here.",
    contents: "On this page",
    other: "Kiswahili",
    all: "All handbooks",
    back: "To the console",
  },
  sw: {
    help: "Msaada",
    search: "Tafuta kwenye ukurasa huu",
    found: "zimepatikana",
    none: "Hakuna kilichoandikwa hapa kuhusu hilo.",
    contents: "Kwenye ukurasa huu",
    other: "English",
    all: "Miongozo yote",
    back: "Kwenye konsoli",
  },
} as const;

/** Made once for each language: nothing in it depends on who asks. */
const made = new Map<string, string>();

export function indexPage(language: Language, onMainHost: boolean): string {
  return kept(`${language} ${onMainHost}`, () => {
    const items = helpBooks
      .filter((name) => name !== "operator" || onMainHost)
      .map((name) => {
        const { title, intro } = bookIn(language, name);
        return `<li><a href="/help/${name}?lang=${language}">${title}</a><p>${intro}</p></li>`;
      });
    return document(language, words[language].help, `<ul class="books">${items.join("")}</ul>`);
  });
}

export function bookPage(name: HelpBook, wanted: Language): string {
  const { language, title, intro, contents: topics, sections } = bookIn(wanted, name);
  return kept(`${language} ${name}`, () => {
    const { help, search, found, none, contents, all } = words[language];
    const body = [
      `<p>${intro}</p>`,
      `<form role="search" hidden><label for="search">${search}</label><input id="search" type="search" autocomplete="off">`,
      `<p role="status" data-found="${found}" data-none="${none}"></p></form>`,
      `<nav aria-label="${contents}"><ul>${topics}</ul></nav>`,
      sections,
      `<p><a href="/help?lang=${language}">${all}</a></p><script>${filterScript}</script>`,
    ];
    return document(language, `${title} – ${help}`, body.join(""), {
      heading: title,
      isTranslated: name in kiswahili,
      back: name === "operator" ? superadminAddresses.dashboard : adminAddresses.dashboard,
    });
  });
}

function kept(key: string, make: () => string): string {
  const page = made.get(key) ?? make();
  made.set(key, page);
  return page;
}

function document(
  language: Language,
  title: string,
  body: string,
  { heading = title, isTranslated = true, back = adminAddresses.dashboard as string } = {},
): string {
  const turn = isTranslated ? otherLanguage(language) : "";
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" href="data:,"><style>${style}</style></head><body>`,
    headOf(back, words[language].back, turn),
    `<main><h1>${heading}</h1>${body}</main></body></html>`,
  ].join("");
}

function otherLanguage(language: Language): string {
  const other = language === "en" ? "sw" : "en";
  return `<a lang="${other}" href="?lang=${other}">${words[language].other}</a>`;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const policy = [
  "default-src 'none'",
  "img-src 'self' data:",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(filterScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
