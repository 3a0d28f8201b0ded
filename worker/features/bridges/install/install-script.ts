import type { SignedRelease } from "../../../contract/bridge-release.ts";
import {
  hostHeapMb,
  hostMemoryMax,
  openvpnFolder,
  openvpnUnit,
  openvpnUser,
  tunnelsFolder,
  tunnelsSocket,
  tunnelsUnit,
} from "./host-units.ts";
import { systemdUnit, updateUnits } from "./systemd-unit.ts";

/** The built bridge: its address on the server and the SHA-256 of its bytes, in hex. */
export type BridgeFile = { address: string; sha256: string };

/** From nodejs.org's own SHASUMS256.txt of these versions. There is no Node 24 for 32-bit ARM. */
const pinnedNodes = [
  {
    machine: "x86_64",
    name: "node-v24.21.0-linux-x64",
    sha256: "6e1db87ef58b8819e5d5402eff1536491b18edd8eb7bee5ef7897876e88dc5ff",
  },
  {
    machine: "aarch64 | arm64",
    name: "node-v24.21.0-linux-arm64",
    sha256: "724282c3b43aec998aa9527380465b45d229e021b58035f5f4f63095eabfe5d5",
  },
  {
    machine: "armv7l",
    name: "node-v22.23.2-linux-armv7l",
    sha256: "2a2f59eb8fd9dec27b3bee17c729131d1fd3e6d9943d479f1156ce38af8cd599",
  },
];

/** Quiet about SQLite, which Node still calls experimental; the heap stays small on small machines. */
const nodeOptions = (heapMb: string) =>
  `--disable-warning=ExperimentalWarning --max-old-space-size=${heapMb}`;

/** Of a site's bridge, and what the service may cost a small machine at most: Node itself fits well beside it. */
const siteHeapMb = 48;
const siteMemoryMax = "128M";

/**
 * A POSIX shell script: installs or updates the bridge, enrols it with the code that is its argument, and starts it. As
 * root on a machine with systemd that is a service; otherwise it stands in the home folder and runs in the window.
 * Node 22.13 or newer is taken where it is, else fetched from nodejs.org and held to the sum that stands here: 24, or 22
 * where there is no 24 (32-bit ARM). Nothing is replaced before what replaces it is here, whole, and runs on this machine;
 * the version before is kept, and comes back where the new one does not answer within a minute of its start, or does not reach the
 * server within three where the one before had reached it. Running it twice is the same as once.
 *
 * `MLANGO_SERVICE=no` keeps it out of systemd. `MLANGO_ROOT` puts a service's files under another root and starts
 * nothing: for images; with `MLANGO_SYSTEMCTL` it starts by that. `MLANGO_NODE_MIRROR` replaces https://nodejs.org/dist,
 * `MLANGO_NODE_SHA256` the sum of what is fetched there.
 */
export function installScript(
  origin: string,
  file: BridgeFile,
  version: string,
  tunnelNetwork: string,
  release: SignedRelease | null,
): string {
  return `#!/bin/sh
# The Mlango bridge, version ${version}: curl -fsS ${origin}/bridge/install | sudo sh -s -- CODE
# With a code: installs, enrols and starts it. Without: updates the one that is here.
# With --host and a number, on Debian: a host of the platform, where routers' tunnels end.
origin='${origin}'
version='${version}'
bundle='${file.address}'
sum='${file.sha256}'
network='${tunnelNetwork}'
release='${release ? Buffer.from(JSON.stringify(release)).toString("base64") : ""}'
${installer()}`;
}

/**
 * The part of it that is the same for all servers, and signed: what `mlango-bridge update` runs, with `origin`, `version`, `sum` and
 * the folder `files` in its environment.
 */
