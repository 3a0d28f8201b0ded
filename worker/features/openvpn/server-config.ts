import type { Listener } from "./network.ts";

/** Where everything but the two configurations lies, below OpenVPN's own folder of servers. */
export const folder = "mlango";

/** OpenVPN 2.5 or newer. RouterOS negotiates no cipher, so there is one; routers reach the host and not one another. */
export function serverConfig(listener: Listener): string {
  const { kind, protocol, port, network, mask, auth } = listener;
  return `# Mlango: ${kind === "ec" ? "RouterOS 7, over UDP" : "RouterOS 6, over TCP"}
port ${port}
proto ${protocol === "udp" ? "udp" : "tcp-server"}
dev tun-mlango-${protocol}
dev-type tun
topology subnet
server ${network} ${mask} nopool
client-config-dir ${folder}/ccd
ccd-exclusive
max-clients 32000
ca ${folder}/ca-${kind}.crt
cert ${folder}/server-${kind}.crt
key ${folder}/server-${kind}.key
dh ${kind === "ec" ? "none" : `${folder}/dh.pem`}
crl-verify ${folder}/crl-${kind}.pem
remote-cert-tls client
verify-client-cert require
# What the machine's TLS library still allows is up to its own policy.
tls-version-min ${kind === "ec" ? "1.2" : "1.0"}
data-ciphers AES-256-CBC
data-ciphers-fallback AES-256-CBC
auth ${auth}
script-security 2
auth-user-pass-verify ${folder}/check-password.sh via-file
keepalive 10 60
persist-key
persist-tun
user nobody
group nogroup
verb 3
`;
}

/** Checks a log-in against \`passwords\`, lines of \`name:salt:hash\`. Works with any POSIX shell and coreutils. */
export const checkPassword = `#!/bin/sh
# OpenVPN names a file that holds user name and password on two lines.
set -eu
PATH=/usr/bin:/bin
export PATH
name=
password=
{ IFS= read -r name && IFS= read -r password; } <"$1" || [ -n "$password" ]
case $name in
  '' | *[!a-z0-9-]*) exit 1 ;;
esac
# A certificate is good for its own log-in alone.
[ "$name" = "$common_name" ] || exit 1
line=$(grep -m 1 "^$name:" "$(dirname "$0")/passwords") || exit 1
rest=\${line#*:}
salt=\${rest%%:*}
hash=$(printf '%s%s' "$salt" "$password" | sha256sum)
[ "\${hash%% *}" = "\${rest#*:}" ] || exit 1
`;
