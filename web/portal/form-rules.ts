import { isMobile, normalisePhone } from "#contract/values/phone";
import type { Messages, Problem } from "./messages/en.ts";

// The form's own rules (docs/behaviour/visitor-portal.md, "Payment form"). The server decides again, with more.

export function readPhone(typed: string, messages: Messages): { phone: string } | { problem: Problem } {
  const read = normalisePhone(typed);
  const { phoneEmpty, phoneInvalid, phoneNotMobile } = messages.problems;
  if ("problem" in read) return { problem: read.problem === "empty" ? phoneEmpty : phoneInvalid };
  return isMobile(read.phone) ? read : { problem: phoneNotMobile };
}

/** `254712345678` as people write it at home, `0712 345 678`; anything else unchanged. */
export function localPhone(phone: string): string {
  return phone.replace(/^254(\d{3})(\d{3})(\d{3})$/, "0$1 $2 $3");
}

export function readVoucherCode(typed: string, messages: Messages): { code: string } | { problem: Problem } {
  const code = typed.trim().toUpperCase();
  return code === "" ? { problem: messages.problems.codeEmpty } : { code };
}

/** A refusal is written `Title - text`; a sentence without a title stays one. */
export function readProblem(text: string | null): Problem | null {
  if (text === null || text === "") return null;
  const cut = text.indexOf(" - ");
  return cut > 0 ? { title: text.slice(0, cut), text: text.slice(cut + 3) } : { title: "", text };
}
