import type { Context } from "../../context.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { providerOfTransaction } from "../vouchers/index.ts";

/** Takes a value into a statement and answers its placeholder. */
export type Bind = (value: string | number) => string;

/**
 * What somebody typed to find a transaction: a condition on each kind, which looks at nothing but the index along which the
 * list is read, and `found`, the few payments that other indexes know by their receipt or id, to stand before it.
 */
export type Search = {
  /** All that fit are in `found`. */
  isFound: boolean;
  found(bind: Bind): string;
  payments(bind: Bind): string;
  vouchers(bind: Bind): string;
};

/** Receipts are found by the index that keeps them apart by their method. */
const isOfAMethod = "method IN ('mpesa', 'airtel_money', 'bank')";

/**
 * A phone in any spelling, or part of one; a receipt, a device address, a voucher code or a transaction id.
 * @returns null for a search of nothing
 */
export function searchFor(ctx: Context, providerId: string, typed: string): Search | null {
  const text = typed.trim().toUpperCase();
  if (text === "") return null;
  // A whole number is compared, not looked for inside of others; it is no address (those begin with no 25) and no part of one
  // that anybody types.
  const phone = parseKenyanMobile(text);
  const address = phone === undefined ? addressPart(text) : null;
  const has = (column: string, part: string, bind: Bind) => `instr(${column}, ${bind(part)}) > 0`;
  const any = (conditions: readonly string[]) => `(${conditions.join(" OR ") || "0"})`;
  return {
    isFound: phone !== undefined,
    found(bind) {
      const of = "SELECT rowid AS place FROM payments WHERE provider_id = ?1";
      const places =
        phone === undefined
          ? [`${of} AND receipt IS NOT NULL AND ${has("upper(receipt)", text, bind)}`]
          : [`${of} AND phone = ${bind(phone)}`, `${of} AND ${isOfAMethod} AND receipt = ${bind(text)}`];
      if (/^[0-9A-Z-]{12,}$/.test(text)) places.push(`${of} AND id = ${bind(text.toLowerCase())}`);
      return `found AS (${places.join(" UNION ALL ")})`;
    },
    payments(bind) {
      const found = ["payments.rowid IN (SELECT place FROM found)"];
      if (phone === undefined)
        for (const part of phoneParts(text)) found.push(has("payments.phone", part, bind));
      if (address !== null) found.push(has("payments.mac", address, bind));
      return any(found);
    },
    vouchers(bind) {
      const found: string[] = [];
      const code = text.replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
      if (code !== "") found.push(has("vouchers.code", code, bind));
      if (address !== null) found.push(has("vouchers.used_by", address, bind));
      const id = text.toLowerCase();
      if (providerOfTransaction(ctx, id) === providerId)
        found.push(`vouchers.redemption_id = ${bind(id.slice(0, 32))}`);
      return any(found);
    },
  };
}

/** `0712 345`, `+254 712 345`, `712345` -> what numbers that are kept as 254712345... hold. */
function phoneParts(text: string): string[] {
  if (/[^\d\s+().-]/.test(text)) return [];
  const digits = text.replace(/\D/g, "");
  if (digits === "") return [];
  return digits.startsWith("0") && digits.length > 1 ? [`254${digits.slice(1)}`, digits] : [digits];
}

/** Part of a device address, as addresses are kept: upper case with colons. Null for what is none. */
function addressPart(text: string): string | null {
  const hex = text.replace(/[:-]/g, "");
  if (!/^[0-9A-F]{3,12}$/.test(hex)) return null;
  return (hex.match(/..?/g) ?? []).join(":");
}
