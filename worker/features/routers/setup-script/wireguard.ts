import { quoted } from "../../../contract/values/routeros-text.ts";
import { wireguardInterface, wireguardPort } from "../../../contract/values/tunnel-network.ts";
import { trustCommands } from "./checked-fetch.ts";
import { comment, type RouterSetup, row, type TunnelSetup, unless } from "./setup.ts";
import {
  ends,
  listLine,
  listLines,
  networkFitnessLine,
  ownCertificates,
  ownOpenvpn,
  post,
} from "./tunnel.ts";

// RouterOS 7 comes in by WireGuard, whose key the router makes and never gives away.

const on = quoted(wireguardInterface);
const own = `[find name=${on}]`;
const peers = "/interface wireguard peers";

/** Asked before anything is written. */
export function wireguardFitnessLines(setup: RouterSetup, tunnel: TunnelSetup): string[] {
  return [
    `:do { [[:parse ${quoted("/interface wireguard find")}]] } on-error={ ${ends(setup, "wireguard", "Mlango: This script is for RouterOS 7.9 or newer. Paste the line of the console instead: it finds the version out. Nothing was changed.")} }`,
    networkFitnessLine(setup, tunnel),
  ];
}

/** The interface with a key of its own, which the server is told; the hosts. */
export function wireguardLines(setup: RouterSetup, tunnel: TunnelSetup): string[] {
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
        peers,
        `host ${number}`,
        `interface=${on}`,
        `public-key=${quoted(publicKey)} endpoint-address=${quoted(endpoint)} endpoint-port=${wireguardPort} allowed-address=${host}/32 persistent-keepalive=25s`,
      ),
    ),
    listLine,
    ...listLines([wireguardInterface]),
    // Of the time before it was updated from version 6.
    `/interface ovpn-client remove [find ${ownOpenvpn}]`,
    `/certificate remove [find ${ownCertificates}]`,
  ];
}
