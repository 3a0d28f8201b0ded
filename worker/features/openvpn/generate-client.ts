import { randomInt } from "node:crypto";
import type { Context } from "../../context.ts";
import type { GeneratedOvpn, VpnKind } from "../../contract/openvpn.ts";
import { refuse } from "../../errors.ts";
import { type Actor, record } from "../audit/index.ts";
import { authorityOf } from "./authorities.ts";
import { commonNameOf, issueClient } from "./certificates.ts";
import { hashVpnPassword, newPassword, newUsername } from "./log-in.ts";
import { chooseAddress, listenerOf } from "./network.ts";
import { type RouterConfig, type RouterosVersion, routerScript } from "./router-script.ts";
import { setupGuide } from "./setup-guide.ts";
import { type ClientRow, insertClient, knownAddresses } from "./store.ts";

/** Others choose addresses at the same time; each round of a crowd serves at least one of them. */
const mostTries = 40;

export const kindFor = (version: RouterosVersion): VpnKind => (version === "7.x" ? "ec" : "rsa");

/** Password and private key leave with the answer; what stays is a hash. @throws AppError unavailable without an address */
export async function generateClient(
  ctx: Context,
  actor: Actor,
  wanted: { routerName: string; routerosVersion: RouterosVersion },
): Promise<GeneratedOvpn> {
  const { routerName, routerosVersion } = wanted;
  const kind = kindFor(routerosVersion);
  const authority = await authorityOf(ctx, kind);
  const username = newUsername(routerName);
  const password = newPassword();
  const issued = await issueClient(authority, username, ctx.now());
  const { tunnelIp } = await withAddress(ctx, {
    id: crypto.randomUUID(),
    authority: kind,
    username,
    routerName,
    routerId: null,
    passwordHash: hashVpnPassword(password),
    serial: issued.serial,
    fingerprint: issued.fingerprint,
    createdAt: ctx.now(),
    expiresAt: issued.expiresAt,
    revokedAt: null,
  });
  await record(ctx, {
    ...actor,
    action: "openvpn.generate",
    subject: username,
    detail: { tunnelIp, routerosVersion, fingerprint: issued.fingerprint },
  });
  const listener = listenerOf(ctx.settings, kind);
  const config = {
    routerName,
    username,
    password,
    listener,
    clientCertificate: issued.certificate,
    clientPrivateKey: issued.privateKey,
    caCertificate: authority.certificate,
    caCommonName: await commonNameOf(authority.certificate),
  };
  return {
    serverHost: listener.host,
    serverPort: listener.port,
    username,
    password,
    tunnelIp,
    clientCertificate: issued.certificate,
    clientPrivateKey: issued.privateKey,
    caCertificate: authority.certificate,
    routerName,
    mikrotikScript: routerScript(config, routerosVersion),
    setupGuide: setupGuide({ routerName, username, tunnelIp, listener }, routerosVersion),
    ovpnFile: clientProfile(config),
  };
}

/** The database lets nobody have an address that another one has; who comes second chooses again. */
async function withAddress(ctx: Context, row: Omit<ClientRow, "tunnelIp">): Promise<ClientRow> {
  for (let left = mostTries; left > 0; left--) {
    const known = await knownAddresses(ctx, row.authority);
    const tunnelIp = chooseAddress(ctx.settings, row.authority, known, (below) =>
      randomInt(Math.max(1, below)),
    );
    if (!tunnelIp) throw refuse("unavailable", "tunnel_addresses_taken");
    const whole = { ...row, tunnelIp };
    if (await insertClient(ctx, whole)) return whole;
  }
  throw refuse("unavailable", "set_ups_at_once");
}

/** A configuration for any OpenVPN client, with everything inline: also what RouterOS 7 imports by itself. */
function clientProfile(config: RouterConfig): string {
  const { listener, username, password, caCertificate, clientCertificate, clientPrivateKey } = config;
  const { host, port, protocol, auth } = listener;
  return `client
dev tun
proto ${protocol === "udp" ? "udp" : "tcp-client"}
remote ${host} ${port}
nobind
persist-key
persist-tun
resolv-retry infinite
remote-cert-tls server
verify-x509-name ${host} name
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
