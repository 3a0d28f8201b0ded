import type { Context } from "../../context.ts";
import { providerOfTransaction } from "../vouchers/index.ts";

/** Takes a value into a statement and answers its placeholder. */
export type Bind = (value: string | number) => string;

/** What somebody typed to find a transaction, as conditions on payments and on redeemed vouchers. */
export type Search = { payments: string; vouchers: string };

/**
 * A phone in any spelling, or part of one; a receipt, a device address, a voucher code or a transaction id.
 * @returns null for a search of nothing
 */
export function searchFor(ctx: Context, providerId: string, typed: string, bind: Bind): Search | null {
  const text = typed.trim().toUpperCase();
  if (text === "") return null;
  const payments = [`instr(upper(payments.receipt), ${bind(text)}) > 0`];
  const vouchers: string[] = [];
  for (const part of phoneParts(text)) payments.push(`instr(payments.phone, ${bind(part)}) > 0`);
  const lower = text.toLowerCase();
  if (/^[0-9a-z-]{12,}$/.test(lower)) payments.push(`payments.id = ${bind(lower)}`);
  const address = /^[0-9A-F]{2}(?:[:-]?[0-9A-F]{1,2})+$/.test(text) ? addressPart(text) : null;
  if (address !== null) {
    const placeholder = bind(address);
    payments.push(`instr(payments.mac, ${placeholder}) > 0`);
    vouchers.push(`instr(vouchers.used_by, ${placeholder}) > 0`);
  }
  const code = text.replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  vouchers.push(`instr(vouchers.code, ${bind(code)}) > 0`);
  if (providerOfTransaction(ctx, lower) === providerId)
    vouchers.push(`vouchers.redemption_id = ${bind(lower.slice(0, 32))}`);
  return { payments: `(${payments.join(" OR ")})`, vouchers: `(${vouchers.join(" OR ")})` };
}

/** `0712 345`, `+254 712 345`, `712345` -> what numbers that are kept as 254712345... hold. */
function phoneParts(text: string): string[] {
  if (/[^\d\s+().-]/.test(text)) return [];
  const digits = text.replace(/\D/g, "");
  if (digits === "") return [];
  return digits.startsWith("0") && digits.length > 1 ? [`254${digits.slice(1)}`, digits] : [digits];
}

/** Addresses are kept in upper case with colons. */
function addressPart(text: string): string {
  const hex = text.replace(/[:-]/g, "");
  return (hex.match(/..?/g) ?? []).join(":");
}
