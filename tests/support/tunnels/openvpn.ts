import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Part } from "../site/processes.ts";
import type { Machine } from "./machines.ts";

/** As whom OpenVPN runs at a host: somebody with a group of that name, on every Debian. */
const serverUser = "daemon";

/** Where the OpenVPN of a host has its files, and how the helper is told. */
export function openvpnOptions(machine: Machine): string[] {
  return [
    ...["--openvpn", join(machine.dir, "openvpn"), "--openvpn-user", serverUser],
    ...["--openvpn-management", join(machine.dir, "run")],
  ];
}

/** As its services run it, by what the helper wrote. */
export async function startOpenvpn(machine: Machine): Promise<void> {
  const folder = join(machine.dir, "run");
  mkdirSync(folder, { recursive: true });
  const uid = Number(execFileSync("id", ["-u", serverUser], { encoding: "utf8" }));
  chownSync(folder, uid, -1);
  // As udev leaves it on every Debian; where no udev runs it is root's alone, and OpenVPN is not root.
  chmodSync("/dev/net/tun", 0o666);
  for (const protocol of ["udp", "tcp"])
    await openvpnBy(machine, protocol, join(machine.dir, "openvpn", `${protocol}.conf`), serverUser);
}

/** OpenVPN on this machine, by this configuration. */
function openvpnBy(machine: Machine, name: string, config: string, user = ""): Promise<Part> {
  return machine.start({
    name,
    script: "tests/support/tunnels/openvpn-process.ts",
    arguments: [user, "--config", config],
  });
}

/** A router, or any other client, dials in by a file that the console gave. */
export function dialIn(machine: Machine, ovpnFile: string): Promise<Part> {
  const config = join(machine.dir, "client.ovpn");
  writeFileSync(config, ovpnFile, { mode: 0o600 });
  return openvpnBy(machine, "client", config);
}

export type OpenvpnEnd = {
  endpoint: string;
  port: number;
  certificate: string;
  privateKey: string;
  authority: string;
};

/** A router's end of one tunnel, as RouterOS 6 has it: it knows the host by its name and the authority. */
export async function openvpnTo(machine: Machine, name: string, end: OpenvpnEnd): Promise<Part> {
  const config = join(machine.dir, `${name}.conf`);
  writeFileSync(
    config,
    `client
dev ${name}
dev-type tun
proto tcp-client
remote ${end.endpoint} ${end.port}
connect-retry 1 2
connect-timeout 3
nobind
remote-cert-tls server
verify-x509-name ${end.endpoint} name
tls-version-max 1.2
tls-cipher TLS-DHE-RSA-WITH-AES-256-CBC-SHA
cipher AES-256-CBC
data-ciphers AES-256-CBC
auth SHA1
verb 3
<ca>
${end.authority}</ca>
<cert>
${end.certificate}</cert>
<key>
${end.privateKey}</key>
`,
  );
  chmodSync(config, 0o600);
  return openvpnBy(machine, name, config);
}
