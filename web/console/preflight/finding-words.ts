import type { Finding } from "#contract/preflight";
import { t } from "../language.ts";
import { barrierWords, type Said } from "./barrier-words.ts";
import { leakWords } from "./leak-words.ts";
import { unreadWords } from "./trap-words.ts";

/** What was found, and what to do ("" where nothing is). */
export function findingWords(finding: Finding): Said {
  if (finding.code === "unread") return unreadWords(finding.why);
  return (
    barrierWords(finding) ??
    leakWords(finding) ?? { found: t("Not known to this page: reload it."), todo: "" }
  );
}
