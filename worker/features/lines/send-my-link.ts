import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { isCustomerNumber, parseAccountCode } from "../../contract/values/account-code.ts";
import { isMobile, parseKenyanMobile } from "../../contract/values/phone.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { logRejected } from "../../log.ts";
import { customerPath } from "../customers/index.ts";
import { messageGoes, sendLink } from "../messages/index.ts";
import { admitLinkAsker, admitLinkTo } from "../rate-limits/index.ts";
import type { Provider } from "./named-provider.ts";

/** A link that could not be sent within this time is dropped. */
const usefulMs = 10 * minuteMs;
/** A family may have one phone. */
const mostOfPhone = 3;

/** Has the length of every customer's number, so that the text's price is known. */
const sampleNumber = "80000000";

/** Whether links could be sent now. */
export const linksGo = (ctx: Context, { id }: Provider, origin: string): Promise<boolean> =>
  messageGoes(ctx, id, { link: origin + customerPath(ctx, id, sampleNumber) });

type Asked = {
  /** The account's number, or a phone. */
  typed: string;
  /** As `networkOf` tells it. */
  network: string;
  language: Language;
  /** Of the provider's pages. */
  origin: string;
  waitUntil(promise: Promise<unknown>): void;
};

/**
 * Sends the link to the phone of the customer who is named, and to the e-mail address where there is one. What is answered, and how
 * fast, says nothing of whether there is such a customer: all that depends on it is done afterwards.
 * @throws AppError invalid, refused, too_many
 */
export async function sendMyLink(ctx: Context, provider: Provider, asked: Asked): Promise<void> {
  const { typed, network, origin } = asked;
  const number = parseAccountCode(typed);
  const phone = parseKenyanMobile(typed);
  const who = number !== undefined && isCustomerNumber(number) ? number : phone;
  if (who === undefined) throw refuse("invalid", "my_who");
  if (!(await linksGo(ctx, provider, origin))) throw refuse("refused", "my_change_no_sms");
  await admitLinkAsker(ctx, { providerId: provider.id, network, who });
  asked.waitUntil(sendTo(ctx, provider, who, asked));
}

type Row = {
  id: string;
  number: string;
  name: string;
  phone: string;
  email: string;
  language: Language | null;
};

async function sendTo(ctx: Context, provider: Provider, who: string, asked: Asked): Promise<void> {
  const found = await ctx.tenant(provider.id).all(
    sql<Row>`SELECT id, number, name, phone, email, language FROM customer_accounts a
      WHERE (number = ${who} OR phone = ${who})
      ORDER BY EXISTS (SELECT 1 FROM lines WHERE customer_id = a.id AND closed_at IS NULL) DESC, created_at DESC, id
      LIMIT ${mostOfPhone}`,
  );
  const sent = found.map((customer) => sendOne(ctx, provider, customer, asked));
  logRejected("link", await Promise.allSettled(sent), { provider: provider.id });
}

async function sendOne(ctx: Context, provider: Provider, customer: Row, asked: Asked): Promise<void> {
  const { id, number, name, phone, email } = customer;
  if (!(await admitLinkTo(ctx, provider.id, id))) return;
  const language = customer.language ?? asked.language;
  if (email !== "") {
    const { sendLinkLetter } = await import("./hand-over-letters.ts");
    await sendLinkLetter(ctx, provider.id, { id, number, name, email, language, network: asked.network });
  }
  if (!isMobile(phone)) return;
  const link = { id: `${id}.${randomHex(64)}`, account: number, phone, language };
  await sendLink(ctx, provider.id, { ...link, until: ctx.now() + usefulMs });
}
