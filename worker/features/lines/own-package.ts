import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { isMobile } from "../../contract/values/phone.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";
import { type LineTerms, packageChanges } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { isOneTimeCode, messageGoes, parseOneTimeCode, sendCode } from "../messages/index.ts";
import { admitCustomerCode } from "../rate-limits/index.ts";
import { actOnLine, changeStatements, type LineRead, readLine } from "./change-line.ts";
import { onOwnPackage } from "./line-acts.ts";
import { expectChangeable } from "./line-uses.ts";
import type { Provider } from "./named-provider.ts";
import { offeredTerms } from "./packages.ts";

// Another package, as a customer chooses it on the own page. The link shows what there is; what it changes needs a code that went to the
// customer's own phone, for this very change.

const codeMs = 10 * minuteMs;
/** Codes that may be typed for one that was sent. */
const mostTries = 5;
/** The same choice so soon is the same press again. */
const sameAskMs = minuteMs;
/** A change that was never proven, or is done, is kept so long. */
const keptMs = 48 * hourMs;
/** On one page, the cheapest of them. */
const mostShown = 20;

type Begins = "now" | "renewal";

type OwnChoice = {
  terms: LineTerms;
  /** What it makes of the time that is left, days to one place, and until when that is, UTC ms; null = not at once. */
  now: { daysLeft: number; daysThen: number; paidUntil: number } | null;
  /** It may begin with the next payment: false of what does so already. */
  isForRenewal: boolean;
  /** The line has it, as it is. */
  isPresent: boolean;
};

type OwnChoices = {
  /** What the line has now, and from its next payment on. */
  present: LineTerms;
  next: LineTerms | null;
  choices: OwnChoice[];
  /** Whether a code can come to the customer's phone. */
  isByPhone: boolean;
};

type Who = {
  id: string;
  /** `254…`; "" = not known. */
  phone: string;
};

/** @throws AppError not_found, refused where the provider alone may change the line now */
export async function ownChoices(
  ctx: Context,
  provider: Provider,
  customer: Who,
  lineId: string,
): Promise<OwnChoices> {
  const read = await ownLine(ctx, provider, customer, lineId);
  const { terms: present, nextTerms: next } = read.line;
  const offered = await offeredTerms(ctx, provider.id);
  const choices = offered
    // What it has is a change where another one was chosen: that is taken back.
    .map((terms) => ({
      terms,
      now: madeNow(read, terms),
      isForRenewal: !isSame(terms, next ?? present),
      isPresent: isSame(terms, present),
    }))
    .filter(({ now, isForRenewal }) => now !== null || isForRenewal)
    .slice(0, mostShown);
  const longest = choices.map(({ terms }) => terms.packageName).sort((a, b) => b.length - a.length)[0] ?? "";
  return { present, next, choices, isByPhone: await goesTo(ctx, provider, customer, longest) };
}

const isSame = (one: LineTerms, other: LineTerms) => JSON.stringify(one) === JSON.stringify(other);

/** Not to who wants no messages: that code would be waited for. */
async function goesTo(ctx: Context, { id }: Provider, { phone }: Who, plan: string): Promise<boolean> {
  if (!isMobile(phone)) return false;
  const out = await ctx
    .tenant(id)
    .first(sql<{ at: number }>`SELECT at FROM message_opt_outs WHERE phone = ${phone}`);
  return out === undefined && (await messageGoes(ctx, id, { plan }));
}

/** @throws AppError not_found for what is not this customer's; refused */
async function ownLine(ctx: Context, provider: Provider, { id }: Who, lineId: string): Promise<LineRead> {
  const read = await readLine(ctx, ctx.tenant(provider.id), lineId);
  if (read.customerId !== id) throw refuse("not_found", "line_gone");
  expectOwn(read);
  return read;
}

function expectOwn(read: LineRead): void {
  expectChangeable(read);
  if (read.line.heldAt !== null) throw refuse("refused", "my_change_held");
}

function madeNow(read: LineRead, terms: LineTerms): OwnChoice["now"] {
  const { line, standing, now } = read;
  const changed = isSame(terms, line.terms) ? null : onOwnPackage(terms, line, standing, read);
  if (changed === null) return null;
  const days = (until: number) => Math.round(((until - now) / dayMs) * 10) / 10;
  const [before, paidUntil] = [line.paidUntil ?? now, changed.after.paidUntil ?? now];
  return { daysLeft: days(before), daysThen: days(paidUntil), paidUntil };
}

export type OwnChange = {
  id: string;
  lineId: string;
  terms: LineTerms;
  begins: Begins;
  phone: string;
  /** done: the code was proven. over: it cannot be any more. */
  state: "asked" | "done" | "over";
};

type Row = Omit<OwnChange, "state" | "terms"> & {
  terms: string;
  askedAt: number;
  tries: number;
  doneAt: number | null;
};

const isOpen = (now: number): Sql =>
  sql`done_at IS NULL AND tries < ${mostTries} AND asked_at > ${now - codeMs}`;

/** Null for an id that this customer was not given. */
export async function ownChange(
  ctx: Context,
  provider: Provider,
  { id: customerId }: Who,
  id: string,
): Promise<OwnChange | null> {
  if (!/^[0-9a-f]{32}$/.test(id)) return null;
  const row = await ctx.tenant(provider.id).first(
    sql<Row>`SELECT id, line_id AS lineId, terms, begins, phone, asked_at AS askedAt, tries, done_at AS doneAt
      FROM package_changes WHERE id = ${id} AND customer_id = ${customerId}`,
  );
  if (!row) return null;
  const { terms, askedAt, tries, doneAt, ...change } = row;
  const isOver = tries >= mostTries || askedAt <= ctx.now() - codeMs;
  const state = doneAt !== null ? "done" : isOver ? "over" : "asked";
  return { ...change, terms: JSON.parse(terms) as LineTerms, state };
}

