import { isWithin } from "../ipv4.ts";
import { passComments } from "../marks.ts";
import { type Router, RouterFault } from "../router.ts";
import { filledRows } from "../router-values.ts";
import { devicesComment, devicesList } from "./device-rows.ts";
import { ensureRules, type Rule, type Rules } from "./ensure-rules.ts";
import { chainOf, namesChain, namesJumps, portsOf } from "./firewall.ts";
import { listPath } from "./router-lines.ts";

const path = "/ip/firewall/filter";
const sixPath = "/ipv6/firewall/filter";
const fromDevices = "mlango-devices";
const toDevices = "mlango-devices-to";
const names = "mlango-devices-names";

/** Of all that are not on together: a device may set itself as many addresses as its network has. Packets each way. */
const together = { portal: { perSecond: 50, burst: 4_000 }, names: { perSecond: 20, burst: 400 } };

/**
 * What closes these networks: in them only what is on passes. Who is not on reaches the portal and asks for names as a blocked line does, in
 * a trickle: at the portal's addresses other sites may answer, and by either one could tunnel out.
 * @param portalHosts those of the portal
 */
function rulesOf(networks: readonly string[], portalHosts: readonly string[]): Rule[] {
  if (networks.length === 0) return [];
  const reach = { open: devicesList, ports: portsOf(portalHosts), page: null, all: together.portal };
  return [
    // Those that are on are kept from FastTrack, and what they begin meets the router's own rules.
    ...chainOf(fromDevices, "src", reach, [
      { action: "reject", protocol: "tcp", "reject-with": "tcp-reset" },
      { action: "reject", "reject-with": "icmp-admin-prohibited" },
    ]),
    ...chainOf(toDevices, "dst", reach, [{ action: "drop" }]),
    ...namesChain(names, devicesList, together.names),
    // The chains are there before anything leads into them.
    ...networks.flatMap((network) => [
      { chain: "forward", action: "jump", "jump-target": fromDevices, "in-interface": network },
      { chain: "forward", action: "jump", "jump-target": toDevices, "out-interface": network },
      ...namesJumps(names, { "in-interface": network }),
    ]),
  ];
}

const closing = (path: string, rules: readonly Rule[], firsts: readonly string[]): Rules => ({
  path,
  comment: devicesComment,
  rules,
  firsts,
});

/** These networks are closed, and no others of ours. Says whether it wrote. */
export const ensureClosed = (
  router: Router,
  networks: readonly string[],
  portalHosts: readonly string[],
): Promise<boolean> =>
  ensureRules(router, closing(path, rulesOf(networks, portalHosts), ["forward", "input"]));

/**
 * A device is told by its address of IPv4, and makes up those of IPv6 itself: in a closed network there is none, for anybody. Nothing where
 * the router has no IPv6.
 */
export async function ensureClosedSix(router: Router, networks: readonly string[]): Promise<void> {
  const rules = networks.flatMap((network): Rule[] => [
    { chain: "forward", action: "reject", "reject-with": "icmp-admin-prohibited", "in-interface": network },
    { chain: "forward", action: "drop", "out-interface": network },
    // Names are asked by IPv4, where they are counted.
    ...["udp", "tcp"].map((protocol) => ({
      chain: "input",
      action: "reject",
      "reject-with": "icmp-admin-prohibited",
      protocol,
      "dst-port": "53",
      "in-interface": network,
    })),
  ]);
  try {
    await ensureRules(router, closing(sixPath, rules, ["forward", "input"]));
  } catch (error) {
    if (!(error instanceof RouterFault) || error.refusal !== "no such command") throw error;
  }
}

/** The bridge's own machine passes where it is in such a network: it could not be told of any payment else. @param machine its address towards the router */
export async function ensureBridgePasses(
  router: Router,
  networks: readonly string[],
  machine: string,
): Promise<void> {
  const [addresses, entries] = await Promise.all([
    router.print("/ip/address", {}, ["address", "interface", "actual-interface"]).then(filledRows),
    router.print(listPath, { list: devicesList }, [".id", "list", "address", "comment"]).then(filledRows),
  ]);
  const isInside = addresses.some(
    (row) =>
      networks.includes(row["actual-interface"] || (row.interface ?? "")) &&
      isWithin(row.address ?? "", machine),
  );
  const own = entries.filter(({ comment }) => comment === passComments.bridge);
  if (isInside && !entries.some(({ address }) => address === machine))
    await router.add(listPath, { list: devicesList, address: machine, comment: passComments.bridge });
  for (const row of own)
    if (!isInside || row.address !== machine) await router.remove(listPath, row[".id"] ?? "");
}

const trackedPath = "/ip/firewall/connection";

/** What was tracked fast before a network was closed meets no rule: it is removed, and comes back by the rules or not at all. */
export async function endFastTracked(router: Router, networks: readonly string[]): Promise<void> {
  const [addresses, tracked] = await Promise.all([
    router.print("/ip/address", {}, ["address", "interface", "actual-interface"]).then(filledRows),
    router.print(trackedPath, { fasttrack: "true" }, [".id", "src-address", "dst-address"]).then(filledRows),
  ]);
  const within = addresses
    .filter((row) => networks.includes(row["actual-interface"] || (row.interface ?? "")))
    .map(({ address = "" }) => address);
  const isOf = (end = "") => within.some((network) => isWithin(network, end.replace(/:\d+$/, "")));
  for (const row of tracked)
    if (isOf(row["src-address"]) || isOf(row["dst-address"]))
      await router.remove(trackedPath, row[".id"] ?? "");
}
