import type { RouterConfig } from "./router-script.ts";

/** A configuration for any OpenVPN client, with everything inline: also what RouterOS 7 imports by itself. */
export function clientProfile(config: RouterConfig): string {
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
