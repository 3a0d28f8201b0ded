import { setupUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { comment, eachWhere, firstRow, mark, type RouterSetup, unless } from "./setup.ts";

// The bridge's place on the router: its address is kept for it, and what it may do is bound to address and MAC together, so
// that a visitor who takes the address while the bridge is off takes nothing else. A bridge behind another router or a
// tunnel has no MAC here, needs no pass through the hotspot, and is bound by its address alone.

const ours = quoted(mark);
const bridge = comment("bridge");
const binding = "/ip hotspot ip-binding";
const lease = "/ip dhcp-server lease";

/** `$mlgMac` is the bridge's MAC as the router sees it, "" where it sees none; `$mlgOn` the interface. */
export function bridgeSeenLines({ bridgeAddress }: RouterSetup): string[] {
  const address = quoted(bridgeAddress);
  return [
    ':local mlgMac ""',
    ':local mlgOn ""',
    `:do { /ping ${bridgeAddress} count=2 } on-error={}`,
    eachWhere(
      "/ip arp",
      "address",
      address,
      ":set mlgMac [:tostr [/ip arp get $mlgRow mac-address]]; :set mlgOn [/ip arp get $mlgRow interface]",
    ),
    `:if ([:len $mlgMac] = 0) do={ :put ${quoted(`Mlango: the bridge at ${bridgeAddress} is not among this router's neighbours. If it stands in one of its networks, turn it on and paste the line again.`)} }`,
  ];
}

/** Its address stays its own: a lease that it got becomes a fixed one, one that it did not get is kept for it. */
export function reservationLines({ bridgeAddress }: RouterSetup): string[] {
  const address = quoted(bridgeAddress);
  const stale = `:if (([:tostr [${lease} get $mlgRow address]] != ${address}) || (([:len $mlgMac] > 0) && ([:tostr [${lease} get $mlgRow mac-address]] != $mlgMac))) do={ ${lease} remove $mlgRow }`;
  return [
    `:foreach mlgRow in=[${lease} find comment=${bridge}] do={ ${stale} }`,
    ':local mlgLease ""',
    eachWhere(lease, "address", address, ":set mlgLease $mlgRow"),
    `:if (([:len $mlgLease] > 0) && ([:len $mlgMac] > 0)) do={ :if ([${lease} get $mlgLease dynamic] = true) do={ ${lease} make-static $mlgLease; ${lease} set $mlgLease comment=${bridge} } }`,
    `:if (([:len $mlgLease] = 0) && ([:len $mlgMac] > 0)) do={ :foreach mlgRow in=[/ip dhcp-server find interface=$mlgOn] do={ :do { ${lease} add address=${bridgeAddress} mac-address=$mlgMac server=[/ip dhcp-server get $mlgRow name] comment=${bridge} } on-error={} } }`,
  ];
}

/** A user for the bridge alone: least rights, from its address only. Its own password it may change, and does at once. */
export function apiUserLines({ id, bridgeAddress, bootstrapPassword }: RouterSetup): string[] {
  const user = quoted(setupUser);
  const stamp = quoted(`mlango:${id}`);
  return [
    unless(`/user group find name=${ours}`, `/user group add name=${ours}`),
    `/user group set [find name=${ours}] policy=api,read,write,sensitive,password`,
    // The same set-up a second time: the bridge may have given it another password since.
    `:if ([:len [/user find name=${user} comment=${stamp}]] = 0) do={ /user remove [find name=${user}]; /user add name=${user} group=${ours} password=${quoted(bootstrapPassword)} address=${bridgeAddress}/32 comment=${stamp} }`,
  ];
}

/** Past the hotspot, to the API, and to the portal's stand-in: from here on by address and MAC. */
export function passLines({ bridgeAddress, apiPort }: RouterSetup): string[] {
  const address = quoted(bridgeAddress);
  const filter = "/ip firewall filter";
  const other = (menu: string, field: string, mac: string) =>
    `([:tostr [${menu} get $mlgRow ${field}]] != ${address}) || (([:len $mlgMac] > 0) && ([:tostr [${menu} get $mlgRow ${mac}]] != $mlgMac))`;
  const api = firstRow(
    filter,
    "api",
    "input",
    "action=accept protocol=tcp",
    `dst-port=${apiPort} src-address=${bridgeAddress}`,
  );
  return [
    `:foreach mlgRow in=[${binding} find comment=${bridge}] do={ :if (${other(binding, "address", "mac-address")}) do={ ${binding} remove $mlgRow } }`,
    `:if ([:len $mlgMac] > 0) do={ ${unless(`${binding} find comment=${bridge}`, `${binding} add address=${bridgeAddress} mac-address=$mlgMac type=bypassed comment=${bridge}`)} }`,
    `:foreach mlgRow in=[${filter} find comment=${comment("api")}] do={ :if (${other(filter, "src-address", "src-mac-address")}) do={ ${filter} remove $mlgRow } }`,
    ...api,
    `:if ([:len $mlgMac] > 0) do={ ${filter} set [find comment=${comment("api")}] src-mac-address=$mlgMac }`,
  ];
}

/**
 * The machine from which this is pasted keeps its connection: where it stands behind the hotspot, it would be an unpaid
 * visitor in the middle of the import. A window that is connected by MAC shows a MAC instead of an address.
 */
export function pastedFromLines({ interface: name, bridgeAddress }: RouterSetup): string[] {
  const from = comment("set up from here");
  const seen = "[:tostr [/user active get $mlgUser address]]";
  const mac = "[:tostr [/ip arp get $mlgRow mac-address]]";
  const known = `:foreach mlgOld in=[${binding} find] do={ :if ([:tostr [${binding} get $mlgOld mac-address]] = ${mac}) do={ :set mlgKnown true } }`;
  const add = `:local mlgKnown false; ${known}; :if ($mlgKnown = false) do={ ${binding} add mac-address=${mac} type=bypassed comment=${from} }`;
  const isIt = `([:tostr [/ip arp get $mlgRow address]] = ${seen}) || (${mac} = ${seen})`;
  const each = `:foreach mlgRow in=[/ip arp find interface=${quoted(name)}] do={ :if (${isIt}) do={ ${add} } }`;
  return [
    `:foreach mlgUser in=[/user active find] do={ :if (${seen} != ${quoted(bridgeAddress)}) do={ ${each} } }`,
  ];
}
