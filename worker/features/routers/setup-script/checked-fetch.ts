import { routerRoots } from "../../../contract/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { allow, whereForbidden } from "./device-mode.ts";
import { roots } from "./roots.ts";

// What a router runs comes from our server and from no machine between: RouterOS checks no certificate unless it is told to, and before
// 7.21 it has no roots to check it by. The pasted line brings their fingerprints, over the provider's own HTTPS.

/** The roots, as the router stores them while it takes them. */
const rootsStored = "mlango-roots.pem";
/** Certificates that RouterOS made of that file are named after it. */
export const rootNames = `name~${quoted(`^${rootsStored}`)}`;

/** Lists of revoked certificates are many megabytes: no router has room for them. */
export const checked = (origin: string) => (isSecure(origin) ? " check-certificate=yes-without-crl" : "");

/**
 * For a router that can't check the server's certificate: roots are fetched unchecked, and every certificate that came with them that is neither
 * one of ours nor was there before is taken away at once. Nothing, where the server has no certificate.
 */
export function trustCommands(origin: string): string[] {
  if (!isSecure(origin)) return [];
  const fetch = `/tool fetch url=${quoted(`${origin}${routerRoots.path}`)}`;
  const take = [
    `:local mlgKnown ${quoted(roots.map(({ fingerprint }) => fingerprint).join(","))}`,
    ':foreach mlgOne in=[/certificate find] do={ :set mlgKnown ($mlgKnown . "," . [/certificate get $mlgOne fingerprint]) }',
    `${fetch} dst-path=${rootsStored}`,
    ":delay 2s",
    // A file that is spoilt further on may have brought certificates before.
    `:do { /certificate import file-name=${rootsStored} passphrase="" } on-error={}`,
    ':foreach mlgOne in=[/certificate find] do={ :local mlgPrint [:tostr [/certificate get $mlgOne fingerprint]]; :if (([:len $mlgPrint] > 0) && ([:typeof [:find $mlgKnown $mlgPrint]] = "nil")) do={ /certificate remove $mlgOne } }',
    `/file remove [find name=${quoted(rootsStored)}]`,
  ];
  return [`:do { ${fetch}${checked(origin)} output=none } on-error={ ${take.join("; ")} }`];
}

const forbidden = "Mlango: nothing was run. Device mode forbids the fetch. ";
const unchecked =
  "Mlango: nothing was run. The router could not check that it speaks to the server, or this line is no longer good. Set the router's clock, make a new line, or take the script as a file. Is it new? ";
/** What the script says for itself is put out before: an error that is caught is not shown. */
const stopped =
  "Mlango: the script stopped. If it said nothing, import it as a file: the router then names the line.";

/**
 * One line for a router's terminal, which runs what the server gives at an address, and nothing that another server gives.
 * @param tellsVersion whether the router puts the first digit of its version behind the address
 */
export function lineThatRuns(address: string, file: string, tellsVersion = false): string {
  const { origin } = new URL(address);
  const url = tellsVersion
    ? `(${quoted(`${address}/`)} . [:pick [/system resource get version] 0 1])`
    : quoted(address);
  const fetch = `/tool fetch url=${url}${checked(origin)} dst-path=${file}`;
  const remove = `/file remove [find name=${quoted(file)}]`;
  return `{ ${[
    // An earlier one is not run in its place.
    remove,
    `:local mlgNew ${quoted(allow)}`,
    ...whereForbidden("fetch", `:error (${quoted(forbidden)} . $mlgNew)`),
    `:do { ${[...trustCommands(origin), fetch].join("; ")} } on-error={ :error (${quoted(unchecked)} . $mlgNew) }`,
    ":delay 2s",
    // It holds passwords: it stays on no router, whether it ran to its end or not.
    `:do { /import ${file} } on-error={ ${remove}; :error ${quoted(stopped)} }`,
    remove,
  ].join("; ")} }`;
}

const isSecure = (origin: string) => origin.startsWith("https:");
