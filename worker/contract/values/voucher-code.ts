// Voucher codes: 10 characters of 32 letters and digits that nobody mistakes for one another (50 bits).

/** Crockford's alphabet: no I, L, O, U. */
export const voucherAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const voucherLength = 10;

/** 10 random bytes -> a code without dash. A byte's low 5 bits choose a character, so every character is equally likely. */
export function voucherCodeFrom(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, voucherLength), (byte) => voucherAlphabet[byte & 31]).join("");
}

/** As typed (any case, with or without the dash, O for 0, I or L for 1) -> the stored form, or undefined. */
export function parseVoucherCode(typed: string): string | undefined {
  const code = typed.trim().toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  if (code.length !== voucherLength) return undefined;
  return [...code].every((character) => voucherAlphabet.includes(character)) ? code : undefined;
}

/** `ABCDE12345` -> `ABCDE-12345`, as printed and shown; one of another system, of another length, as it is. */
export function formatVoucherCode(code: string): string {
  if (code.length !== voucherLength) return code;
  return `${code.slice(0, 5)}-${code.slice(5)}`;
}
