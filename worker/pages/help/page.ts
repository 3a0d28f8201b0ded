import { createHash } from "node:crypto";
import type { Language } from "../../contract/texts.ts";
import { type HelpBook, helpBooks, helpTopics } from "../../contract/values/help.ts";
import { escapeHtml } from "../../contract/values/html.ts";
import type { AnyBook, Book } from "./book.ts";
import { installEn } from "./install-en.ts";
import { installSw } from "./install-sw.ts";
import { operatorEn } from "./operator-en.ts";
import { filterScript, style } from "./page-files.ts";
import { providerEn } from "./provider-en.ts";
import { providerSw } from "./provider-sw.ts";
import { htmlOf } from "./text.ts";

type Books = { [Name in HelpBook]: Book<Name> };
const english: Books = { provider: providerEn, install: installEn, operator: operatorEn };
/** The operator's console and handbook are in English alone. */
const kiswahili: Partial<Books> = { provider: providerSw, install: installSw };

function bookIn(language: Language, name: HelpBook): { book: AnyBook; language: Language } {
  const translated = language === "sw" ? kiswahili[name] : undefined;
  return translated ? { book: translated, language } : { book: english[name], language: "en" };
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
  },
  sw: {
    help: "Msaada",
    search: "Tafuta kwenye ukurasa huu",
    found: "zimepatikana",
    none: "Hakuna kilichoandikwa hapa kuhusu hilo.",
    contents: "Kwenye ukurasa huu",
    other: "English",
    all: "Miongozo yote",
  },
} as const;

/** Made once for each language: nothing in it depends on who asks. */
const made = new Map<string, string>();

export function indexPage(language: Language, onMainHost: boolean): string {
  return kept(`${language} ${onMainHost}`, () => {
    const items = helpBooks
      .filter((name) => name !== "operator" || onMainHost)
      .map((name) => {
        const { title, intro } = bookIn(language, name).book;
        return `<li><a href="/help/${name}?lang=${language}">${escapeHtml(title)}</a><p>${escapeHtml(intro)}</p></li>`;
      });
    return document(language, words[language].help, `<ul class="books">${items.join("")}</ul>`);
  });
}

export function bookPage(name: HelpBook, wanted: Language): string {
  const { book, language } = bookIn(wanted, name);
  return kept(`${language} ${name}`, () => {
    const { help, search, found, none, contents, all } = words[language];
    const { title, intro, parts, topics } = book;
    const each = helpTopics[name].map((id) => ({ id, title: "", text: "", ...topics[id] }));
    const links = each.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`);
    const sections = each.map(({ id, title, text }) => {
      const part = parts[id] === undefined ? "" : `<h2 class="part">${escapeHtml(parts[id])}</h2>`;
      const heading = `<h3 id="${id}" tabindex="-1">${escapeHtml(title)}</h3>`;
      return `${part}<section aria-labelledby="${id}">${heading}${htmlOf(text, language)}</section>`;
    });
    const body = [
      `<p>${escapeHtml(intro)}</p>`,
      `<form role="search" hidden><label for="search">${search}</label><input id="search" type="search" autocomplete="off">`,
      `<p role="status" data-found="${found}" data-none="${none}"></p></form>`,
      `<nav aria-label="${contents}"><ul>${links.join("")}</ul></nav>`,
      ...sections,
      `<p><a href="/help?lang=${language}">${all}</a></p><script>${filterScript}</script>`,
    ];
    return document(language, `${title} – ${help}`, body.join(""), {
      heading: title,
      isTranslated: name in kiswahili,
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
  { heading = title, isTranslated = true } = {},
): string {
  const other = language === "en" ? "sw" : "en";
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<link rel="icon" href="data:,"><style>${style}</style></head><body>`,
    isTranslated
      ? `<header><a lang="${other}" href="?lang=${other}">${words[language].other}</a></header>`
      : "",
    `<main><h1>${escapeHtml(heading)}</h1>${body}</main></body></html>`,
  ].join("");
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
