import { fileStem } from "../../contract/values/file-stem.ts";
import { hostsNetwork, openvpnPort } from "../../contract/values/tunnel-network.ts";
import { type RouterConfig, type RouterosVersion, routerFiles, spokenBy } from "./router-script.ts";

export type Guided = Pick<RouterConfig, "routerName" | "username" | "tunnelIp" | "host">;

/** What to do with the files of a generated configuration, in Markdown. Carries no secret. */
export function setupGuide(config: Guided, version: RouterosVersion): string {
  const { routerName, username, tunnelIp, host } = config;
  const files = routerFiles(routerName);
  const stem = fileStem(routerName);
  const { protocol, auth } = spokenBy(tunnelIp);
  const wanted = version === "7.x" ? "RouterOS 7.9 or newer" : "RouterOS 6.48 or newer of version 6";
  const steps = version === "7.x" ? steps7(stem) : steps6(files);
  return `# OpenVPN for ${escaped(routerName)}

| What | Value |
|---|---|
| Server | ${host.address}, port ${openvpnPort}, ${protocol} |
| Cipher and authentication | AES-256-CBC, ${auth} |
| User name | ${username} |
| Tunnel address of this router | ${tunnelIp} |
| Version | ${wanted} |

## Before you begin

1. Save the router in the console, with the bridge "${escaped(host.name)}". A configuration that no router was saved with ends after
   24 hours.
2. The router's clock must be right, or it takes the certificates for expired: \`/system clock print\`.
3. Work from the router's own network, not through a tunnel that the script replaces.

## On the router

${steps}

It may be pasted again at any time: it first removes what it made before.

## Is it connected?

\`\`\`
/interface ovpn-client print detail where name="ovpn-mlango"
\`\`\`

The line begins with \`R\` (running). Then press Test beside the router in the console. Its API must be
on (\`/ip service enable api\`), and its user must be the one that the console names. The script lets the platform's hosts
(${hostsNetwork(tunnelIp)}) reach the API through the tunnel; nothing else comes in that way.

## When it does not connect

- \`/log print where topics~"ovpn"\` says why.
- "TLS failed": the clock, or the certificates were not imported: \`/certificate print\` shows \`K\` before mlango-vpn-client.
- It connects and is cut off again: its certificate was revoked, or it has expired.
- No answer at all: the internet provider blocks ${protocol} port ${openvpnPort}.

## Taking it away

\`\`\`
/ip firewall filter remove [find comment="mlango-vpn"]
/interface ovpn-client remove [find name="ovpn-mlango"]
/certificate remove [find name="mlango-vpn-client"]
/certificate remove [find name="mlango-vpn-ca"]
\`\`\`
`;
}

function steps7(stem: string): string {
  return `1. Open a terminal (WinBox: New Terminal; or SSH).
2. Paste the whole of \`${stem}_mikrotik_config.rsc\`. It brings the certificates along, connects, and leaves no file behind.`;
}

function steps6(files: { ca: string; client: string; key: string }): string {
  return `1. Upload \`${files.ca}\`, \`${files.client}\` and \`${files.key}\` to the router (WinBox: drag them into Files), not into a folder.
2. Open a terminal (WinBox: New Terminal; or SSH) and paste the whole script. It imports the three files and deletes them.`;
}

function escaped(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]()#+!|<>&~-]/g, (character) => `\\${character}`);
}