type Ask = { lineId: string; packageId: string; begins: Begins; language: Language };

/** Sends the code. @returns the id of the change @throws AppError not_found, refused, too_many */
export async function askOwnChange(
  ctx: Context,
  provider: Provider,
  customer: Who,
  { lineId, packageId, begins, language }: Ask,
): Promise<string> {
  const read = await ownLine(ctx, provider, customer, lineId);
  const terms = (await offeredTerms(ctx, provider.id)).find((one) => one.packageId === packageId);
  if (!terms) throw refuse("not_found", "package_gone");
  if (begins === "now" && madeNow(read, terms) === null) throw refuse("refused", "my_change_next_payment");
  const db = ctx.tenant(provider.id);
  const now = ctx.now();
  const { phone } = customer;
  const wanted = JSON.stringify(terms);
  const known = await db.first(
    sql<{
      id: string;
    }>`SELECT id FROM package_changes WHERE customer_id = ${customer.id} AND line_id = ${lineId}
      AND terms = ${wanted} AND begins = ${begins} AND phone = ${phone} AND ${isOpen(now)}
      AND asked_at > ${now - sameAskMs} ORDER BY asked_at DESC LIMIT 1`,
  );
  if (known) return known.id;
  const plan = terms.packageName;
  if (!(await goesTo(ctx, provider, customer, plan))) throw refuse("refused", "my_change_no_sms");
  await admitCustomerCode(ctx, provider.id, customer.id);
  const id = randomHex(128);
  const row = { id, customerId: customer.id, lineId, terms, begins, phone, askedAt: now };
  await db.batch([
    sql`DELETE FROM package_changes WHERE asked_at < ${now - keptMs}`,
    insertInto(packageChanges, row),
  ]);
  const code = { id, phone, language, about: { plan }, until: now + codeMs };
  if ((await sendCode(ctx, provider.id, code)) === null) return id;
  await db.run(sql`DELETE FROM package_changes WHERE id = ${id} AND done_at IS NULL`);
  throw refuse("refused", "my_change_no_sms");
}

/**
 * The code of this change was typed: the line has its package, now or from the next payment on. Told again it is the same one.
 * @returns whether it was not so before @throws AppError invalid, not_found, refused, conflict
 */
export async function proveOwnChange(
  ctx: Context,
  provider: Provider,
  customer: Who,
  { id, typed }: { id: string; typed: string },
): Promise<{ change: OwnChange; isNew: boolean }> {
  const code = parseOneTimeCode(typed);
  if (code === undefined) throw refuse("invalid", "my_change_code");
  const change = await ownChange(ctx, provider, customer, id);
  if (!change) throw refuse("not_found", "my_change_gone");
  const db = ctx.tenant(provider.id);
  // Counted before the code is compared, so that codes typed at the same time are no more tries.
  const counted = await db.first(
    sql<{
      tries: number;
    }>`UPDATE package_changes SET tries = tries + 1 WHERE id = ${id} AND ${isOpen(ctx.now())}
      RETURNING tries`,
  );
  if (!counted) {
    const again = await ownChange(ctx, provider, customer, id);
    if (again?.state === "done" && isOneTimeCode(ctx, id, code)) return { change: again, isNew: false };
    throw refuse("refused", "my_change_code_over");
  }
  if (!isOneTimeCode(ctx, id, code)) {
    const left = mostTries - counted.tries;
    throw left > 0
      ? refuse("refused", "my_change_code_wrong", { left })
      : refuse("refused", "my_change_code_over");
  }
  // A phone that was lost, and is another's by now, proves nothing any more.
  if (change.phone !== customer.phone) throw refuse("refused", "my_change_code_over");
  const { lineId, terms, begins } = change;
  await ownLine(ctx, provider, customer, lineId);
  if (!(await offeredTerms(ctx, provider.id)).some((one) => isSame(one, terms)))
    throw refuse("refused", "my_change_other");
  const won = await db.run(
    sql`UPDATE package_changes SET done_at = ${ctx.now()} WHERE id = ${id} AND done_at IS NULL`,
  );
  if (won === 0) return { change: { ...change, state: "done" }, isNew: false };
  try {
    await actOnLine(ctx, provider, lineId, (read) => changedBy(read, terms, begins));
  } catch (cause) {
    // Nothing came of it: the code is as good as before.
    await db.run(sql`UPDATE package_changes SET done_at = NULL WHERE id = ${id}`);
    throw cause;
  }
  return { change: { ...change, state: "done" }, isNew: true };
}

/** As the line is at that moment: what was shown before may not be so any more. */
function changedBy(read: LineRead, terms: LineTerms, begins: Begins): Sql[] {
  expectOwn(read);
  const { line, standing } = read;
  if (begins === "renewal") {
    const nextTerms = isSame(terms, line.terms) ? null : terms;
    return changeStatements(read, { after: { ...line, nextTerms }, moved: [] });
  }
  const changed = onOwnPackage(terms, line, standing, read);
  if (changed === null) throw refuse("refused", "my_change_next_payment");
  return changeStatements(read, changed);
}
