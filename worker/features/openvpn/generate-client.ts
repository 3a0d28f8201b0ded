import { randomInt } from "node:crypto";
import type { Context } from "../../context.ts";
import type { GeneratedOvpn } from "../../contract/openvpn.ts";
import { dayMs } from "../../contract/values/time.ts";
import {
  generatedAddress,
  generatedInAll,
  openvpnName,
  openvpnPort,
} from "../../contract/values/tunnel-network.ts";
import { refuse } from "../../errors.ts";
import { type Actor, record } from "../audit/index.ts";
import { allHosts, firstHost, hostAuthority, issueForRouter, notifyHosts } from "../tunnels/index.ts";
import { type RouterConfig, type RouterosVersion, routerScript, spokenBy } from "./router-script.ts";
import { setupGuide } from "./setup-guide.ts";
import { addressTaken, type ClientRow, insertClient } from "./store.ts";

/** Addresses are drawn: with a tenth of them free, forty draws miss once in 68. */
const mostDraws = 40;
const lifeMs = 2 * 365 * dayMs;

/**
 * A certificate by which a router comes in at the platform's hosts. Password and private key leave with the answer and are kept nowhere.
 * @throws AppError refused before there is a host; unavailable without an address
 */
export async function generateClient(
  ctx: Context,
  actor: Actor,
  { routerName, routerosVersion }: { routerName: string; routerosVersion: RouterosVersion },
): Promise<GeneratedOvpn> {
  const hosts = await allHosts(ctx);
  const host = firstHost(hosts);
  if (!host) throw refuse("refused", "vpn_host_first");
  const username = newUsername(routerName);
  const { row, certificate, privateKey } = await newClient(ctx, { username, routerName, routerosVersion });
  const { tunnelIp, fingerprint } = row;
  await record(ctx, {
    ...actor,
    action: "openvpn.generate",
    subject: username,
    detail: { tunnelIp, routerosVersion, fingerprint },
  });
  const peers = [{ certificate: fingerprint, address: tunnelIp }];
  await notifyHosts(ctx, hosts, { peers: [], gone: [], openvpn: { peers, gone: [] } });
  const { certificate: caCertificate, commonName: caCommonName } = await hostAuthority(ctx);
  const given = {
    routerName,
    username,
    // The certificate alone lets it in; RouterOS keeps a user and a password beside it.
    password: word(28),
    tunnelIp,
    clientCertificate: certificate,
    clientPrivateKey: privateKey,
    caCertificate,
  };
  const config: RouterConfig = { ...given, caCommonName, host };
  return {
    ...given,
    serverHost: host.address,
    serverPort: openvpnPort,
    mikrotikScript: routerScript(config, routerosVersion),
    setupGuide: setupGuide(config, routerosVersion),
    ovpnFile: clientProfile(config),
  };
}

/** A unique index keeps addresses of valid clients apart; a second one with the same address draws again. @throws AppError unavailable */
async function newClient(
  ctx: Context,
  wanted: Pick<ClientRow, "username" | "routerName" | "routerosVersion">,
) {
  const protocol = wanted.routerosVersion === "7.x" ? "udp" : "tcp";
  for (let left = mostDraws; left > 0; left--) {
    const tunnelIp = generatedAddress(ctx.settings.TUNNEL_NETWORK, protocol, randomInt(generatedInAll));
    if (await addressTaken(ctx, tunnelIp)) continue;
    const { certificate, privateKey, fingerprint, expiresAt } = await issueForRouter(
      ctx,
      openvpnName(tunnelIp),
      lifeMs,
    );
    const row: ClientRow = {
      ...wanted,
      id: crypto.randomUUID(),
      routerId: null,
      tunnelIp,
      fingerprint,
      createdAt: ctx.now(),
      expiresAt,
      revokedAt: null,
    };
    if (await insertClient(ctx, row)) return { row, certificate, privateKey };
  }
  throw refuse("unavailable", "tunnel_addresses_taken");
}

/** No letter or digit that is mistaken for another, or means anything to RouterOS. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const word = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** RouterOS takes at most 27 characters. Says which router it is, and is unique by its end. */
export function newUsername(routerName: string): string {
  const spoken = routerName
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 16)
    .replace(/^-+|-+$/g, "");
  return `${spoken || "router"}-${word(10)}`;
}

/** A configuration for any OpenVPN client, with everything inline: also what RouterOS 7 imports by itself. */
function clientProfile(config: RouterConfig): string {
  const { host, tunnelIp, username, password, caCertificate, clientCertificate, clientPrivateKey } = config;
  const { protocol, auth } = spokenBy(tunnelIp);
  return `client
dev tun
proto ${protocol === "udp" ? "udp" : "tcp-client"}
remote ${host.address} ${openvpnPort}
nobind
persist-key
persist-tun
resolv-retry infinite
remote-cert-tls server
verify-x509-name ${host.address} name
tls-version-min 1.2
cipher AES-256-CBC
data-ciphers AES-256-CBC
auth ${auth}
route-nopull
auth-nocache
verb 3
<auth-user-pass>
${username}
${password}
</auth-user-pass>
<ca>
${caCertificate.trim()}
</ca>
<cert>
${clientCertificate.trim()}
</cert>
<key>
${clientPrivateKey.trim()}
</key>
`;
}
