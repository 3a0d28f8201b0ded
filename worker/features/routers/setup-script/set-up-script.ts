import { fileStem } from "../../../contract/values/file-stem.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { eachService, setService } from "../ip-service.ts";
import {
  apiUserLines,
  bridgeSeenLines,
  passLines,
  pastedFromLines,
  reservationLines,
} from "./bridge-place.ts";
import { allow } from "./device-mode.ts";
import { fitnessLines } from "./fitness.ts";
import { openvpnFitnessLines, openvpnLines } from "./openvpn.ts";
import { hotspotLines, pageLines } from "./pages.ts";
import {
  beforeScript,
  changed,
  comment,
  firstRow,
  kept,
  mark,
  ownNetwork,
  quietly,
  type RouterosVersion,
  type RouterSetup,
  row,
  unless,
} from "./setup.ts";
import { ends, siteUserLines, told, tunnelFirewallLines, tunnelUserLines } from "./tunnel.ts";
import { unpaidLines } from "./unpaid.ts";
import { wireguardFitnessLines, wireguardLines } from "./wireguard.ts";

const ours = quoted(mark);
const before = quoted(beforeScript);
const timeServer = "time.cloudflare.com";
const timeZone = "Africa/Nairobi";

/**
 * Commands that make a router a hotspot of ours, as a file for `/import`. What is there already is set right, what is
 * missing is added, so that a second run changes nothing; every row of ours carries our name or comment; of the settings
 * that a router has once only, what was before is kept on it (`mlango-before`) for the undo script. What can fail comes
 * first, and an import that ends in the middle leaves the hotspot off.
 */
