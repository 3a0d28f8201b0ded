/**
 * A shell script that leaves a host's secrets in `$dir`, which the installer sets: readable for root alone.
 * @property wireguardKey private key, base64
 */
export function hostFiles({ wireguardKey }: { wireguardKey: string }): string {
  return `umask 077
mkdir -p "$dir"
printf '%s\\n' '${wireguardKey}' >"$dir/wireguard.key.new"
mv "$dir/wireguard.key.new" "$dir/wireguard.key"
`;
}
