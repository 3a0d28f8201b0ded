import type { SetupStop } from "../../../contract/router-setup.ts";
import { setupUser, siteUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { hostsNetwork, wireguardInterface } from "../../../contract/values/tunnel-network.ts";
import { checked } from "./checked-fetch.ts";
import { eachWhere, firstRow, type RouterSetup, type TunnelSetup, unless } from "./setup.ts";

// The way of a router to the platform's hosts, where no bridge stands at its site: what is the same by WireGuard and by OpenVPN. Hosts
// reach its API by it, and nothing else passes it in either direction.

/** All interfaces of ours towards hosts are in this list, and the firewall knows it alone. */
const list = quoted("mlango-tunnel");
const members = "/interface list member";
const filter = "/ip firewall filter";

/** RouterOS 6 alone has these; they are left over where a router was updated to 7. */
export const ownOpenvpn = `name~${quoted("^ovpn-mlango-")}`;
/** And these: the router's certificate, and that of who vouches for the hosts. */
export const ownCertificates = `name~${quoted("^mlango-tunnel")}`;

/** Tells the console where the script stopped. A router that can't be heard there still says it in its own terminal. */
export function told(tunnel: TunnelSetup, stopped: SetupStop | null): string {
  const body = stopped === null ? "{}" : JSON.stringify({ stopped });
  return `:do { ${post(tunnel, "progress", quoted(body))} } on-error={}`;
}

/** @param data an expression @param into a file for the answer; none unless told */
export function post(
  { toldAt }: TunnelSetup,
  what: "key" | "certificate" | "progress",
  data: string,
  into = "output=none",
): string {
  return `/tool fetch url=${quoted(`${toldAt}/${what}`)}${checked(toldAt)} http-method=post http-header-field=${quoted("content-type: application/json")} http-data=${data} ${into}`;
}

/** Ends the script with a sentence in the terminal; the console that waits is told where. */
export const ends = (setup: RouterSetup, stop: SetupStop, sentence: string) =>
  endsSaying(setup, stop, quoted(sentence));

/** As `ends`, by an expression. It is put out as well: the pasted line catches the error, to take the file away. */
export function endsSaying({ tunnel }: RouterSetup, stop: SetupStop, expression: string): string {
  const end = `:local mlgWhy ${expression}; :put $mlgWhy`;
  return `${end}; ${tunnel ? `${told(tunnel, stop)}; ` : ""}:error $mlgWhy`;
}

/** Asked before anything is written. */
export function networkFitnessLine(setup: RouterSetup, { network }: TunnelSetup): string {
  const [address = ""] = network.split("/");
  return eachWhere(
    "/ip address",
    "network",
    quoted(address),
    ends(setup, "network", `Mlango: ${network} is in use on this router. Nothing was changed.`),
    `interface!=${quoted(wireguardInterface)}`,
  );
}

/** Before anything is in it. */
export const listLine = unless(`/interface list find name=${list}`, `/interface list add name=${list}`);

/** An interface that is removed leaves nothing behind in the list. @param which all of ours, unless told */
export function leaveList(which?: string): string {
  return `${members} remove [find list=${list}${which === undefined ? "" : ` interface=${quoted(which)}`}]`;
}

/** These interfaces are the way to the hosts, and no others. */
export function listLines(interfaces: readonly string[]): string[] {
  const others = interfaces.map((name) => `interface!=${quoted(name)}`).join(" ");
  return [
    `${members} remove [find list=${list} ${others}]`,
    ...interfaces.map((name) =>
      unless(
        `${members} find list=${list} interface=${quoted(name)}`,
        `${members} add list=${list} interface=${quoted(name)}`,
      ),
    ),
  ];
}

/** The last one comes to stand first: hosts reach the API, and nothing else passes the tunnel. */
export function tunnelFirewallLines({ apiPort }: RouterSetup, { network }: TunnelSetup): string[] {
  const first = (what: string, chain: string, rule: string, values: string) =>
    firstRow(filter, what, chain, rule, values);
  return [
    ...first("nothing into the tunnel", "forward", "action=drop", `out-interface-list=${list}`),
    ...first("nothing out of the tunnel", "forward", "action=drop", `in-interface-list=${list}`),
    ...first("nothing else by the tunnel", "input", "action=drop", `in-interface-list=${list}`),
    ...first(
      "api",
      "input",
      "action=accept protocol=tcp",
      `dst-port=${apiPort} src-address=${hostsNetwork(network)} in-interface-list=${list}`,
    ),
  ];
}

/** A user for the hosts' bridges alone, with the least rights. */
export function tunnelUserLines({ id, bootstrapPassword }: RouterSetup, { network }: TunnelSetup): string[] {
  const user = quoted(setupUser);
  const stamp = quoted(`mlango:${id}`);
  return [
    unless("/user group find name=mlango", "/user group add name=mlango"),
    "/user group set [find name=mlango] policy=api,read,write,sensitive,password",
    // The same set-up a second time: the bridge may have given it another password since.
    `:if ([:len [/user find name=${user} comment=${stamp}]] = 0) do={ /user remove [find name=${user}]; /user add name=${user} group=mlango password=${quoted(bootstrapPassword)} address=${hostsNetwork(network)} comment=${stamp} }`,
  ];
}

/** By their own word; what a router got by DHCP is the way to the internet. */
const privateAddress = quoted("^(10\\.|192\\.168\\.|172\\.(1[6-9]|2[0-9]|3[01])\\.)");

/**
 * A second user, for a box at the site that may drive the router later: from the networks that are the router's own now, and
 * by the tunnel, where a host renews its password.
 */
export function siteUserLines({ id, sitePassword }: RouterSetup, { network }: TunnelSetup): string[] {
  const user = quoted(siteUser);
  const stamp = quoted(`mlango:${id}`);
  const [a, b] = network.split(".");
  const tunnels = `${a}.${b}.`;
  const isOwn = `([:pick $mlgAt 0 ${tunnels.length}] != ${quoted(tunnels)}) && ([:len [/ip dhcp-client find interface=[/ip address get $mlgRow interface]]] = 0)`;
  const add =
    ':set mlgNets ($mlgNets . "," . [/ip address get $mlgRow network] . [:pick $mlgAt [:find $mlgAt "/"] [:len $mlgAt]])';
  return [
    `:local mlgNets ${quoted(hostsNetwork(network))}`,
    `:foreach mlgRow in=[/ip address find address~${privateAddress}] do={ :local mlgAt [:tostr [/ip address get $mlgRow address]]; :if (${isOwn}) do={ ${add} } }`,
    // A router that does not take the list lets this user in by the tunnel alone, and is set up all the same.
    `:if ([:len [/user find name=${user} comment=${stamp}]] = 0) do={ /user remove [find name=${user}]; /user add name=${user} group=mlango password=${quoted(sitePassword)} address=${hostsNetwork(network)} comment=${stamp} }`,
    `:do { /user set [find name=${user}] address=$mlgNets } on-error={}`,
  ];
}

/** In this order: what is used goes after what uses it. */
export const undoTunnelLines = [
  `/interface wireguard peers remove [find interface=${quoted(wireguardInterface)}]`,
  leaveList(),
  `/interface wireguard remove [find name=${quoted(wireguardInterface)}]`,
  `/interface ovpn-client remove [find ${ownOpenvpn}]`,
  `/interface list remove [find name=${list}]`,
  `/certificate remove [find ${ownCertificates}]`,
];
