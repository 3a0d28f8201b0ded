import { isWithin } from "../ipv4.ts";
import { passComments } from "../marks.ts";
import { type Router, RouterFault } from "../router.ts";
import { filledRows } from "../router-values.ts";
import { devicesComment, devicesList } from "./device-rows.ts";
import { ensureRules, type Rule, type Rules } from "./ensure-rules.ts";
import { listPath, lists } from "./router-lines.ts";

const path = "/ip/firewall/filter";
const sixPath = "/ipv6/firewall/filter";
const fromDevices = "mlango-devices";
const toDevices = "mlango-devices-to";

/** Those that are on pass: what they have is kept from FastTrack, and what they begin meets the router's own rules. */
const chainOf = (chain: string, own: "src" | "dst", ends: readonly Rule[]): Rule[] => {
  const other = own === "src" ? "dst" : "src";
  const rules: Rule[] = [
    { action: "accept", "connection-state": "established,related", [`${own}-address-list`]: devicesList },
    { action: "return", [`${own}-address-list`]: devicesList },
    { action: "accept", [`${other}-address-list`]: lists.portal },
    ...ends,
  ];
  return rules.map((rule) => ({ chain, ...rule }));
};

/** What closes these networks: in them only what is on passes. The portal is reached; names are answered, because `input` is not touched. */
export function rulesOf(networks: readonly string[]): Rule[] {
  if (networks.length === 0) return [];
  return [
    ...chainOf(fromDevices, "src", [
      { action: "reject", protocol: "tcp", "reject-with": "tcp-reset" },
      { action: "reject", "reject-with": "icmp-admin-prohibited" },
    ]),
    ...chainOf(toDevices, "dst", [{ action: "drop" }]),
    // The chains are there before anything leads into them.
    ...networks.flatMap((network) => [
      { chain: "forward", action: "jump", "jump-target": fromDevices, "in-interface": network },
      { chain: "forward", action: "jump", "jump-target": toDevices, "out-interface": network },
    ]),
  ];
}

const closing = (path: string, rules: readonly Rule[]): Rules => ({
  path,
  comment: devicesComment,
  rules,
  firsts: ["forward"],
});

/** These networks are closed, and no others of ours. Says whether it wrote. */
export const ensureClosed = (router: Router, networks: readonly string[]): Promise<boolean> =>
  ensureRules(router, closing(path, rulesOf(networks)));

/**
 * A device is told by its address of IPv4, and makes up those of IPv6 itself: in a closed network there is none, for anybody. Nothing where
 * the router has no IPv6.
 */
export async function ensureClosedSix(router: Router, networks: readonly string[]): Promise<void> {
  const rules = networks.flatMap((network): Rule[] => [
    { chain: "forward", action: "reject", "reject-with": "icmp-admin-prohibited", "in-interface": network },
    { chain: "forward", action: "drop", "out-interface": network },
  ]);
  try {
    await ensureRules(router, closing(sixPath, rules));
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
    router.print("/ip/address", {}, ["address", "interface"]).then(filledRows),
    router.print(trackedPath, { fasttrack: "true" }, [".id", "src-address", "dst-address"]).then(filledRows),
  ]);
  const within = addresses
    .filter((row) => networks.includes(row.interface ?? ""))
    .map(({ address = "" }) => address);
  const isOf = (end = "") => within.some((network) => isWithin(network, end.replace(/:\d+$/, "")));
  for (const row of tracked)
    if (isOf(row["src-address"]) || isOf(row["dst-address"]))
      await router.remove(trackedPath, row[".id"] ?? "");
}
