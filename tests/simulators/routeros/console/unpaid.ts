import type { ConsoleRouter } from "./console-router.ts";
import type { Row } from "./tables.ts";

// What a device that did not pay gets through a hotspot, by the rules that stand in the router: those of the hotspot itself
// as MikroTik's manual lists them ("Hotspot customisation"), then the static ones in their order.

export type Packet = {
  /** `portal`: an address that the walled garden opens, whose site may be anybody's. */
  to: "internet" | "portal" | "router";
  protocol: "icmp" | "udp" | "tcp";
  port?: number;
  /** `down`: what comes back to the device; default up. */
  way?: "up" | "down";
};

/** How much passes; null for no limit. `rates` are "packets a second after so many at once", per device. */
export type Passes = { bytesOfConnection: number | null; rates: { perSecond: number; burst: number }[] };

/** Null: nothing passes. */
export function unpaidReach(router: ConsoleRouter, packet: Packet): Passes | null {
  const passes: Passes = { bytesOfConnection: null, rates: [] };
  const { to, protocol, port = 0 } = packet;
  // Names: the hotspot answers them itself, on a port of its own.
  if ((protocol === "udp" || protocol === "tcp") && port === 53)
    return walk(router, "pre-hs-input", { ...packet, port: 64872 }, passes) === "drop" ? null : passes;
  if (to === "router") return null;
  const garden = router.menu("/ip hotspot walled-garden ip");
  const isOpen =
    to === "portal" &&
    garden.some(
      (row) =>
        (row["dst-host"] !== undefined || row["dst-address-list"] !== undefined) &&
        (row.protocol ?? protocol) === protocol &&
        Number(row["dst-port"] ?? port) === port,
    );
  if (!isOpen && protocol !== "icmp") return null;
  return walk(router, "forward", packet, passes) === "drop" ? null : passes;
}

/**
 * Whether a phone without a purchase reaches the portal's host.
 * @param asked whether the router saw it ask for that name: a phone that kept the answer, or asks elsewhere, did not. Rows that name a
 * host open it only then; the addresses of a list the router finds by itself.
 */
export function opensPortal(router: ConsoleRouter, host: string, { asked }: { asked: boolean }): boolean {
  const named = (row: Row) => row["dst-host"] === host && row.invalid !== "yes";
  const ip = router.menu("/ip hotspot walled-garden ip");
  if (asked && [...router.menu("/ip hotspot walled-garden"), ...ip].some(named)) return true;
  const lists = router.menu("/ip firewall address-list").filter(({ address }) => address === host);
  return ip.some((row) => lists.some(({ list }) => list === row["dst-address-list"]));
}

type Verdict = "accept" | "drop" | "return";

/** A connection that is established, from a device without a purchase, and what comes back to it. */
function walk(router: ConsoleRouter, chain: string, packet: Packet, passes: Passes): Verdict {
  for (const rule of router.menu("/ip firewall filter")) {
    if (rule.chain !== chain || rule.disabled === "yes" || !concerns(rule, packet)) continue;
    const { action = "accept" } = rule;
    const [bytes] = (rule["connection-bytes"] ?? "").split("-");
    if (bytes) {
      if (action === "drop")
        passes.bytesOfConnection = Math.min(
          Number(bytes),
          passes.bytesOfConnection ?? Number.POSITIVE_INFINITY,
        );
      continue;
    }
    const [rate, burst] = (rule["dst-limit"] ?? "").split(",");
    if (rate && burst) {
      passes.rates.push({ perSecond: Number(rate), burst: Number(burst) });
      // What is within the rate is done with; what is beyond goes on to the next rule, which has to end it.
      if (beyond(router, rule, packet) !== "drop") passes.rates.pop();
      return action === "return" ? "return" : "accept";
    }
    if (action === "jump") {
      const inner = walk(router, rule["jump-target"] ?? "", packet, passes);
      if (inner !== "return") return inner;
    } else if (action === "drop" || action === "reject") return "drop";
    else if (action === "accept" || action === "fasttrack-connection") return "accept";
    else if (action === "return") return "return";
  }
  return "return";
}

function beyond(router: ConsoleRouter, limit: Row, packet: Packet): Verdict {
  const rules = router.menu("/ip firewall filter").filter((rule) => rule.chain === limit.chain);
  for (const rule of rules.slice(rules.indexOf(limit) + 1)) {
    if (!concerns(rule, packet) || rule["connection-bytes"] || rule["dst-limit"]) continue;
    if (rule.action === "drop" || rule.action === "reject") return "drop";
    if (rule.action === "accept") return "accept";
  }
  return "return";
}

function concerns(rule: Row, { protocol, port, way = "up" }: Packet): boolean {
  if (rule.dynamic === "yes") return false;
  if (rule.protocol !== undefined && rule.protocol !== protocol) return false;
  if (rule["dst-port"] !== undefined && !rule["dst-port"].split(",").includes(String(port))) return false;
  const hotspot = rule.hotspot?.split(",") ?? [];
  if (hotspot.includes("auth") || hotspot.includes(way === "up" ? "to-client" : "from-client")) return false;
  if (rule[way === "up" ? "out-interface" : "in-interface"] !== undefined) return false;
  if (rule["src-address"] !== undefined) return false;
  return !rule["connection-state"] || rule["connection-state"].split(",").includes("established");
}
