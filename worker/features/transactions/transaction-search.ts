import type { Context } from "../../context.ts";
import { gatewayTypes } from "../../contract/values/gateway-types.ts";
import { plain, withoutEdges } from "../../contract/values/pasted.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { among, joined, type Sql, sql } from "../../db/sql.ts";
import { providerOfTransaction } from "../vouchers/index.ts";

/** A condition on the index along which the list is read, and `found`: the few known by receipt or id, to stand before it. */
export type Search = {
  /** All that fit are in `found`. */
  isFound: boolean;
  found: Sql;
  payments: Sql;
  vouchers: Sql;
};

/** Receipts are found by the index that keeps them apart by their method. */
const isOfAMethod = sql`method IN ${among(gatewayTypes)}`;

function asSought(typed: string): string {
  const text = plain(typed).toUpperCase();
  return withoutEdges(text) || text;
}

/**
 * What of a search tells one sale from others: letters and digits, since the signs between them are passed over, and of a phone what
 * comes after the beginning that all numbers share (2547, 07 and 01, or the end of such a one).
 */
export function tellingSigns(typed: string): string {
  const text = asSought(typed);
  const digits = phoneDigits(text);
  return digits === "" ? text.replace(/[^0-9A-Z]/g, "") : digits.replace(/^(?:(?:2?5)?4|0)[17]/, "");
}

/** A phone, or part of one; a receipt, a device address, a voucher code or a transaction id, or its first 12 digits. Null for a search of nothing. */
export function searchFor(ctx: Context, providerId: string, typed: string): Search | null {
  const text = asSought(typed);
  if (text === "") return null;
  // A whole number is compared, not looked for inside of others; it is no address (those begin with no 25) and no part of one
  // that anybody types.
  const phone = parseKenyanMobile(text);
  const address = phone === undefined ? addressPart(text) : null;
  const has = (column: Sql, part: string) => sql`instr(${column}, ${part}) > 0`;
  const any = (conditions: readonly Sql[]) =>
    conditions.length === 0 ? sql`false` : sql`(${joined(conditions, " OR ")})`;
  const of = sql`SELECT id AS place FROM payments`;
  const places =
    phone === undefined
      ? [sql`${of} WHERE receipt IS NOT NULL AND ${has(sql`upper(receipt)`, text.replaceAll(" ", ""))}`]
      : [sql`${of} WHERE phone = ${phone}`, sql`${of} WHERE ${isOfAMethod} AND receipt = ${text}`];
  const id = text.toLowerCase();
  // The beginning is what the payer's page shows as its reference.
  if (/^[0-9A-Z-]{12,}$/.test(text)) places.push(sql`${of} WHERE id >= ${id} AND id < ${`${id}g`}`);
  const payments = [sql`payments.id IN (SELECT place FROM found)`];
  if (phone === undefined) for (const part of phoneParts(text)) payments.push(has(sql`payments.phone`, part));
  if (address !== null) payments.push(has(sql`payments.subject`, address));
  const vouchers: Sql[] = [];
  const code = text.replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (code !== "") vouchers.push(has(sql`vouchers.code`, code));
  if (address !== null) vouchers.push(has(sql`vouchers.used_by`, address));
  if (providerOfTransaction(ctx, id) === providerId)
    vouchers.push(sql`vouchers.redemption_id = ${id.slice(0, 32)}`);
  else if (/^[0-9a-f]{12,31}$/.test(id))
    vouchers.push(sql`substr(vouchers.redemption_id, 1, ${id.length}) = ${id}`);
  return {
    isFound: phone !== undefined,
    found: sql`found AS (${joined(places, " UNION ALL ")})`,
    payments: any(payments),
    vouchers: any(vouchers),
  };
}

/** `0712 345`, `+254 712 345`, `712345` -> what numbers that are kept as 254712345... hold. */
function phoneParts(text: string): string[] {
  const digits = phoneDigits(text);
  if (digits === "") return [];
  return digits.startsWith("0") && digits.length > 1 ? [`254${digits.slice(1)}`, digits] : [digits];
}

/** None where it is no part of a phone. */
const phoneDigits = (text: string) => (/[^\d\s+().-]/.test(text) ? "" : text.replace(/\D/g, ""));

/** Part of a device address, as addresses are kept: upper case with colons. Null for what is none. */
function addressPart(text: string): string | null {
  const hex = text.replace(/[:-]/g, "");
  if (!/^[0-9A-F]{3,12}$/.test(hex)) return null;
  return (hex.match(/..?/g) ?? []).join(":");
}
