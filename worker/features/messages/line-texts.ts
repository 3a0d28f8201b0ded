import type { Language } from "../../contract/texts.ts";

// What customers with lines are told. `{link}` is their own page, which shows how they stand and takes money.

/** paid: into the account. soon: the time that is paid for ends in days. today. over. slow: by fair use. */
export type LineNews = "paid" | "soon" | "today" | "over" | "slow";

const texts: Record<LineNews, Record<Language, string>> = {
  paid: {
    en: "{business}: KSh {amount} received, {receipt}. Account {account}. How it stands: {link}",
    sw: "{business}: KSh {amount} zimepokelewa, {receipt}. Akaunti {account}. Hali yake: {link}",
  },
  soon: {
    en: "{business}: {plan} is paid until {ends}. Pay KSh {amount} to stay online: {link}",
    sw: "{business}: {plan} imelipiwa hadi {ends}. Lipa KSh {amount} ili uendelee: {link}",
  },
  today: {
    en: "{business}: {plan} ends today at {ends}. Pay KSh {amount} to stay online: {link}",
    sw: "{business}: {plan} inaisha leo saa {ends}. Lipa KSh {amount} ili uendelee: {link}",
  },
  over: {
    en: "{business}: {plan} has ended. Pay KSh {amount} and it is back at once: {link}",
    sw: "{business}: {plan} imeisha. Lipa KSh {amount} na itarudi mara moja: {link}",
  },
  slow: {
    en: "{business}: {data} of {plan} are used: {speed} until {ends}. See {link}",
    sw: "{business}: {data} za {plan} zimetumika: {speed} hadi {ends}. Tazama {link}",
  },
};

/** The text of a message that tells of a line; null of any other. @param news as it was given */
export function lineText(news: unknown, language: Language): string | null {
  return typeof news === "string" && news in texts ? texts[news as LineNews][language] : null;
}
