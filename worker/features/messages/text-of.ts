import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { formatAccountCode } from "../../contract/values/account-code.ts";
import { formatBytes } from "../../contract/values/data.ts";
import { englishTime, nairobiDay, nairobiTime } from "../../contract/values/duration.ts";
import { defaultTemplates, filled, type MessageKind } from "../../contract/values/message-templates.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { smsSize } from "../../contract/values/sms-segments.ts";
import { receiptPath } from "../../contract/values/voucher-link.ts";
import { messageTemplates } from "../../db/schema/tenant.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import { providerOrigin } from "../../http/tenant.ts";
import { boundPorts } from "../../ports.ts";
import { portalBrand } from "../branding/index.ts";
import { campaignText } from "./campaign-messages.ts";
import type { StoredMessage } from "./message-rows.ts";
import { oneTimeCodeOf } from "./one-time-code.ts";

/** What all texts of a provider are made with. */
export type Writer = {
  business: string;
  /** Address of its portal. */
  page: string;
  template(kind: MessageKind, language: Language): { text: string; isOwn: boolean };
  lineText: typeof import("./line-texts.ts").lineText;
};

export async function writerOf(ctx: Context, db: TenantDb): Promise<Writer> {
  const { providerId } = db;
  const [{ brand, owner }, own, { lineText }] = await Promise.all([
    portalBrand(ctx, providerId, false),
    db.select(messageTemplates),
    import("./line-texts.ts"),
  ]);
  return {
    lineText,
    business: brand.companyName,
    page: providerOrigin(ctx, owner?.subdomain ?? ""),
    template(kind, language) {
      const text = own.find((one) => one.kind === kind && one.language === language)?.text;
      return { text: text ?? defaultTemplates[kind][language], isOwn: text !== undefined };
    },
  };
}

const testTexts: Record<Language, string> = {
  en: "{business}: this is a test. Messages to your customers come from here.",
  sw: "{business}: huu ni ujumbe wa majaribio. Ujumbe kwa wateja wako hutoka hapa.",
};

const codeTexts: Record<Language, string> = {
  en: "{business}: {code} is your code for {minutes} minutes free. Type it on our WiFi page.",
  sw: "{business}: {code} ni nambari yako ya dakika {minutes} za bure. Iandike kwenye ukurasa wa WiFi yetu.",
};

/** Of a customer's own change of package. */
const changeTexts: Record<Language, string> = {
  en: "{business}: {code} is your code to change to {plan}. Type it on your page, and tell it nobody.",
  sw: "{business}: {code} ni nambari yako ya kubadilisha kwenda {plan}. Iandike kwenye ukurasa wako, usimwambie mtu.",
};

/** The link to a customer's own page, asked for with the account's number or phone. */
const linkTexts: Record<Language, string> = {
  en: "{business}: your page, to see your line and to pay. Account {account}: {link}",
  sw: "{business}: ukurasa wako, wa kuona laini yako na kulipa. Akaunti {account}: {link}",
};

/** What a text that a person waits for is made of: a trial's code, a change's, or a link. */
export type AskedText = { minutes: string } | { plan: string } | { link: string };

const textsOf = (about: AskedText) =>
  "minutes" in about ? codeTexts : "plan" in about ? changeTexts : linkTexts;

/** How many segments it takes, in the language in which it takes the most: the one who asks chooses the language. */
export function askedSegments(business: string, about: AskedText): number {
  const texts = Object.values(textsOf(about)).map((text) =>
    filled(text, { business, code: "000000", account: "0000 0000", ...about }),
  );
  return Math.max(...texts.map((text) => smsSize(text).segments));
}

/** `{link}`, `{code}` and `{stop}` still stand in it: what replaces them gives access or withdraws a consent, so it is not kept. */
export function textOf(
  { page, business, template, lineText }: Writer,
  { kind, language, given }: Pick<StoredMessage, "kind" | "language" | "given">,
  now: number,
): string {
  if (kind === "test") return filled(testTexts[language], { business });
  const text = (name: string) => String(given[name] ?? "");
  if (kind === "morning" || kind === "router_down") return text("text");
  if (kind === "campaign") return campaignText(page, text("text"));
  if (kind === "code") {
    const [minutes, plan] = [text("minutes"), text("plan")];
    return filled(textsOf(plan === "" ? { minutes } : { plan })[language], { business, minutes, plan });
  }
  if (kind === "link")
    return filled(linkTexts[language], { business, account: formatAccountCode(text("account")) });
  const { topUpBytes } = given;
  // Who pays for more data need not be the buyer: the link to the purchase itself is not for them.
  const isTopUp = typeof topUpBytes === "number";
  const plan = isTopUp ? `${text("plan")} +${formatBytes(topUpBytes)}` : text("plan");
  const { account = "" } = given;
  return filled(lineText(given.line, language) ?? template(kind, language).text, {
    account: typeof account === "string" ? formatAccountCode(account) : "",
    ...(isTopUp ? { link: page } : {}),
    business,
    page,
    plan,
    receipt: text("receipt"),
    minutes: text("minutes"),
    data: text("data"),
    speed: text("speed"),
    amount: formatShillings(Number(given.cents ?? 0)),
    ends: momentIn(language, Number(given.endsAt ?? 0), now),
  });
}

/** `18:30` today, else `26 Nov, 18:30`. */
function momentIn(language: Language, at: number, now: number): string {
  const words = language === "sw" ? { ...englishTime, months: swahiliMonths } : englishTime;
  const whole = nairobiTime(at, words);
  return nairobiDay(at) === nairobiDay(now) ? whole.slice(-5) : whole;
}
const swahiliMonths = ["Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ago", "Sep", "Okt", "Nov", "Des"];

/** The text that is sent: who opens its link can take the purchase to another device, and its code gives access. */
export async function withSecrets(
  ctx: Context,
  providerId: string,
  { page }: Pick<Writer, "page">,
  text: string,
  given: StoredMessage["given"],
): Promise<string> {
  const { entitlementId, codeId, account } = given;
  if (typeof account === "string")
    return text.replaceAll("{link}", page + boundPorts().customerPath(ctx, providerId, account));
  if (typeof codeId === "string") return text.replaceAll("{code}", oneTimeCodeOf(ctx, codeId));
  if (typeof entitlementId !== "string" || !text.includes("{link}")) return text;
  const code = await boundPorts().recoveryCode(ctx, providerId, entitlementId);
  return text.replaceAll("{link}", claimLink(page, code));
}

export function claimLink(page: string, code: string): string {
  return `${page}${receiptPath(code)}`;
}
