/** What a host's machine is given: private keys, which leave for it alone. */
export type HostSecrets = {
  /** Base64. */
  wireguardKey: string;
  /** All PEM: who vouches for this host and for its routers, and what it shows of itself. */
  openvpn: { authority: string; certificate: string; privateKey: string };
};

/** A shell script that leaves a host's secrets in `$dir` and `$openvpn`, which the installer sets: readable for root alone. */
export function hostFiles({ wireguardKey, openvpn }: HostSecrets): string {
  const put = (path: string, content: string) => `cat >"${path}.new" <<'END'
${content.trim()}
END
mv "${path}.new" "${path}"
`;
  return `umask 077
mkdir -p "$dir" "$openvpn"
${put("$dir/wireguard.key", wireguardKey)}${put("$openvpn/ca.crt", openvpn.authority)}${put("$openvpn/server.crt", openvpn.certificate)}${put("$openvpn/server.key", openvpn.privateKey)}`;
}
