import type { Language } from "../../contract/texts.ts";
import { formatAccountCode } from "../../contract/values/account-code.ts";
import { englishTime, nairobiTime } from "../../contract/values/duration.ts";
import { filled } from "../../contract/values/message-templates.ts";
import { formatShillings } from "../../contract/values/money.ts";
import type { LineNews } from "../messages/index.ts";

// What customers with lines read in letters: the same as their messages say, in whole sentences.

/** `link`: they asked for it. That a line is slower is told by SMS alone. */
type LetterNews = Exclude<LineNews, "slow"> | "link";
type LetterText = { subject: string; text: string };

const texts: Record<LetterNews, Record<Language, LetterText>> = {
  paid: {
    en: {
      subject: "{business}: KES {amount} received",
      text: "We received KES {amount}: {receipt}. How your account stands:",
    },
    sw: {
      subject: "{business}: KES {amount} zimepokelewa",
      text: "Tumepokea KES {amount}: {receipt}. Hali ya akaunti yako:",
    },
  },
  soon: {
    en: {
      subject: "{business}: {plan} is paid until {ends}",
      text: "{plan} is paid until {ends}. To stay online, pay KES {amount} here:",
    },
    sw: {
      subject: "{business}: {plan} imelipiwa hadi {ends}",
      text: "{plan} imelipiwa hadi {ends}. Ili uendelee, lipa KES {amount} hapa:",
    },
  },
  today: {
    en: {
      subject: "{business}: {plan} ends today, {ends}",
      text: "{plan} ends today, {ends}. To stay online, pay KES {amount} here:",
    },
    sw: {
      subject: "{business}: {plan} inaisha leo, {ends}",
      text: "{plan} inaisha leo, {ends}. Ili uendelee, lipa KES {amount} hapa:",
    },
  },
  over: {
    en: {
      subject: "{business}: {plan} has ended",
      text: "{plan} ended {ends}. Pay KES {amount} here, and it is back at once:",
    },
    sw: {
      subject: "{business}: {plan} imeisha",
      text: "{plan} iliisha {ends}. Lipa KES {amount} hapa, na itarudi mara moja:",
    },
  },
  link: {
    en: {
      subject: "{business}: your page",
      text: "You asked for the link to your page, which shows your line and takes payments:",
    },
    sw: {
      subject: "{business}: ukurasa wako",
      text: "Umeomba kiungo cha ukurasa wako, unaoonyesha laini yako na kupokea malipo:",
    },
  },
};

const frames: Record<Language, { hello: string; account: string; call: string }> = {
  en: { hello: "Hello {name},", account: "Account number: {account}", call: "Questions? Call {phone}" },
  sw: { hello: "Habari {name},", account: "Nambari ya akaunti: {account}", call: "Una swali? Piga {phone}" },
};

const months: Record<Language, readonly string[]> = {
  en: englishTime.months,
  sw: ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ago", "Sep", "Okt", "Nov", "Des"],
};

type ToWrite = {
  language: Language;
  given: Readonly<Record<string, string | number>>;
  name: string;
  /** Eight digits. */
  number: string;
  link: string;
  business: string;
  /** The provider's, for questions; "" = none. */
  phone: string;
};

/** Null of news that this version does not know. */
export function letterText({ language, given, name, number, link, ...provider }: ToWrite): LetterText | null {
  const news = String(given.line ?? "");
  if (!(news in texts)) return null;
  const { subject, text } = texts[news as LetterNews][language];
  const { hello, account, call } = frames[language];
  const values = {
    business: provider.business,
    plan: String(given.plan ?? ""),
    receipt: String(given.receipt ?? ""),
    amount: formatShillings(Number(given.cents ?? 0)),
    ends: nairobiTime(Number(given.endsAt ?? 0), { ...englishTime, months: months[language] }),
    account: formatAccountCode(number),
    name: name.trim().split(/\s+/, 1)[0] ?? "",
    phone: provider.phone,
  };
  const parts = [
    hello,
    `${text}\n${link}`,
    account,
    provider.phone === "" ? "{business}" : `{business}\n${call}`,
  ];
  return { subject: filled(subject, values), text: parts.map((one) => filled(one, values)).join("\n\n") };
}
