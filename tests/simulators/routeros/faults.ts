/** Everything that can be made to go wrong, and the switches for what differs between routers. */

import type { TagPosition } from "./sentence.ts";
import { type RouterVersion, versionFacts } from "./version.ts";

export interface BrokenReply {
  /** `stall` never answers; `reset` sends RST, `end` FIN; `fatal` says `!fatal` and closes. */
  readonly how: "stall" | "reset" | "end" | "fatal";
  /** Only commands that start with this path; every command without it. */
  readonly command?: string;
  /** `before`: the command is not carried out. `mid` (default): carried out, half of the reply is sent. */
  readonly when?: "before" | "mid";
  /** How many commands break; 1 without it. */
  readonly times?: number;
}

export interface Faults {
  /** Where `.tag` stands in replies. */
  tagPosition: TagPosition;
  /** Who says `!empty`: nobody, prints without rows, or also writes without `=ret=`. */
  empty: "off" | "print" | "print+write";
  /** device-mode of home and basic routers forbids the hotspot. */
  hotspotAllowed: boolean;
  /** `address=` of the api service, IPv4 networks; anybody else is accepted and then closed. Empty: everybody. */
  apiAddresses: readonly string[];
  /** What a connection meets while the router is unreachable: RST at once, or silence. */
  unreachable: "reset" | "silent";
  accept: "normal" | "close" | "silent";
  /** Menus that nobody may read: "/user". */
  hiddenMenus: readonly string[];
  /** How replies are cut into TCP segments. */
  segments: "whole" | "one byte" | "before final zero" | "coalesced";
  delayMs: number;
  /** Only commands that start with this path are delayed; "" delays all. */
  delayedCommand: string;
  broken: readonly BrokenReply[];
  /** A sentence for a tag that is finished, after every `!done`. */
  late: "never" | "after done";
  /** Every print starts with a `!re` that carries no attribute. */
  bareRow: boolean;
  /** Rows added to `/ip/hotspot/user/print` that exist nowhere else. */
  bulkUsers: number;
  dateFormat: "iso" | "month";
  /** What `count-only` of a print meets: the number, the rows as if it had not been said, or a trap. */
  countOnly: "number" | "rows" | "refused";
}

export function defaultFaults(version: RouterVersion): Faults {
  const facts = versionFacts(version);
  return {
    tagPosition: "last",
    empty: facts.saysEmpty ? "print" : "off",
    hotspotAllowed: true,
    apiAddresses: [],
    unreachable: "reset",
    accept: "normal",
    hiddenMenus: [],
    segments: "whole",
    delayMs: 0,
    delayedCommand: "",
    broken: [],
    late: "never",
    bareRow: false,
    bulkUsers: 0,
    dateFormat: facts.dateFormat,
    countOnly: "number",
  };
}

/** Finds the fault that hits `path` and uses up one of its times. A log-in breaks only if it is named. */
export function takeBroken(faults: Faults, path: string): BrokenReply | null {
  const index = faults.broken.findIndex((one) =>
    one.command === undefined ? path !== "/login" : path.startsWith(one.command),
  );
  const hit = faults.broken[index];
  if (hit === undefined) return null;
  const left = (hit.times ?? 1) - 1;
  faults.broken = faults.broken.flatMap((one, place) =>
    place !== index ? [one] : left > 0 ? [{ ...one, times: left }] : [],
  );
  return hit;
}

/** Is `address` within one of `networks` ("10.0.0.0/8" or a single address)? An empty list lets everybody in. */
export function allowedBy(networks: readonly string[], address: string): boolean {
  const number = (text: string) => text.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const plain = address.replace(/^::ffff:/, "");
  if (networks.length === 0) return true;
  return networks.some((network) => {
    const [base = "", bits = "32"] = network.split("/");
    const size = 2 ** (32 - Number(bits));
    return Math.floor(number(base) / size) === Math.floor(number(plain) / size);
  });
}
