import { plain, withoutEdges } from "./pasted.ts";

// Kenyan mobile numbers. Numbers are portable between operators, so a prefix never decides anything here.

type PhoneProblem = "empty" | "length";

/**
 * The form's rule (docs/behaviour/visitor-portal.md, VP-66 and VP-67): non-digits stripped, 9 to 12 digits; a leading 0
 * becomes 254; what does not start with 254 gets 254 in front. It can yield numbers that are no Kenyan mobile number
 * (`isMobile`).
 */
export function normalisePhone(typed: string): { phone: string } | { problem: PhoneProblem } {
  if (typed.trim() === "") return { problem: "empty" };
  const digits = withoutTrunk(typed.replace(/\D/g, ""));
  if (digits.length < 9 || digits.length > 12) return { problem: "length" };
  if (digits.startsWith("0")) return { phone: `254${digits.slice(1)}` };
  return { phone: digits.startsWith("254") ? digits : `254${digits}` };
}

/** Abroad it is written `00254…`, and many write the 0 of home behind the country as well: `+254 0712…`. */
function withoutTrunk(digits: string): string {
  const [, ofHome] = /^(?:00)?254(0?\d{9})$/.exec(digits) ?? [];
  return ofHome === undefined ? digits : `254${ofHome.slice(-9)}`;
}

/**
 * `254` and nine digits starting with 7 or 1, or undefined: the only thing that ever reaches a gateway. As people paste it: with
 * `tel:` before it, and as a spreadsheet leaves it (`'0712…`, `254712….0`).
 */
export function parseKenyanMobile(typed: string): string | undefined {
  const text = withoutEdges(plain(typed).replace(/^'|^tel:/i, "")).replace(/^(\d{9,12})\.0+$/, "$1");
  if (/[^\d\s+()./-]/.test(text)) return undefined;
  const normal = normalisePhone(text);
  if ("problem" in normal) return undefined;
  return isMobile(normal.phone) ? normal.phone : undefined;
}

/** Of a number as `normalisePhone` makes it: landlines cannot pay. */
export function isMobile(phone: string): boolean {
  return /^254[17]\d{8}$/.test(phone);
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
