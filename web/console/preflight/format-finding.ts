import type { CheckName, Finding } from "#contract/preflight";
import { t } from "../language.ts";
import { formatBlocking, type Said } from "./format-blocking.ts";
import { formatLeak } from "./format-leaks.ts";

/** What was found, and what to do ("" where nothing is). */
export function formatFinding(finding: Finding): Said {
  if (finding.code === "unread") return formatUnread(finding.why);
  return (
    formatBlocking(finding) ??
    formatLeak(finding) ?? { found: t("Not known to this page: reload it."), todo: "" }
  );
}

export function checkName(check: CheckName): string {
  switch (check) {
    case "hotspotPackage":
      return t("Hotspot package");
    case "deviceMode":
      return t("Device mode");
    case "hotspot":
      return t("Hotspot");
    case "rights":
      return t("Rights of the API user");
    case "license":
      return t("Licence");
    case "clock":
      return t("Clock");
    case "loginPages":
      return t("Login pages");
    case "subnets":
      return t("Networks");
    case "fastTrack":
      return t("FastTrack");
    case "ipv6":
      return t("IPv6");
    case "tunnels":
      return t("Tunnels");
    case "version":
      return t("RouterOS version");
    case "services":
      return t("Management services");
    default:
      return check satisfies never;
  }
}

export function verdictWord(verdict: Finding["verdict"]): string {
  switch (verdict) {
    case "fine":
      return t("Fine");
    case "mend":
      return t("To mend");
    case "blocks":
      return t("Blocks selling");
    case "unknown":
      return t("Not read");
    default:
      return verdict satisfies never;
  }
}

export function formatUnread(why: Finding["why"]): { found: string; todo: string } {
  switch (why) {
    case "forbidden":
      return {
        found: t("The API user may not read this."),
        todo: t("Run the set-up line again: it makes a user with just the right rights."),
      };
    case "missing":
      return {
        found: t("There is nothing to look at before the hotspot runs."),
        todo: t("Mend the points above, then check again."),
      };
    case "silent":
      return { found: t("The router did not answer this question."), todo: t("Check again in a moment.") };
    default:
      return {
        found: t("The router's answer could not be understood."),
        todo: t("Look at it in WinBox; it may still be fine."),
      };
  }
}

export function formatOverall(findings: readonly Finding[]): { tone: "good" | "bad" | "wait"; text: string } {
  const count = (verdict: Finding["verdict"]) => findings.filter((one) => one.verdict === verdict).length;
  const [blocks, mend, unknown] = [count("blocks"), count("mend"), count("unknown")];
  if (blocks > 0)
    return {
      tone: "bad",
      text: t("{blocks, plural, one {# thing blocks selling here} other {# things block selling here}}", {
        blocks,
      }),
    };
  if (mend > 0)
    return {
      tone: "wait",
      text: t("{mend, plural, one {# thing to mend} other {# things to mend}}", { mend }),
    };
  if (unknown > 0)
    return {
      tone: "wait",
      text: t("{unknown, plural, one {# thing could not be read} other {# things could not be read}}", {
        unknown,
      }),
    };
  return { tone: "good", text: t("Ready") };
}
