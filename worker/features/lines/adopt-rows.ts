import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { CustomerInput } from "../../contract/adoption.ts";
import { say, type Text } from "../../contract/texts.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { dayMs } from "../../contract/values/time.ts";
import type { LineTerms } from "../../db/schema/tenant.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { addCustomers, dropUnused, type NewCustomer } from "../customers/index.ts";
import { deliverLines } from "./deliver-lines.ts";
import { broughtPeriod, newcomer } from "./line-periods.ts";
import { periodStatement, saveStatements } from "./line-rows.ts";
import { readCutWindows } from "./line-settings.ts";
import { termsOfPackage } from "./packages.ts";

// What a router has already becomes lines, each by itself: one that cannot is named, and stops no other.

type Asked = { customer: z.output<typeof CustomerInput>; packageId: string; paidUntil: string };

export type Adoption = {
  adopted: { name: string; lineId: string }[];
  refused: { name: string; reason: Text }[];
};

/** @property row what makes it a line @property taken why it is none, where another line has it since the router was read */
export type Found = {
  row: (line: { id: string; terms: LineTerms; now: number }) => Sql;
  taken: Text;
};

type Adopting<One extends Asked> = {
  lines: readonly One[];
  /** Of a repeat, which makes none twice. */
  askId: string;
  nameOf: (one: One) => string;
  /** As the router has it; or why it cannot be a line. */
  find: (one: One) => Found | { reason: Text };
  /** Goes with the lines, where there are any. */
  beside?: (now: number) => Sql[];
};

type Chosen<One> = { id: string; asked: One; phone: string; found: Found; terms: LineTerms; until: number };

const statementsAtOnce = 120;
const mostAheadMs = 366 * dayMs;

export async function adoptRows<One extends Asked>(
  ctx: Context,
  providerId: string,
  { lines, askId, nameOf, find, beside = () => [] }: Adopting<One>,
): Promise<Adoption> {
  const terms = await termsById(ctx, providerId, lines);
  const db = ctx.tenant(providerId);
  const now = ctx.now();
  const isThere = async () => {
    // The sign after the point.
    const [from, to] = [`${askId}.`, `${askId}/`];
    const rows = await db.all(sql<{ id: string }>`SELECT id FROM lines WHERE id > ${from} AND id < ${to}`);
    return new Set(rows.map(({ id }) => id));
  };
  const done = await isThere();
  const refused: Adoption["refused"] = [];
  const adopted: Adoption["adopted"] = [];
  const chosen: Chosen<One>[] = [];
  for (const [index, asked] of lines.entries()) {
    const name = nameOf(asked);
    const id = `${askId}.${index}`;
    if (done.has(id)) {
      adopted.push({ name, lineId: id });
      continue;
    }
    const judged = judge(asked, find(asked), terms.get(asked.packageId), now);
    if ("reason" in judged) refused.push({ name, reason: judged.reason });
    else chosen.push({ id, asked, ...judged });
  }
  if (chosen.length > 0) {
    await addCustomers(ctx, providerId, chosen.map(customerOf));
    const hours = await readCutWindows(db);
    const statements = [...beside(now), ...chosen.flatMap((one) => lineStatements(one, hours, now))];
    for (let at = 0; at < statements.length; at += statementsAtOnce)
      await db.batch(statements.slice(at, at + statementsAtOnce));
  }
  const made = await isThere();
  for (const { id, asked, found } of chosen) {
    const name = nameOf(asked);
    if (made.has(id)) adopted.push({ name, lineId: id });
    else refused.push({ name, reason: found.taken });
  }
  const unused = chosen.filter(({ id }) => !made.has(id)).map(({ id }) => id);
  if (unused.length > 0) await db.run(dropUnused(unused));
  await deliverLines(
    ctx,
    providerId,
    adopted.map(({ lineId }) => lineId),
  );
  return { adopted, refused };
}

/** Those that are there; of one that is not, each of its lines is refused. */
async function termsById(
  ctx: Context,
  providerId: string,
  lines: readonly Asked[],
): Promise<Map<string, LineTerms>> {
  const ids = [...new Set(lines.map(({ packageId }) => packageId))];
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        return [[id, await termsOfPackage(ctx, providerId, id)] as const];
      } catch (cause) {
        if (cause instanceof AppError) return [];
        throw cause;
      }
    }),
  );
  return new Map(found.flat());
}

type Judged = Pick<Chosen<Asked>, "phone" | "found" | "terms" | "until"> | { reason: Text };

function judge(
  { customer, paidUntil }: Asked,
  found: Found | { reason: Text },
  terms: LineTerms | undefined,
  now: number,
): Judged {
  if ("reason" in found) return found;
  if (!terms) return { reason: say("package_gone") };
  const phone = customer.phoneNumber === null ? "" : parseKenyanMobile(customer.phoneNumber);
  if (phone === undefined) return { reason: say("phone_invalid") };
  const until = Date.parse(paidUntil);
  if (Math.abs(until - now) > mostAheadMs) return { reason: say("line_paid_until") };
  return { phone, found, terms, until };
}

const customerOf = ({ id, asked, phone }: Chosen<Asked>): NewCustomer => ({
  id,
  name: asked.customer.name,
  phone,
  language: null,
});

function lineStatements(
  { id, found, terms, until }: Chosen<Asked>,
  hours: Parameters<typeof broughtPeriod>[2],
  now: number,
): Sql[] {
  const line = newcomer(id, terms, now);
  const period = broughtPeriod(line, until, hours, now);
  return [
    found.row({ id, terms, now }),
    periodStatement(period, now, sql`true`),
    ...saveStatements(line, period.after, now),
  ];
}
