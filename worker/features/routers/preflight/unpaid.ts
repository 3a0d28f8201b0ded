import type { Read } from "../../../contract/router-facts.ts";
import { type Check, fine, from, mend, unread } from "./check.ts";
import { visitorInterfaces } from "./subnets.ts";

// What a device without a purchase gets out of the hotspot: RouterOS itself lets ICMP, names and all that stands at the
// portal's addresses pass (docs/reference/routeros.md, "Unpaid devices").

type Rule = Read<"limits">[number];
type Packet = { protocol: "icmp" | "udp" | "tcp"; port?: string };
type Fate = { isDropped: boolean; isLimited: boolean };

/** The hotspot's own names, to which it sends all queries on port 53. */
const names = "64872";

function concerns(rule: Rule, { protocol, port }: Packet): boolean {
  if (rule.isNarrow || (rule.protocol !== "" && rule.protocol !== protocol)) return false;
  if (rule.port !== "" && (port === undefined || !rule.port.split(",").includes(port))) return false;
  const marks = rule.hotspot.split(",");
  return !marks.includes("auth") && !marks.includes("to-client");
}

/** What the rules of a chain do with it; undefined where they leave it to the chain before. */
function fateIn(rules: readonly Rule[], chain: string, packet: Packet, depth = 0): Fate | undefined {
  let isLimited = false;
  for (const rule of rules) {
    if (rule.chain !== chain || !concerns(rule, packet)) continue;
    const ends = rule.action === "drop" || rule.action === "reject" || rule.action === "tarpit";
    if (rule.isByBytes) isLimited ||= ends;
    else if (rule.isByRate) {
      const rest = rules.slice(rules.indexOf(rule) + 1);
      isLimited ||= fateIn(rest, chain, packet, depth)?.isDropped ?? false;
      return { isDropped: false, isLimited };
    } else if (ends) return { isDropped: true, isLimited };
    else if (rule.action === "jump" && depth < 3) {
      const inner = fateIn(rules, rule.target, packet, depth + 1);
      if (inner?.isDropped) return inner;
      isLimited ||= inner?.isLimited ?? false;
    } else if (rule.action === "return") break;
    else if (rule.action === "accept" || rule.action === "fasttrack-connection") break;
  }
  return isLimited ? { isDropped: false, isLimited } : undefined;
}

const isHeld = (fate: Fate | undefined) => fate !== undefined && (fate.isDropped || fate.isLimited);

export const unpaid: Check = ({ facts }) =>
  from(facts, ["servers", "limits"], ({ servers, limits }) => {
    if (visitorInterfaces(servers).size === 0) return unread("missing");
    const asked = (protocol: "udp" | "tcp") =>
      isHeld(fateIn(limits, "pre-hs-input", { protocol, port: names }));
    if (!fateIn(limits, "forward", { protocol: "icmp" })?.isDropped) return mend("unpaidIcmp");
    if (!isHeld(fateIn(limits, "forward", { protocol: "tcp", port: "443" }))) return mend("unpaidSites");
    return asked("udp") && asked("tcp") ? fine("unpaidLimited") : mend("unpaidNames");
  });
