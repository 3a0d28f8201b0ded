import type { Context } from "../../context.ts";
import { customerNumbersNear } from "../../contract/values/near-account-codes.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { among, joined, type Sql, sql } from "../../db/sql.ts";

export type LikelyCustomer = {
  id: string;
  /** Eight digits. */
  number: string;
  name: string;
  /** 254 and nine digits. */
  phone: string;
};

const most = 20;
/** Digits of a phone or a number that are searched for. */
const fewestDigits = 3;

const has = (value: Sql, part: string) => sql`instr(${value}, ${part}) > 0`;
const wordsOf = (text: string) => (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).slice(0, 5);

/**
 * The customers that money may be meant for: by a search, else by what its payer typed (a number that is nearly one, a name) and by who paid.
 * @param payer as the gateway shows it: a number, often masked, and a first name
 */
export async function likelyCustomers(
  ctx: Context,
  providerId: string,
  { q, typed, payer }: { q: string; typed: string; payer: string | null },
): Promise<{ hasCustomers: boolean; found: LikelyCustomer[] }> {
  const conditions = q.trim() === "" ? meantBy(typed, payer ?? "") : customersFound(q);
  const where = joined([sql`false`, ...conditions], " OR ");
  const [any, found] = await ctx.tenant(providerId).batch([
    sql<{ id: string }>`SELECT id FROM customer_accounts LIMIT 1`,
    sql<LikelyCustomer>`SELECT id, number, name, phone FROM customer_accounts c
      WHERE ${where} ORDER BY name, number LIMIT ${most}`,
  ]);
  return { hasCustomers: any.length > 0, found };
}

/** People go on typing the number that they had in another system. */
const formerly = (text: string): Sql =>
  sql`(c.former_number <> '' AND lower(c.former_number) = ${text.trim().toLowerCase()})`;

function meantBy(typed: string, payer: string): Sql[] {
  const near = customerNumbersNear(typed);
  const phones = [parseKenyanMobile(typed), /\b254[17]\d{8}\b/.exec(payer)?.[0]].filter(
    (phone) => phone !== undefined,
  );
  return [
    ...(typed.trim() === "" ? [] : [formerly(typed)]),
    ...(near.length > 0 ? [sql`number IN ${among(near)}`] : []),
    ...phones.map((phone) => sql`phone = ${phone}`),
    ...[...wordsOf(typed), ...wordsOf(payer)].map((word) => has(sql`lower(name)`, word)),
  ];
}

/** Any of them finds a customer (`c`) by a part of the name, the number or the phone, or by the number in another system. @param q not empty */
export function customersFound(q: string): Sql[] {
  const text = q.trim().toLowerCase();
  const digits = q.replace(/\D/g, "").replace(/^0/, "");
  return [
    has(sql`lower(c.name)`, text),
    formerly(text),
    ...(digits.length >= fewestDigits ? [has(sql`c.number`, digits), has(sql`c.phone`, digits)] : []),
  ];
}
