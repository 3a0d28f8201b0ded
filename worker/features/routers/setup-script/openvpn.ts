import { quoted } from "../../../contract/values/routeros-text.ts";
import {
  openvpnAddress,
  openvpnInterface,
  openvpnName,
  openvpnPort,
} from "../../../contract/values/tunnel-network.ts";
import { trustCommands } from "./checked-fetch.ts";
import { comment, type RouterSetup, type TunnelSetup } from "./setup.ts";
import {
  ends,
  leaveList,
  listLine,
  listLines,
  networkFitnessLine,
  ownCertificates,
  ownOpenvpn,
  post,
} from "./tunnel.ts";

// RouterOS 6 comes in by OpenVPN: one interface for each host, with the router's one address at this end of each. It knows a host by our
// authority and the host's name, and shows a certificate that the script fetches.

const client = "/interface ovpn-client";
const certificate = quoted("mlango-tunnel");
const authority = quoted("mlango-tunnel-ca");
const file = "mlango-tunnel.pem";
/** Before it nobody tells version 6 to check to whom it speaks. */
const checkServer = "verify-server-certificate=yes";

/** Asked before anything is written: a change of no interface is refused where the word, or the package, is missing. */
export function openvpnFitnessLines(setup: RouterSetup, tunnel: TunnelSetup): string[] {
  const probe = `${client} set [find name=${quoted(openvpnInterface("0"))}] ${checkServer}`;
  return [
    `:do { [[:parse ${quoted(probe)}]] } on-error={ ${ends(setup, "openvpn", "Mlango: This router cannot check to whom it speaks by OpenVPN. Update it to the newest RouterOS 6, with its package ppp. Nothing was changed.")} }`,
    networkFitnessLine(setup, tunnel),
  ];
}

/** A certificate that the server still knows, else a new one; then an interface for each host. */
export function openvpnLines(setup: RouterSetup, tunnel: TunnelSetup): string[] {
  const { hosts, toldAt } = tunnel;
  const name = quoted(openvpnName(openvpnAddress(tunnel.address)));
  const known = hosts.map(({ number }) => `name!=${quoted(openvpnInterface(number))}`).join(" ");
  const isKnown = post(tunnel, "key", '("{\\"certificate\\":\\"" . $mlgPrint . "\\"}")');
  const removeFile = `/file remove [find name=${quoted(file)}]`;
  const failed = ends(
    setup,
    "certificate",
    "Mlango: this router did not get its certificate. Check its clock and its internet, and paste again.",
  );
  const take = [
    // What uses the former one goes first.
    leaveList(),
    `${client} remove [find ${ownOpenvpn}]`,
    `/certificate remove [find ${ownCertificates}]`,
    `/certificate remove [find common-name=${name}]`,
    `/certificate remove [find common-name=${quoted(tunnel.authority)}]`,
    ...trustCommands(new URL(toldAt).origin),
    post(tunnel, "certificate", quoted("{}"), `dst-path=${file}`),
    ":delay 2s",
    // The second time the key finds its certificate, in whatever order the file was read.
    `/certificate import file-name=${file} passphrase=""`,
    `/certificate import file-name=${file} passphrase=""`,
    `/certificate set [find common-name=${name}] name=${certificate}`,
    `/certificate set [find common-name=${quoted(tunnel.authority)}] name=${authority}`,
    removeFile,
  ];
  return [
    listLine,
    ':local mlgPrint ""',
    `:foreach mlgRow in=[/certificate find name=${certificate}] do={ :set mlgPrint [:tostr [/certificate get $mlgRow fingerprint]] }`,
    ":local mlgKnown false",
    `:if ([:len $mlgPrint] > 0) do={ :do { ${[...trustCommands(new URL(toldAt).origin), isKnown].join("; ")}; :set mlgKnown true } on-error={} }`,
    `:if ($mlgKnown = false) do={ :do { ${take.join("; ")} } on-error={ ${removeFile}; ${failed} } }`,
    ':put "Mlango: certificate in place."',
    ...hosts.flatMap((host) => hostLines(setup, host, name)),
    ...listLines(hosts.map(({ number }) => openvpnInterface(number))),
    `${client} remove [find ${ownOpenvpn} ${known}]`,
  ];
}

/** One that is as it shall be stays, and with it its connection. */
function hostLines(
  setup: RouterSetup,
  { number, endpoint }: TunnelSetup["hosts"][number],
  user: string,
): string[] {
  const on = quoted(openvpnInterface(number));
  const differs = (field: string, value: string) => `([:tostr [${client} get $mlgRow ${field}]] != ${value})`;
  const add = `${client} add name=${on} connect-to=${quoted(endpoint)} port=${openvpnPort} mode=ip user=${user} certificate=${certificate} cipher=aes256 auth=sha1 ${checkServer} add-default-route=no disabled=no comment=${comment(`host ${number}`)}`;
  const failed = ends(
    setup,
    "openvpn",
    "Mlango: this router did not take its way to the platform. Update it to the newest RouterOS 6, and paste again.",
  );
  return [
    `:foreach mlgRow in=[${client} find name=${on}] do={ :if (${differs("connect-to", quoted(endpoint))} || ${differs("user", user)}) do={ ${leaveList(openvpnInterface(number))}; ${client} remove $mlgRow } }`,
    `:if ([:len [${client} find name=${on}]] = 0) do={ :do { [[:parse ${quoted(add)}]] } on-error={ ${failed} } }`,
  ];
}
