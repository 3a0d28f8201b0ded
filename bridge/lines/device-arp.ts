import { isWithin } from "../ipv4.ts";
import type { Router } from "../router.ts";
import { filledRows } from "../router-values.ts";
import type { DeviceLine } from "./line.ts";

type Mode = "reply-only" | "enabled";

/** Where `arp` of an interface is set, by its type. */
const menus: readonly [RegExp, string][] = [
  [/^ether/, "/interface/ethernet"],
  [/^bridge/, "/interface/bridge"],
  [/^vlan/, "/interface/vlan"],
  [/^bond/, "/interface/bonding"],
];

/** What owners said of their networks. With the last device of one it is as usual again. */
export function arpWanted(lines: readonly DeviceLine[]): Map<string, Mode> {
  const wanted = new Map<string, Mode>();
  for (const { spec } of lines)
    if (spec.kind === "close_device" && spec.arp) wanted.set(spec.network, spec.arp);
  for (const { spec } of lines) {
    if (spec.kind !== "device") continue;
    if (spec.arp) wanted.set(spec.network, spec.arp);
    else wanted.delete(spec.network);
  }
  return wanted;
}

/**
 * Interfaces are as their owners said. One that has an `arp` of its own is left so, and one by which the bridge itself reaches the router: it
 * would be heard no more. Gives those that were left. @param machine the bridge's own address towards the router
 */
export async function ensureArp(
  router: Router,
  wanted: ReadonlyMap<string, Mode>,
  machine: string,
): Promise<Set<string>> {
  const kept = new Set<string>();
  if (wanted.size === 0) return kept;
  const [interfaces, addresses] = await Promise.all([
    router.print("/interface", {}, ["name", "type"]).then(filledRows),
    router.print("/ip/address", {}, ["address", "interface", "actual-interface"]).then(filledRows),
  ]);
  for (const [network, mode] of wanted) {
    const type = interfaces.find(({ name }) => name === network)?.type ?? "";
    const path = menus.find(([pattern]) => pattern.test(type))?.[1];
    const [row] =
      path === undefined
        ? []
        : filledRows(await router.print(path, { name: network }, [".id", "name", "arp"]));
    if (path === undefined || row?.[".id"] === undefined) {
      if (mode === "reply-only") kept.add(network);
      continue;
    }
    if (row.arp === mode) continue;
    const own = addresses.filter((one) => (one["actual-interface"] || one.interface) === network);
    const isInside = own.some(({ address = "" }) => isWithin(address, machine));
    const isUsual = row.arp === (mode === "enabled" ? "reply-only" : "enabled");
    if (!isUsual || (mode === "reply-only" && isInside)) {
      // Another value than the two was set by hand, and stays.
      if (mode === "reply-only") kept.add(network);
      continue;
    }
    await router.set(path, row[".id"], { arp: mode });
  }
  return kept;
}
