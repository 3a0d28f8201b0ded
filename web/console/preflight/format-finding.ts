import type { Finding } from "#contract/preflight";
import { t } from "../language.ts";
import { formatBlocking, type Said } from "./format-blocking.ts";
import { formatUnread } from "./format-checklist.ts";
import { formatLeak } from "./format-leaks.ts";

/** What was found, and what to do ("" where nothing is). */
export function formatFinding(finding: Finding): Said {
  if (finding.code === "unread") return formatUnread(finding.why);
  return (
    formatBlocking(finding) ??
    formatLeak(finding) ?? { found: t("Not known to this page: reload it."), todo: "" }
  );
}
