import type { SetupStop } from "../../../contract/router-setup.ts";
import { setupUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { hostsNetwork, wireguardInterface, wireguardPort } from "../../../contract/values/tunnel-network.ts";
import { checked, trustCommands } from "./checked-fetch.ts";
import { comment, eachWhere, firstRow, type RouterSetup, row, type TunnelSetup, unless } from "./setup.ts";

// The way of a router to the platform's hosts, where no bridge stands at its site: WireGuard, whose key the router makes and never
// gives away. Hosts reach its API by it, and nothing else passes it in either direction.

const on = quoted(wireguardInterface);
const own = `[find name=${on}]`;
const peers = "/interface wireguard peers";
const filter = "/ip firewall filter";

/** Tells the console where the script stopped. A router that can't be heard there still says it in its own terminal. */
export function told(tunnel: TunnelSetup, stopped: SetupStop | null): string {
  const body = stopped === null ? "{}" : JSON.stringify({ stopped });
  return `:do { ${post(tunnel, "progress", quoted(body))} } on-error={}`;
}

/** @param data an expression */
function post({ toldAt }: TunnelSetup, what: "key" | "progress", data: string): string {
  return `/tool fetch url=${quoted(`${toldAt}/${what}`)}${checked(toldAt)} http-method=post http-header-field=${quoted("content-type: application/json")} http-data=${data} output=none`;
}

/** Ends the script with a sentence in the terminal; the console that waits is told where. */
export function ends({ tunnel }: RouterSetup, stop: SetupStop, sentence: string): string {
  const end = `:error ${quoted(sentence)}`;
  return tunnel ? `${told(tunnel, stop)}; ${end}` : end;
}

/** Asked before anything is written. */
export function tunnelFitnessLines(setup: RouterSetup, { network }: TunnelSetup): string[] {
  const [address = ""] = network.split("/");
  return [
    `:do { [[:parse ${quoted("/interface wireguard find")}]] } on-error={ ${ends(setup, "wireguard", "Mlango: This router knows no WireGuard. Update it to RouterOS 7.9 or newer. Nothing was changed.")} }`,
    eachWhere(
      ...(["/ip address", "network", quoted(address)] as const),
      ends(setup, "network", `Mlango: ${network} is in use on this router. Nothing was changed.`),
      `interface!=${on}`,
    ),
  ];
}

/** The interface with a key of its own, which the server is told; the hosts; and what may pass. */
export function tunnelLines(setup: RouterSetup, tunnel: TunnelSetup): string[] {
  const { hosts, address } = tunnel;
  const known = hosts.map(({ number }) => `comment!=${comment(`host ${number}`)}`).join(" ");
  return [
    unless(
      `/interface wireguard find name=${on}`,
      `/interface wireguard add name=${on} comment=${comment("tunnel")}; :delay 1s`,
    ),
    `:local mlgKey [/interface wireguard get ${own} public-key]`,
    `:do { ${[...trustCommands(new URL(tunnel.toldAt).origin), post(tunnel, "key", `("{\\"publicKey\\":\\"" . $mlgKey . "\\"}")`)].join("; ")} } on-error={ ${ends(setup, "key", "Mlango: the server did not take this router's key. Check its internet, and paste again.")} }`,
    ':put "Mlango: key posted."',
    ...row("/ip address", "tunnel", "", `address=${address}/16 interface=${on}`),
    `${peers} remove [find interface=${on} ${known}]`,
    ...hosts.flatMap(({ number, publicKey, endpoint, address: host }) =>
      row(
        ...([peers, `host ${number}`, `interface=${on}`] as const),
        `public-key=${quoted(publicKey)} endpoint-address=${quoted(endpoint)} endpoint-port=${wireguardPort} allowed-address=${host}/32 persistent-keepalive=25s`,
      ),
    ),
  ];
}

/** The last one comes to stand first: hosts reach the API, and nothing else passes the tunnel. */
export function tunnelFirewallLines({ apiPort }: RouterSetup, { network }: TunnelSetup): string[] {
  const first = (what: string, chain: string, rule: string, values: string) =>
    firstRow(filter, what, chain, rule, values);
  return [
    ...first("nothing into the tunnel", "forward", "action=drop", `out-interface=${on}`),
    ...first("nothing out of the tunnel", "forward", "action=drop", `in-interface=${on}`),
    ...first("nothing else by the tunnel", "input", "action=drop", `in-interface=${on}`),
    ...first(
      ...(["api", "input", "action=accept protocol=tcp"] as const),
      `dst-port=${apiPort} src-address=${hostsNetwork(network)} in-interface=${on}`,
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

/** Version 6 has no such menu. */
export const undoTunnelLines = [
  `${peers} remove [find interface=${on}]`,
  `/interface wireguard remove ${own}`,
].map((line) => `:do { [[:parse ${quoted(line)}]] } on-error={}`);
