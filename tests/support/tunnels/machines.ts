import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Part, type Start, startPart } from "../site/processes.ts";

// Machines in network namespaces of a test's own, on one switch that is their internet: with Debian's WireGuard and firewall.
// It takes root, as the programs do that are tried here.

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function tool(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function canMakeMachines(): boolean {
  const name = `mlg-try-${process.pid}`;
  if (process.getuid?.() !== 0 || !works("ip", "netns", "add", name)) return false;
  works("ip", "netns", "del", name);
  return works("wg", "--version") && works("nft", "--version") && existsSync("/usr/sbin/openvpn");
}

/** Whether this machine lets a test make networks, and has the tools for it. */
export const hasMachines = canMakeMachines();

/** Namespaces and wireguard-go's sockets are shared by everything on this machine. */
let made = 0;
const nextName = (prefix: string) => `${prefix}${(process.pid % 10_000) * 100 + ++made}`;

export class Machine {
  /** Of its namespace. */
  readonly name: string;
  /** On the switch. */
  readonly address: string;
  /** Where its files lie. */
  readonly dir: string;
  /** A name for its WireGuard interface that no other machine has. */
  readonly tunnel = nextName("wgt");
  private readonly parts: Part[] = [];

  constructor(parts: { name: string; address: string; dir: string }) {
    this.name = parts.name;
    this.address = parts.address;
    this.dir = parts.dir;
    mkdirSync(this.dir, { recursive: true });
  }

  /** What a command says there. @throws where it fails */
  run(command: string, ...args: string[]): string {
    return tool("ip", "netns", "exec", this.name, command, ...args);
  }

  works(command: string, ...args: string[]): boolean {
    return works("ip", "netns", "exec", this.name, command, ...args);
  }

  async start(start: Omit<Start, "logDir" | "within">): Promise<Part> {
    const part = await startPart({
      ...start,
      logDir: this.dir,
      within: ["ip", "netns", "exec", this.name],
    });
    this.parts.push(part);
    return part;
  }

  /** As the power going: nothing that ran there runs any more, and no tunnel is left. */
  async powerOff(): Promise<void> {
    for (const part of this.parts.splice(0).reverse()) if (part.running()) await part.kill();
    // Its end is that of wireguard-go, too.
    for (const device of [this.tunnel, "tun-mlango-udp", "tun-mlango-tcp"])
      this.works("ip", "link", "del", "dev", device);
    // It takes its socket away as it ends, be it that of one which began meanwhile: then nobody could set that up.
    const socket = `/var/run/wireguard/${this.tunnel}.sock`;
    for (let waited = 0; existsSync(socket) && waited < 10_000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }

  /** Whether TCP comes through from here, within a second. */
  reaches(address: string, port: number, from?: string): boolean {
    const options = JSON.stringify({
      host: address,
      port,
      ...(from && { localAddress: from }),
      timeout: 1_000,
    });
    const script = `const s = require("net").connect(${options});
      s.on("connect", () => process.exit(0)); s.on("error", () => process.exit(1)); s.on("timeout", () => process.exit(1));
      setTimeout(() => process.exit(1), 1200);`;
    return this.works(process.execPath, "-e", script);
  }
}

/** A switch with machines on it; all end with it. */
export class MachineRoom {
  readonly dir = mkdtempSync(join(tmpdir(), "machines-"));
  private readonly wire = nextName("mlgs");
  private readonly machines: Machine[] = [];

  constructor() {
    // A host's OpenVPN is another user.
    chmodSync(this.dir, 0o711);
    tool("ip", "netns", "add", this.wire);
    tool("ip", "-n", this.wire, "link", "add", "br0", "type", "bridge");
    tool("ip", "-n", this.wire, "link", "set", "br0", "up");
  }

  add(): Machine {
    const name = nextName("mlgm");
    const address = `198.51.100.${this.machines.length + 1}`;
    const port = `p${this.machines.length + 1}`;
    tool("ip", "netns", "add", name);
    tool(
      "ip",
      "link",
      "add",
      "eth0",
      "netns",
      name,
      "type",
      "veth",
      "peer",
      "name",
      port,
      "netns",
      this.wire,
    );
    tool("ip", "-n", this.wire, "link", "set", port, "master", "br0", "up");
    tool("ip", "-n", name, "address", "add", `${address}/24`, "dev", "eth0");
    for (const device of ["lo", "eth0"]) tool("ip", "-n", name, "link", "set", device, "up");
    const machine = new Machine({ name, address, dir: join(this.dir, name) });
    this.machines.push(machine);
    return machine;
  }

  async end(): Promise<void> {
    for (const machine of this.machines) {
      await machine.powerOff();
      works("ip", "netns", "del", machine.name);
    }
    works("ip", "netns", "del", this.wire);
    if (!process.env.KEEP_MACHINES) rmSync(this.dir, { recursive: true, force: true });
  }
}
