import type { Finding } from "#contract/preflight";
import type { CheckName } from "#contract/values/preflight-checks";
import type { Tone } from "../kit.tsx";
import { t } from "../language.ts";
import { words } from "./finding-words.ts";

/** What was found, and what to do ("" where nothing is). */
export function formatFinding({ code, params, why }: Finding): { found: string; todo: string } {
  const [found, todo = ""] =
    code === "unread"
      ? formatUnread(why)
      : (words[code]?.(params) ?? [t("Not known to this page: reload it.")]);
  return { found, todo };
}

const checkNames = (): Record<CheckName, string> => ({
  hotspotPackage: t("Hotspot package"),
  deviceMode: t("Device mode"),
  hotspot: t("Hotspot"),
  rights: t("Rights of the API user"),
  license: t("Licence"),
  clock: t("Clock"),
  loginPages: t("Login pages"),
  foreignUsers: t("Users of another system"),
  radio: t("Radio"),
  wifiKey: t("WiFi key"),
  wifiApart: t("Visitors among themselves"),
  queues: t("Queues"),
  schedulers: t("Schedulers"),
  storage: t("Storage"),
  subnets: t("Networks"),
  internet: t("Internet"),
  unpaid: t("Unpaid devices"),
  freePasses: t("Free passes"),
  bridgePlace: t("Place of the bridge"),
  fastTrack: t("FastTrack"),
  ipv6: t("IPv6"),
  tunnels: t("Tunnels"),
  version: t("RouterOS version"),
  services: t("Management services"),
});

export const checkName = (check: CheckName) => checkNames()[check];

const verdicts = (): Record<Finding["verdict"], string> => ({
  fine: t("Fine"),
  mend: t("To mend"),
  blocks: t("Blocks selling"),
  unknown: t("Not read"),
});

export const verdictWord = (verdict: Finding["verdict"]) => verdicts()[verdict];

function formatUnread(why: Finding["why"]): [string, string?] {
  const known: Record<string, [string, string?]> = {
    forbidden: [
      t("The API user may not read this."),
      t("Run the set-up line again: it makes a user with just the right rights."),
    ],
    missing: [
      t("There is nothing to look at before the hotspot runs."),
      t("Mend the points above, then check again."),
    ],
    silent: [t("The router did not answer this question."), t("Check again in a moment.")],
  };
  return (
    known[why ?? ""] ?? [
      t("The router's answer could not be understood."),
      t("Look at it in WinBox; it may still be fine."),
    ]
  );
}

export function formatOverall(findings: readonly Finding[]): { tone: Tone; word: string } {
  const count = (verdict: Finding["verdict"]) => findings.filter((one) => one.verdict === verdict).length;
  const [blocks, mend, unknown] = [count("blocks"), count("mend"), count("unknown")];
  const words = {
    blocks: t("{blocks, plural, one {# thing blocks selling here} other {# things block selling here}}", {
      blocks,
    }),
    mend: t("{mend, plural, one {# thing to mend} other {# things to mend}}", { mend }),
    unknown: t("{unknown, plural, one {# thing could not be read} other {# things could not be read}}", {
      unknown,
    }),
  };
  if (blocks > 0) return { tone: "bad", word: words.blocks };
  if (mend > 0) return { tone: "wait", word: words.mend };
  return unknown > 0 ? { tone: "wait", word: words.unknown } : { tone: "good", word: t("Ready") };
}
