import { hostsNetwork, openvpnPort } from "#contract/values/tunnel-network";

/** Names of the tunnels' interfaces, as nftables matches them. */
export type Tunnels = { network: string; interfaces: readonly string[] };

const table = "mlango_tunnels";

/**
 * The host speaks to routers, and routers answer. Nothing else passes: not from one tunnel to another, not from a tunnel to the
 * host or the internet, not from elsewhere into a tunnel or with an address of one. Each new connection to OpenVPN costs it a key
 * exchange before it knows who calls: one address has so many a minute, with room for the routers behind one that all come back at
 * once. WireGuard limits calls by itself. A table of its own, replaced as a whole.
 */
export function firewallRules({ network, interfaces }: Tunnels): string {
  const tunnels = `{ ${interfaces.map((name) => `"${name}"`).join(", ")} }`;
  return `table inet ${table}
delete table inet ${table}
table inet ${table} {
  set callers {
    type ipv4_addr
    size 65535
    flags dynamic,timeout
    timeout 5m
  }
  chain input {
    type filter hook input priority -10; policy accept;
    meta l4proto { tcp, udp } th dport ${openvpnPort} ct state new add @callers { ip saddr limit rate over 60/minute burst 120 packets } drop
    iifname ${tunnels} ip saddr ${hostsNetwork(network)} drop
    iifname ${tunnels} ct state established,related accept
    iifname ${tunnels} icmp type echo-request limit rate 50/second accept
    iifname ${tunnels} drop
    iifname != "lo" ip saddr ${network} drop
  }
  chain forward {
    type filter hook forward priority -10; policy accept;
    iifname ${tunnels} drop
    oifname ${tunnels} drop
    ip saddr ${network} drop
    ip daddr ${network} drop
  }
  chain output {
    type filter hook output priority -10; policy accept;
    oifname ${tunnels} meta l4proto { tcp, icmp } accept
    oifname ${tunnels} drop
  }
}
`;
}