export function setUpScript(setup: RouterSetup, version: RouterosVersion): string {
  const { tunnel } = setup;
  const tunnelLines = { "7.x": wireguardLines, "6.x": openvpnLines }[version];
  const tunnelFitnessLines = { "7.x": wireguardFitnessLines, "6.x": openvpnFitnessLines }[version];
  const way = tunnel
    ? [...tunnelLines(setup, tunnel), ...tunnelUserLines(setup, tunnel), ...siteUserLines(setup, tunnel)]
    : [...bridgeSeenLines(setup), ...reservationLines(setup), ...apiUserLines(setup)];
  return `${[
    `# Mlango: sets up the hotspot of ${fileStem(setup.routerName)}. RouterOS ${version === "7.x" ? "7.9 or newer" : "6.45 or newer of version 6"}.`,
    "# It holds a password: keep it to yourself. May be run again; what is not ours is left alone.",
    ...fitnessLines(setup, version),
    ...(tunnel ? tunnelFitnessLines(setup, tunnel) : []),
    unless(`/system script find name=${before}`, `/system script add name=${before} source=""`),
    ...networkLines(setup),
    ...hotspotLines(setup),
    ...pageLines(setup, version),
    ...way,
    ...apiServiceLines(setup),
    ...clockLines(version),
    ...gardenLines(setup, version),
    ...(tunnel ? [] : passLines(setup)),
    ...firewallLines(setup, version),
    ...(tunnel ? tunnelFirewallLines(setup, tunnel) : []),
    ...pastedFromLines(setup),
    // Last: from here on nobody passes unpaid, and everything that they need is there.
    ...serverLines(setup, version),
    ...(tunnel ? [told(tunnel, null)] : []),
    ':put "Mlango: this router is set up. Its bridge logs in within a minute."',
  ].join("\n")}\n`;
}

function apiServiceLines(setup: RouterSetup): string[] {
  const service = setup.apiPort === 8729 ? "api-ssl" : "api";
  const disabled = "[/ip service get $mlgRow disabled] = true";
  const enable = `/ip service set $mlgRow disabled=no; ${kept(setService(service, "disabled=yes"))}`;
  return [
    ":local mlgOpen false",
    eachService(service, `:if (${disabled}) do={ ${enable} }; :set mlgOpen true`),
    `:if ($mlgOpen = false) do={ ${ends(setup, "service", `Mlango: the router does not open its service ${service}. Look at it (IP, Services), and paste again.`)} }`,
  ];
}

/** Bought time and certificates need a clock that is right. A router that asks a time server already keeps it. */
function clockLines(version: RouterosVersion): string[] {
  const noTime = "[/system ntp client get enabled] = false";
  const disable = "/system ntp client set enabled=no";
  const ask = {
    "7.x": [
      changed(noTime, disable, "/system ntp client set enabled=yes"),
      unless(
        "/system ntp client servers find",
        `/system ntp client servers add address=${timeServer} comment=${comment("time")}`,
      ),
    ],
    // With the package "ntp" version 6 knows no names of servers; then the clock is the provider's to set.
    "6.x": [
      changed(
        noTime,
        disable,
        `:do { [[:parse ${quoted(askByName)}]] } on-error={}; /system ntp client set enabled=yes`,
      ),
    ],
  };
  return [
    changed(
      "[/system clock get time-zone-autodetect] = true",
      "/system clock set time-zone-autodetect=yes",
      "/system clock set time-zone-autodetect=no",
    ),
    changed(
      `[/system clock get time-zone-name] != ${quoted(timeZone)}`,
      "/system clock set time-zone-name=",
      `/system clock set time-zone-name=${timeZone}`,
      "[/system clock get time-zone-name]",
    ),
    ...ask[version],
  ];
}

const askByName = changed(
  '[/system ntp client get server-dns-names] = ""',
  '/system ntp client set server-dns-names=""',
  `/system ntp client set server-dns-names=${timeServer}`,
);

/**
 * An interface that has an address keeps its network and its DHCP; one without gets both. Devices ask the router for names:
 * the hotspot answers them itself in any case, before and after they paid.
 */
function networkLines({ interface: name }: RouterSetup): string[] {
  const on = quoted(name);
  const { address, cidr, gateway, ranges } = ownNetwork;
  const mine = comment("network");
  const isOwn = `[:len [/ip address find comment=${mine}]] > 0`;
  const own = (found: string, command: string) =>
    `:if ((${isOwn}) && ([:len [${found}]] = 0)) do={ ${command} }`;
  return [
    unless(
      `/ip address find interface=${on}`,
      `/ip address add address=${address} interface=${on} comment=${mine}`,
    ),
    own(`/ip pool find name=${ours}`, `/ip pool add name=${ours} ranges=${ranges}`),
    own(
      `/ip dhcp-server find interface=${on}`,
      `/ip dhcp-server add name=${ours} interface=${on} address-pool=${ours} lease-time=1h disabled=no`,
    ),
    own(
      `/ip dhcp-server network find comment=${mine}`,
      `/ip dhcp-server network add address=${cidr} gateway=${gateway} dns-server=${gateway} comment=${mine}`,
    ),
    own(
      `/ip firewall nat find comment=${mine}`,
      `/ip firewall nat add chain=srcnat action=masquerade src-address=${cidr} comment=${mine}`,
    ),
    ...nameLines(on, isOwn),
  ];
}

/** Machines that pass the hotspot by ask the router like everybody else; it answers on no other interface than before. */
function nameLines(on: string, isOwn: string): string[] {
  const others = comment("names for visitors only");
  const drop = (protocol: string) =>
    `/ip firewall filter add chain=input action=drop protocol=${protocol} dst-port=53 in-interface=!${on} comment=${others}`;
  const kept = changed(
    "[/ip dns get allow-remote-requests] = false",
    "/ip dns set allow-remote-requests=no",
    `${drop("udp")}; ${drop("tcp")}; /ip dns set allow-remote-requests=yes`,
  );
  const servers = "1.1.1.1,9.9.9.9";
  return [
    `:if (${isOwn}) do={ ${kept} }`,
    changed(
      "([:len [:tostr [/ip dns get servers]]] = 0) && ([:len [:tostr [/ip dns get dynamic-servers]]] = 0)",
      '/ip dns set servers=""',
      `/ip dns set servers=${servers}`,
    ),
  ];
}

/** The portal's host and the bridge's voucher page, which has to see devices' own addresses: no translation on that way. */
function gardenLines(
  { portalOrigin, bridgeAddress, pagePort, tunnel }: RouterSetup,
  version: RouterosVersion,
): string[] {
  const { hostname, port, protocol } = new URL(portalOrigin);
  const host = quoted(hostname);
  const dstPort = port || (protocol === "https:" ? "443" : "80");
  const garden = "/ip hotspot walled-garden";
  return [
    ...row(garden, "portal", "action=allow", `dst-host=${host}`),
    ...row(`${garden} ip`, "portal", "action=accept", `dst-host=${host} protocol=tcp dst-port=${dstPort}`),
    ...listedLines(host, `protocol=tcp dst-port=${dstPort}`, version),
    // The platform's hosts are no place that visitors reach.
    ...(tunnel ? [] : voucherLines(bridgeAddress, pagePort)),
  ];
}

/**
 * The same by a list whose addresses the router finds by itself. A row that names a host opens it when the router saw the phone ask for
 * it; one that kept the answer over the router's restart, or asks elsewhere, would get no portal.
 */
function listedLines(host: string, values: string, version: RouterosVersion): string[] {
  const list = quoted("mlango-portal");
  const garden = row(
    "/ip hotspot walled-garden ip",
    "portal's addresses",
    "action=accept",
    `dst-address-list=${list} ${values}`,
  );
  const lists = "/ip firewall address-list";
  const mine = `${lists} find comment=${comment("portal")}`;
  return [
    unless(mine, `${lists} add list=${list} address=${host} comment=${comment("portal")}`),
    // The addresses that were found are rows as well, which take no change.
    `:foreach mlgRow in=[${mine}] do={ :do { ${lists} set $mlgRow address=${host} } on-error={} }`,
    // No manual of version 6 names the list.
    ...(version === "7.x" ? garden : garden.map(quietly)),
  ];
}

function voucherLines(bridgeAddress: string, pagePort: number): string[] {
  return [
    ...row(
      "/ip hotspot walled-garden ip",
      "vouchers",
      "action=accept",
      `dst-address=${bridgeAddress} protocol=tcp dst-port=${pagePort}`,
    ),
    ...firstRow(
      "/ip firewall nat",
      "vouchers",
      "srcnat",
      "action=accept protocol=tcp",
      `dst-address=${bridgeAddress} dst-port=${pagePort}`,
    ),
  ];
}

/** What would pass the hotspot by: FastTrack and IPv6, which it does not know, and what it lets through itself. */
function firewallLines(setup: RouterSetup, version: RouterosVersion): string[] {
  const on = quoted(setup.interface);
  const filter = "/ip firewall filter";
  const fastTrack = `${filter} find chain=forward action=fasttrack-connection`;
  const slow = (direction: "in" | "out") => {
    const what = `no FastTrack ${direction}`;
    const rule = "chain=forward action=accept connection-state=established,related";
    const values = `${direction}-interface=${on}`;
    const [add = "", set = ""] = row(filter, what, rule, values, ` place-before=[:pick [${fastTrack}] 0]`);
    return [`:if ([:len [${fastTrack}]] > 0) do={ ${add} }`, set];
  };
  const ipv6 = ipv6Lines(on);
  return [
    ...slow("in"),
    ...slow("out"),
    ...unpaidLines(),
    // In version 6 IPv6 is a package, and may be missing.
    ...(version === "7.x" ? ipv6 : ipv6.map(quietly)),
  ];
}

/** Nothing is forwarded from the visitors over IPv6, and nobody there is offered an address of it. */
function ipv6Lines(on: string): string[] {
  const filter = "/ipv6 firewall filter";
  const reject = "action=reject reject-with=icmp-no-route";
  const silence = "action=drop protocol=icmpv6 icmp-options=134:0-255";
  return [
    ...firstRow(filter, "no IPv6", "forward", reject, `in-interface=${on}`),
    ...firstRow(filter, "no IPv6 offered", "output", silence, `out-interface=${on}`),
  ];
}

/** Device mode that could not be read before is told by the router now: it shows the server as disabled, or as not valid. */
function serverLines(setup: RouterSetup, version: RouterosVersion): string[] {
  const { interface: name } = setup;
  const on = quoted(name);
  return [
    `/ip hotspot set [find name=${ours}] interface=${on} profile=${ours} address-pool=none addresses-per-mac=1 idle-timeout=5m keepalive-timeout=none disabled=no`,
    ":delay 1s",
    `:local mlgOff [/ip hotspot get [find name=${ours}] disabled]`,
    `:do { :if ([[:parse ${quoted(`:return [/ip hotspot get [find name=${ours}] invalid]`)}]] = true) do={ :set mlgOff true } } on-error={}`,
    `:if ($mlgOff = true) do={ ${ends(setup, "off", offAgain[version])} }`,
  ];
}

const keptOff = "Mlango: everything is in place, but the router keeps the hotspot off.";
const offAgain = {
  "7.x": `${keptOff} ${allow}`,
  "6.x": `${keptOff} Look at it (IP, Hotspot), and paste again.`,
};
