import type { Settings } from "../../env.ts";
import { listenerOf, serverHost } from "./network.ts";
import { folder } from "./server-config.ts";

/** How the operator sets up the machine that the routers dial in to, in Markdown. */
export function serverGuide(settings: Settings): string {
  const [udp, tcp] = [listenerOf(settings, "ec"), listenerOf(settings, "rsa")];
  return `# The VPN host

A small machine with a public address, named ${serverHost(settings)} in DNS (Debian 12 or newer; OpenVPN 2.5 or newer). Open to the
internet: ${udp.port}/udp for RouterOS 7 and ${tcp.port}/tcp for RouterOS 6.

1. Install OpenVPN: \`apt install openvpn\`
2. Bring \`mlango-vpn-server.tar\` there and unpack it. It holds the server's private keys, which exist nowhere else:
   \`\`\`
   tar -xf mlango-vpn-server.tar -C /etc/openvpn/server
   chown -R root:root /etc/openvpn/server/mlango*
   \`\`\`
   Then delete the archive on both machines.
3. Start both: \`systemctl enable --now openvpn-server@mlango-udp openvpn-server@mlango-tcp\`
4. Routers must not reach one another, nor the internet, through this machine: \`sysctl net.ipv4.ip_forward\` says 0.
5. Enrol a bridge of the platform here: Routers, Bridges, Install a bridge, for the whole platform. It reaches every router that
   came in at its tunnel address (${udp.network}/17 and ${tcp.network}/17). Routers behind the tunnel then name this bridge.

Whenever a router was set up or a certificate was revoked, bring the "Files for a running host" over.
These keys are for one host. Making the files again makes other keys; the routers need nothing new for that.
`;
}

export function runningHostGuide(): string {
  return `# New log-ins for the VPN host

1. Bring \`mlango-vpn-clients.tar\` to the VPN host and unpack it in place of the former files:
   \`\`\`
   rm -rf /etc/openvpn/server/${folder}/ccd
   tar -xf mlango-vpn-clients.tar -C /etc/openvpn/server
   \`\`\`
   OpenVPN reads them at the next connection; routers that are connected stay.
2. Where a certificate was revoked, end its tunnel now; the others come back within a minute:
   \`systemctl restart openvpn-server@mlango-udp openvpn-server@mlango-tcp\`
`;
}