export function installer(): string {
  const options = nodeOptions("$heap");
  const updater = updateUnits("/usr/local/bin/mlango-bridge", "$state");
  return `set -eu

files="\${files:-}"
mirror="\${MLANGO_NODE_MIRROR:-https://nodejs.org/dist}"

fail() {
  printf 'Not installed: %s\\n' "$*" >&2
  exit 1
}

fetch() { # address, file
  if command -v curl >/dev/null 2>&1; then curl -fsSL --retry 3 --connect-timeout 20 -o "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then wget -q -O "$2" "$1"
  else fail "curl or wget is needed."
  fi || fail "$1 cannot be fetched. Check this machine's internet and try again."
}

is_sum() { # file, SHA-256
  [ "$(sha256sum "$1" | cut -d ' ' -f 1)" = "$2" ]
}

is_node() { # path
  [ -x "$1" ] && "$1" -e 'const [major, minor] = process.versions.node.split(".").map(Number); process.exit(major > 22 || (major === 22 && minor >= 13) ? 0 : 1)' >/dev/null 2>&1
}

# Leaves the path of a Node that is new enough in $node.
find_node() {
  for node in "$lib/node/bin/node" "$(command -v node || true)"; do
    if is_node "$node"; then return; fi
  done
  for musl in /lib/ld-musl-*; do
    [ ! -e "$musl" ] || fail "Node 22.13 or newer is needed, and nodejs.org has none for this system (musl). Install it from the system's packages (Alpine: apk add nodejs) and run this line again."
  done
  machine="$(uname -m)"
  # A 64-bit kernel under a 32-bit system, as on many a Raspberry Pi.
  if [ "$machine" = aarch64 ] && [ "$(getconf LONG_BIT 2>/dev/null || echo 64)" = 32 ]; then machine=armv7l; fi
  case "$machine" in
${pinnedNodes.map(({ machine, name, sha256 }) => `    ${machine}) name=${name} node_sum=${sha256} ;;`).join("\n")}
    *) fail "Node 22.13 or newer is needed and there is none to fetch for $machine. Install it, or use another machine." ;;
  esac
  number="\${name#node-}"
  echo "Fetching Node \${number%%-*} ..."
  fetch "$mirror/\${number%%-*}/$name.tar.gz" "$work/node.tar.gz"
  is_sum "$work/node.tar.gz" "\${MLANGO_NODE_SHA256:-$node_sum}" || fail "the Node that came is not the one that was asked for: damaged, or changed. Try again."
  mkdir "$work/node"
  tar -xzf "$work/node.tar.gz" -C "$work/node" --strip-components=1
  is_node "$work/node/bin/node" || fail "the Node that was fetched does not run on this machine."
  rm -rf "$lib/node"
  mv "$work/node" "$lib/node"
  node="$lib/node/bin/node"
}

# Signed by a key that the installed version knows, and not older than it. A first version is the first that it hears of.
check_release() {
  if [ -z "$release" ]; then
    [ ! -f "$lib/release.json" ] || fail "the server offers a version that nobody signed, and the one here was signed. Nothing was changed. Ask whoever runs the platform."
    echo "This version is not signed."
    return 0
  fi
  "$node" -e '
    const { existsSync, readFileSync, writeFileSync } = require("fs");
    const { createPublicKey, verify } = require("crypto");
    const [before, to, packed, sum] = process.argv.slice(1);
    const offered = Buffer.from(packed, "base64").toString();
    const { text, signature } = JSON.parse(offered);
    const made = JSON.parse(text);
    const known = existsSync(before) ? JSON.parse(JSON.parse(readFileSync(before, "utf8")).text) : made;
    const is = (key) => verify(null, Buffer.from(text), createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(key, "base64").toString("base64url") }, format: "jwk" }), Buffer.from(signature, "base64"));
    if (!known.keys.some(is) || made.bundle.sha256 !== sum) process.exit(3);
    if (made.madeAt < known.madeAt) process.exit(4);
    writeFileSync(to, offered);
  ' "$lib/release.json" "$work/release.json" "$release" "$sum" || case $? in
    3) fail "the version that the server offers is not signed by a key that this machine knows. Nothing was changed. Ask whoever runs the platform." ;;
    4) fail "the version that the server offers is older than the one here. Nothing was changed." ;;
    *) fail "the signature of version $version cannot be checked. Nothing was changed." ;;
  esac
}

# The keys that sign the next version, once this one serves.
keep_release() {
  if [ -f "$work/release.json" ]; then mv "$work/release.json" "$lib/release.json"; chmod 644 "$lib/release.json"; fi
}

status_of() { # bundle, state folder
  BRIDGE_DIR="$2" "$node" ${options} "$1" status 2>&1 || true
}

start() {
  if [ -n "$host" ]; then
    "$systemctl" restart mlango-tunnels
    # With another certificate anew; an update ends no connection.
    if [ -n "$code" ]; then "$systemctl" restart $openvpns; else "$systemctl" start $openvpns; fi
  fi
  "$systemctl" restart mlango-bridge
}

# As it says itself: it is this version, and its link is up where that is asked for.
serves() {
  said="$(status_of "$lib/mlango-bridge.mjs" "$root$state")"
  case "$said" in *", version $version,"*) ran=yes ;; *) return 1 ;; esac
  case "$link$said" in up*" to http"*": up for "*) ;; up*) return 1 ;; esac
}

# It answers within a minute, and still does five seconds later; its link may take three.
is_healthy() {
  tries=0
  while [ "$tries" -lt 180 ]; do
    tries=$((tries + 1))
    sleep 1
    if serves && sleep 5 && serves; then return 0; fi
    if [ "$tries" -ge 60 ] && { [ -z "$link" ] || [ -z "$ran" ]; }; then return 1; fi
  done
  return 1
}

enrol() {
  [ -n "$code" ] || [ -f "$root$state/identity.json" ] ||
    fail "a code is needed: make one in the console, under Routers, and run the line that is shown there."
  [ -n "$code" ] || return 0
  if [ -f "$root$state/identity.json" ]; then replace=--replace; else replace=; fi
  BRIDGE_DIR="$root$state" "$node" ${options} "$lib/mlango-bridge.mjs" enrol "$code" --server "$origin" $replace ||
    fail "the code was not taken. Codes are good for 15 minutes and once: make a new one in the console."
}

# The tools of the tunnels, and this host's key: the code is good for it until the bridge has enrolled by it.
prepare_host() {
  dir="$root${tunnelsFolder}" openvpn="$root${openvpnFolder}"
  if [ -n "$code" ]; then
    post "$origin/api/bridge/host-files" "{\\"code\\":\\"$code\\"}" "$work/host-files" ||
      [ -f "$dir/wireguard.key" ] || fail "the code was not taken. Make a new line in the console."
    if [ -s "$work/host-files" ]; then . "$work/host-files"; umask 022; fi
  fi
  [ -f "$dir/wireguard.key" ] || fail "this host has no key yet: run the line that the console shows."
  printf '%s\\n' "$host" >"$lib/host"
  printf '%s\\n' "$network" >"$lib/network"
  [ -z "$root" ] || return 0
  export DEBIAN_FRONTEND=noninteractive
  tools="wireguard-tools openvpn nftables iproute2"
  apt-get install -y --no-install-recommends $tools >/dev/null 2>&1 ||
    { apt-get update >/dev/null && apt-get install -y --no-install-recommends $tools >/dev/null; } ||
    fail "WireGuard and OpenVPN cannot be installed. Is this Debian?"
  if ip link add dev wg-mlango-try type wireguard 2>/dev/null; then ip link del dev wg-mlango-try
  else apt-get install -y --no-install-recommends wireguard-go >/dev/null || fail "wireguard-go cannot be installed."
  fi
}

post() { # address, JSON, file
  if command -v curl >/dev/null 2>&1; then
    curl -fsS --connect-timeout 20 -H 'content-type: application/json' --data "$2" -o "$3" "$1"
  else wget -q --header 'content-type: application/json' --post-data "$2" -O "$3" "$1"
  fi
}

main() {
  code='' host='' openvpns='mlango-openvpn@udp mlango-openvpn@tcp'
  while [ $# -gt 0 ]; do
    case "$1" in
      --host) host="\${2:-}"; shift ;;
      *) code="$1" ;;
    esac
    [ $# -eq 0 ] || shift
  done
  root="\${MLANGO_ROOT:-}"
  [ "$(uname -s)" = Linux ] || fail "this is for Linux."
  if [ "\${MLANGO_SERVICE:-}" != no ] && { [ -n "$root" ] || { [ "$(id -u)" = 0 ] && [ -d /run/systemd/system ]; }; }; then
    service=yes lib="$root/usr/local/lib/mlango-bridge" state=/var/lib/mlango-bridge bin="$root/usr/local/bin"
  else
    service='' lib="$HOME/mlango-bridge" state="$HOME/mlango-bridge/state" bin="$HOME/mlango-bridge"
  fi
  # Once a host, a host: also where it is only updated.
  [ -n "$host" ] || [ ! -f "$lib/host" ] || host="$(cat "$lib/host")"
  [ -n "\${network:-}" ] || [ ! -f "$lib/network" ] || network="$(cat "$lib/network")"
  heap=${siteHeapMb} memory=${siteMemoryMax} more='' tunnels=''
  if [ -n "$host" ]; then
    case "$host" in [1-6]) ;; *) fail "there are hosts 1 to 6." ;; esac
    [ -n "$service" ] || fail "a host of the platform needs root and systemd."
    [ -n "\${network:-}" ] || fail "this host was set up before it kept its network. Update it once by: curl -fsS $origin/bridge/install | sudo sh"
    tunnels=${tunnelsSocket}
    heap=${hostHeapMb} memory=${hostMemoryMax} more="Environment=MLANGO_TUNNELS=$tunnels"
  fi
  mkdir -p "$lib" "$bin"
  work="$(mktemp -d "$lib/.new.XXXXXX")"
  trap 'rm -rf "$work"' EXIT
  find_node
  [ -z "$host" ] || prepare_host
  if [ -n "$files" ]; then cp "$files/mlango-bridge.mjs" "$files/release.json" "$work/"
  else
    check_release
    fetch "$origin$bundle" "$work/mlango-bridge.mjs"
  fi
  is_sum "$work/mlango-bridge.mjs" "$sum" || fail "the bridge came damaged. Try again."
  chmod 755 "$work/mlango-bridge.mjs"
  case "$(status_of "$work/mlango-bridge.mjs" "$work")" in
    *"No bridge runs"*) ;;
    *) fail "version $version does not run on this machine; nothing was changed." ;;
  esac
  last="$lib/mlango-bridge.last.mjs"
  rm -f "$last"
  if [ -f "$lib/mlango-bridge.mjs" ]; then cp -p "$lib/mlango-bridge.mjs" "$last"; fi
  mv "$work/mlango-bridge.mjs" "$lib/mlango-bridge.mjs"
  mkdir -p "$root$state"
  chmod 700 "$root$state"
  own="\${lib#"$root"}/mlango-bridge.mjs" own_node="\${node#"$root"}"
  cat >"$bin/mlango-bridge" <<END
#!/bin/sh
BRIDGE_DIR="\\\${BRIDGE_DIR:-$state}" MLANGO_TUNNELS="$tunnels" exec "$own_node" ${options} "$own" "\\$@"
END
  chmod 755 "$bin/mlango-bridge"
  enrol
  if [ -z "$service" ]; then
    keep_release
    # An update leaves the one that runs to whoever started it.
    if [ -n "$files" ]; then echo "The bridge $version is here. Start it again: $bin/mlango-bridge run"; return 0; fi
    echo "The bridge $version runs in this window, without systemd and root. To start it again: $bin/mlango-bridge run"
    rm -rf "$work"
    exec "$bin/mlango-bridge" run
  fi
  mkdir -p "$root/etc/systemd/system"
  cat >"$root/etc/systemd/system/mlango-bridge.service" <<END
${systemdUnit({
  command: `$own_node ${options} $own run`,
  state: "$state",
  user: "mlango-bridge",
  memoryMax: "$memory",
  more: "$more",
})}END
  cat >"$root/etc/systemd/system/mlango-update.path" <<END
${updater.path}END
  cat >"$root/etc/systemd/system/mlango-update.service" <<END
${updater.service}END
  if [ -n "$host" ]; then
    cat >"$root/etc/systemd/system/mlango-tunnels.service" <<END
${tunnelsUnit(`$own_node $own tunnels --network $network --number $host`, "mlango-bridge")}END
    cat >"$root/etc/systemd/system/mlango-openvpn@.service" <<END
${openvpnUnit()}END
  fi
  systemctl="\${MLANGO_SYSTEMCTL:-systemctl}"
  if [ -n "$root" ]; then
    if [ -z "\${MLANGO_SYSTEMCTL:-}" ]; then keep_release; return 0; fi
  else
    id mlango-bridge >/dev/null 2>&1 ||
      useradd --system --home-dir "$state" --no-create-home --shell /usr/sbin/nologin mlango-bridge
    [ -z "$host" ] || id ${openvpnUser} >/dev/null 2>&1 ||
      useradd --system --user-group --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin ${openvpnUser}
    chown -R mlango-bridge "$state"
  fi
  "$systemctl" daemon-reload
  [ -z "$host" ] || "$systemctl" enable mlango-tunnels $openvpns
  "$systemctl" enable mlango-bridge mlango-update.path
  "$systemctl" start mlango-update.path
  # The first version is the first that this machine hears of, and knows its keys from its start.
  [ -f "$last" ] || keep_release
  # Where the one before had its link, the new one has to come back to it.
  ran='' link=''
  if [ -f "$last" ]; then
    case "$(status_of "$last" "$root$state")" in *" to http"*": up for "*) link=up ;; esac
  fi
  start
  if ! is_healthy; then
    [ -f "$last" ] || fail "version $version is here, but does not start. Why: journalctl -u mlango-bridge -n 50"
    mv "$last" "$lib/mlango-bridge.mjs"
    start
    how="did not start within a minute"
    [ -z "$link" ] || [ -z "$ran" ] || how="did not come back to the server within three minutes"
    fail "version $version $how: the one before runs again. Why: journalctl -u mlango-bridge -n 50"
  fi
  keep_release
  echo "The bridge $version is installed and runs as a service. To see how it stands: mlango-bridge status"
}

main "$@"
`;
}
