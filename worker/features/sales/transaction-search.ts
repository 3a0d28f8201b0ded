import type { Context } from "../../context.ts";
import { providerOfTransaction } from "../vouchers/index.ts";

/** Takes a value into a statement and answers its placeholder. */
export type Bind = (value: string | number) => string;

/** What somebody typed to find a transaction, as a condition on each kind. */
export type Search = { payments(bind: Bind): string; vouchers(bind: Bind): string };

/**
 * A phone in any spelling, or part of one; a receipt, a device address, a voucher code or a transaction id.
 * @returns null for a search of nothing
 */
export function searchFor(ctx: Context, providerId: string, typed: string): Search | null {
  const text = typed.trim().toUpperCase();
  if (text === "") return null;
  const address = addressPart(text);
  const has = (column: string, part: string, bind: Bind) => `instr(${column}, ${bind(part)}) > 0`;
  const any = (conditions: readonly string[]) => `(${conditions.join(" OR ") || "0"})`;
  return {
    payments(bind) {
      const found = [has("upper(payments.receipt)", text, bind)];
      for (const part of phoneParts(text)) found.push(has("payments.phone", part, bind));
      if (address !== null) found.push(has("payments.mac", address, bind));
      if (/^[0-9A-Z-]{12,}$/.test(text)) found.push(`payments.id = ${bind(text.toLowerCase())}`);
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
