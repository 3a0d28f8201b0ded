import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { parseEmail } from "../../contract/values/email.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { portalBrand } from "../branding/index.ts";
import { customerLink, letterEvents } from "../customers/index.ts";
import { letterStatement, oneLine } from "../mail/index.ts";
import { letterText } from "./letter-texts.ts";

const perRun = 100;
/** The most that one provider sends in a day: four to each of five hundred homes. What is beyond is looked at again after an hour. */
export const lettersPerDay = 2_000;
const fullMs = hourMs;
/** As long as one may be told again. */
const keptMs = 31 * dayMs;

type Waiting = {
  id: string;
  language: Language;
  given: string;
  until: number;
  email: string;
  name: string;
  number: string;
};

/**
 * Letters to customers go into the platform's outbox. Each is written there once by its event, also where this is cut off in between. What
 * came too late, or cannot go as the platform sends no mail, is dropped: it would only wait there, and be wrong by then.
 */
export async function handOverLetters(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const [waiting, [handed]] = await db.batch([
    sql<Waiting>`SELECT l.id, l.language, l.given, l.until, a.email, a.name, a.number
      FROM customer_letters l JOIN customer_accounts a ON a.id = l.customer_id
      WHERE l.handed_at IS NULL AND l.next_at <= ${now} ORDER BY l.next_at LIMIT ${perRun}`,
    sql<{ count: number }>`SELECT count(*) AS count FROM customer_letters WHERE handed_at > ${now - dayMs}`,
  ]);
  if (waiting.length === 0) return;
  const room = Math.max(0, lettersPerDay - (handed?.count ?? 0));
  const isUseful = ({ until, email }: Waiting) =>
    until > now && Boolean(ctx.settings.MAIL_URL) && parseEmail(email) !== undefined;
  const gone = waiting.filter((one) => !isUseful(one));
  const useful = waiting.filter(isUseful);
  const [going, later] = [useful.slice(0, room), useful.slice(room)];
  const write = await writerOf(ctx, providerId);
  // In turn with those of other providers, and after the platform's own: a thousand reminders of one morning hold nothing up.
  const asked = { network: `customers of ${providerId}`, isProved: true };
  const written = going.flatMap(({ given, ...one }) => write(one, JSON.parse(given), one.id, asked));
  if (written.length > 0) await ctx.platform.batch(written);
  const idsOf = (some: readonly Waiting[]) => among(some.map(({ id }) => id));
  await db.batch([
    sql`UPDATE customer_letters SET handed_at = ${now}
      WHERE handed_at IS NULL AND id IN ${idsOf([...gone, ...going])}`,
    sql`UPDATE customer_letters SET next_at = ${now + fullMs} WHERE handed_at IS NULL AND id IN ${idsOf(later)}`,
    sql`DELETE FROM customer_letters WHERE handed_at < ${now - keptMs}`,
  ]);
}

type Receiver = { language: Language; email: string; name: string; number: string };
type Given = Parameters<typeof letterText>[0]["given"];
type Asked = { network: string; isProved: boolean };

/** What writes this provider's letters. */
async function writerOf(ctx: Context, providerId: string) {
  const { brand, owner } = await portalBrand(ctx, providerId, false);
  const provider = { id: providerId, subdomain: owner?.subdomain ?? "" };
  const sender = { business: oneLine(brand.companyName), phone: oneLine(brand.supportPhone ?? "") };
  return (to: Receiver, given: Given, id: string, asked: Asked): Sql[] => {
    const { language, email, name, number } = to;
    const link = customerLink(ctx, provider, number);
    const text = letterText({ language, given, name, number, link, ...sender });
    const recipient = parseEmail(email);
    if (text === null || recipient === undefined) return [];
    const letter = { ...text, recipient, event: `${letterEvents(providerId)}${id}`, asked };
    return [letterStatement(ctx, letter, sql`true`)];
  };
}

/** The link to the own page, by e-mail, for who asked for it. @param id of the customer */
export async function sendLinkLetter(
  ctx: Context,
  providerId: string,
  { id, network, ...to }: Receiver & { id: string; network: string },
): Promise<void> {
  if (!ctx.settings.MAIL_URL) return;
  const write = await writerOf(ctx, providerId);
  const asked = { network, isProved: false };
  for (const one of write(to, { line: "link" }, `link.${id}.${ctx.now()}`, asked))
    await ctx.platform.run(one);
}
