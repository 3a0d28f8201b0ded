import { Theme } from "../contract/branding.ts";
import { type Language, languages } from "../contract/texts.ts";
import { readCookie } from "./cookies.ts";

type VisitorLanguage = {
  language: Language;
  /** What the visitor chose by hand, for the addresses of the page; null where the browser decided. */
  lang: Language | null;
};

/** Swahili by its two-letter and three-letter names, with or without a country (`sw-KE`, `swh`, `swa`). */
const names: Record<string, Language> = { en: "en", eng: "en", sw: "sw", swa: "sw", swh: "sw" };

/** `?lang=` beats the cookie, which beats `Accept-Language`. `chosen`: the field `lang` of a plain form. */
export function visitorLanguage(request: Request, url: URL, chosen?: string): VisitorLanguage {
  const lang = known(chosen) ?? known(url.searchParams.get("lang")) ?? known(readCookie(request, "lang"));
  return { language: lang ?? preferred(request.headers.get("accept-language")) ?? "en", lang };
}

/** A page's scripts say in the header which language their page has; a cookie may be older than it. Null where it names none of ours. */
export function preferredLanguage(request: Request): Language | null {
  return preferred(request.headers.get("accept-language"));
}

export function callLanguage(request: Request): Language {
  return preferredLanguage(request) ?? "en";
}

/** The look that the visitor chose by hand, in the same order; null where nobody chose. */
export function visitorTheme(request: Request, url: URL, chosen?: string): Theme | null {
  for (const value of [chosen, url.searchParams.get("theme"), readCookie(request, "theme")]) {
    const theme = Theme.safeParse(value);
    if (theme.success) return theme.data;
  }
  return null;
}

function known(value: string | null | undefined): Language | null {
  return languages.find((language) => language === value?.toLowerCase()) ?? null;
}

/** RFC 9110, 12.5.4: the known language with the greatest weight, the earlier one of equals; weight 0 refuses. */
function preferred(header: string | null): Language | null {
  let best: { language: Language; weight: number } | null = null;
  for (const part of (header ?? "").slice(0, 1_000).split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    const weight = quality === undefined ? 1 : Number.parseFloat(quality);
    const language = names[range.split("-")[0] ?? ""];
    if (language && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? null;
}
