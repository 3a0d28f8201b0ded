import type { VpnKind } from "../../contract/openvpn.ts";
import type { Settings } from "../../env.ts";

// Where the OpenVPN server is and which addresses its tunnels have. Each listener is a network of its own: a half of the
// platform's /16, so that the host knows which tunnel leads to which router.

export type Listener = {
  kind: VpnKind;
  protocol: "udp" | "tcp";
  host: string;
  port: number;
  /** `10.66.0.0`, a /17. */
  network: string;
  mask: string;
  serverIp: string;
  /** HMAC of the tunnel's packets: SHA-1 is the best that RouterOS 6 has. */
  auth: "SHA256" | "SHA1";
};

/** Of a /17: all but its own two and the server's. */
export const addressesPerListener = 2 ** 15 - 3;

export function serverHost(settings: Settings): string {
  return settings.OVPN_SERVER_HOST ?? `vpn.${settings.mainHost}`;
}

export function listenerOf(settings: Settings, kind: VpnKind): Listener {
  const first = half(kind);
  const common = { kind, host: serverHost(settings), mask: "255.255.128.0" };
  const addresses = { network: address(settings, first), serverIp: address(settings, first + 1) };
  return kind === "ec"
    ? { ...common, ...addresses, protocol: "udp", port: settings.OVPN_UDP_PORT, auth: "SHA256" }
    : { ...common, ...addresses, protocol: "tcp", port: settings.OVPN_TCP_PORT, auth: "SHA1" };
}

/** Where in the /16 its half begins. */
const half = (kind: VpnKind) => (kind === "ec" ? 0 : 2 ** 15);

function address({ OVPN_NETWORK }: Settings, offset: number): string {
  const [a, b] = OVPN_NETWORK.split(".");
  return `${a}.${b}.${offset >> 8}.${offset & 255}`;
}

/** How many of the free addresses come into question: two callers at once then seldom choose the same. */
const choices = 32;

/** Never owned first, then longest given back: the VPN host may not know yet. @param known `freedAt` null = taken */
export function chooseAddress(
  settings: Settings,
  kind: VpnKind,
  known: readonly { ip: string; freedAt: number | null }[],
  random: (below: number) => number,
): string | undefined {
  const had = new Set(known.map(({ ip }) => ip));
  const first = half(kind) + 2;
  const fresh: string[] = [];
  for (let offset = first; offset < first + addressesPerListener && fresh.length < choices; offset++) {
    const one = address(settings, offset);
    if (!had.has(one)) fresh.push(one);
  }
  if (fresh.length > 0) return fresh[random(fresh.length)];
  const taken = new Set(known.filter(({ freedAt }) => freedAt === null).map(({ ip }) => ip));
  const lastFreed = new Map<string, number>();
  for (const { ip, freedAt } of known)
    if (freedAt !== null && !taken.has(ip)) lastFreed.set(ip, Math.max(freedAt, lastFreed.get(ip) ?? 0));
  const longestFree = [...lastFreed].sort(([, a], [, b]) => a - b).slice(0, choices);
  return longestFree[random(longestFree.length)]?.[0];
}
