// Kenyan mobile numbers. Numbers are portable between operators, so a prefix never decides anything here.

export type PhoneProblem = "empty" | "length";

/**
 * The form's rule (docs/behaviour/visitor-portal.md, VP-66 and VP-67): non-digits stripped, 9 to 12 digits; a leading 0
 * becomes 254; what does not start with 254 gets 254 in front. It can yield numbers that are no Kenyan mobile number:
 * the server decides with `parseKenyanMobile`.
 */
export function normalisePhone(typed: string): { phone: string } | { problem: PhoneProblem } {
  if (typed.trim() === "") return { problem: "empty" };
  const digits = typed.replace(/\D/g, "");
  if (digits.length < 9 || digits.length > 12) return { problem: "length" };
  if (digits.startsWith("0")) return { phone: `254${digits.slice(1)}` };
  return { phone: digits.startsWith("254") ? digits : `254${digits}` };
}

/** `254` and nine digits starting with 7 or 1, or undefined: the only thing that ever reaches a gateway. */
export function parseKenyanMobile(typed: string): string | undefined {
  if (/[^\d\s+().-]/.test(typed)) return undefined;
  const normal = normalisePhone(typed);
  if ("problem" in normal) return undefined;
  return /^254[17]\d{8}$/.test(normal.phone) ? normal.phone : undefined;
}

/** `254712345678` -> `+254 712 345 678`; anything else unchanged. */
export function formatPhone(phone: string): string {
  const match = /^254(\d{3})(\d{3})(\d{3})$/.exec(phone);
  return match ? `+254 ${match[1]} ${match[2]} ${match[3]}` : phone;
}

/** `254712345126` -> `2547 ***** 126`, as Safaricom itself hides a payer; anything else unchanged. */
export function maskedPhone(phone: string): string {
  return /^254\d{9}$/.test(phone) ? `${phone.slice(0, 4)} ***** ${phone.slice(-3)}` : phone;
}
