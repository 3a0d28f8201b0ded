import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WireguardKey } from "./key.ts";
import type { Machine } from "./machines.ts";

export type Far = { publicKey: string; endpoint: string; allowed: readonly string[] };

/** A machine's WireGuard end as a router has it, by Debian's tools. */
export function tunnelTo(machine: Machine, key: WireguardKey, address: string, peers: readonly Far[]): void {
  const file = join(machine.dir, "tunnel.key");
  writeFileSync(file, key.privateKey, { mode: 0o600 });
  const name = machine.tunnel;
  if (!machine.works("ip", "link", "add", "dev", name, "type", "wireguard"))
    machine.run("wireguard-go", name);
  machine.run("wg", "set", name, "private-key", file);
  for (const peer of peers) dial(machine, peer);
  machine.run("ip", "address", "add", address, "dev", name);
  machine.run("ip", "link", "set", "dev", name, "up");
}

/** Calls that host, as a router does at its start: with nothing left of an earlier session. */
export function dial(machine: Machine, { publicKey, endpoint, allowed }: Far): void {
  machine.works("wg", "set", machine.tunnel, "peer", publicKey, "remove");
  machine.run(
    "wg",
    "set",
    machine.tunnel,
    "peer",
    publicKey,
    "endpoint",
    endpoint,
    "allowed-ips",
    allowed.join(","),
    "persistent-keepalive",
    "1",
  );
}
