import { settingsDefaults } from "../contract/branding.ts";
import type { Language, PortalPage, PortalScreen } from "../contract/portal.ts";
import { sentenceTemplates } from "../contract/values/sentence-templates.ts";
import { inService, serviceNames } from "../contract/values/services.ts";
import { AppError } from "../errors.ts";
import { swahiliSentences } from "./sentences-sw.ts";

// Features speak English. What leaves for a visitor of another language is translated here, on its way out: refusals and
// answers in `route.ts`, pages where they are rendered. What is stored and repeated stays one text for everybody.

const known = sentenceTemplates(swahiliSentences);

/** A sentence in this language; as it is where nobody has translated it. */
export function sentenceIn(language: Language, english: string): string {
  if (language === "en") return english;
  return known(english, (part) => sentenceIn(language, part)) ?? ofOtherService(language, english) ?? english;
}

/** A sentence about Airtel Money is M-Pesa's with the name replaced, in every language. */
function ofOtherService(language: Language, english: string): string | undefined {
  const written = english.split(serviceNames.airtel_money).join(serviceNames.mpesa);
  return written === english ? undefined : inService(sentenceIn(language, written), "airtel_money");
}

export function errorIn(language: Language, error: AppError): AppError {
  if (language === "en") return error;
  const { code, retryAfter } = error;
  return new AppError(
    code,
    sentenceIn(language, error.message),
    retryAfter === undefined ? {} : { retryAfter },
  );
}

const spoken = ["message", "warning", "error"] as const;

/** An answer whose sentences for the visitor, by the names that they have in every call, are in this language. */
export function answerIn<T>(language: Language, answer: T): T {
  if (language === "en" || typeof answer !== "object" || answer === null || Array.isArray(answer))
    return answer;
  const said = { ...answer } as Record<string, unknown>;
  for (const name of spoken) {
    const sentence = said[name];
    if (typeof sentence === "string") said[name] = sentenceIn(language, sentence);
  }
  return said as T;
}

/** A page whose sentences from the server are in its language. */
export function pageInItsLanguage(page: PortalPage): PortalPage {
  const { language, brand, noSale } = page;
  if (language === "en") return page;
  // A provider's own welcome is its own; only the one that nobody set is ours to translate.
  const isOurs = brand.welcomeMessage === settingsDefaults.welcomeMessage;
  const welcomeMessage = isOurs ? sentenceIn(language, brand.welcomeMessage) : brand.welcomeMessage;
  const why = noSale === null ? null : sentenceIn(language, noSale);
  return {
    ...page,
    brand: { ...brand, welcomeMessage },
    noSale: why,
    screen: screenIn(language, page.screen),
  };
}

function screenIn(language: Language, screen: PortalScreen): PortalScreen {
  const say = (sentence: string) => sentenceIn(language, sentence);
  switch (screen.kind) {
    case "buy":
    case "claim":
      // What stands before the dash is a title of its own.
      return { ...screen, problem: screen.problem?.split(" - ").map(say).join(" - ") ?? null };
    case "waiting":
    case "success":
      return { ...screen, status: answerIn(language, screen.status) };
    case "failure":
      return { ...screen, error: screen.error === null ? null : say(screen.error) };
    case "refused":
      return { ...screen, title: say(screen.title), text: say(screen.text) };
    default:
      return screen;
  }
}
