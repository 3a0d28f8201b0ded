import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openvpnName } from "#contract/values/tunnel-network";
import { ask } from "../site/ask.ts";
import { operatorCookie } from "../site/console-operator.ts";
import type { Part } from "../site/processes.ts";
import type { Site } from "../site/site.ts";
import type { Machine } from "./machines.ts";
import { openvpnOptions, startOpenvpn } from "./openvpn.ts";
import { WayToWorker } from "./way-to-worker.ts";

/** A host of the platform on a machine of a test's own, set up as the installer does it; its way to the worker can be cut. */
export class PlatformHost {
  readonly machine: Machine;
  readonly name: string;
  readonly site: Site;
  id = "";
  bridge: Part | null = null;
  private readonly way: WayToWorker;

  private constructor(site: Site, machine: Machine, name: string) {
    this.site = site;
    this.machine = machine;
    this.name = name;
    this.way = new WayToWorker(machine, site);
  }

  static async setUp(site: Site, machine: Machine, name: string): Promise<PlatformHost> {
    const host = new PlatformHost(site, machine, name);
    const cookie = await operatorCookie(site);
    const made = await ask(site.main, "/api/superadmin/tunnel-hosts", {
      json: { name, address: machine.address },
      headers: { cookie },
    });
    if (made.status !== 200) throw new Error(`${name}: ${made.status} ${made.text}`);
    const { id, code } = JSON.parse(made.text) as { id: string; code: string };
    host.id = id;
    const files = await ask(site.main, "/api/bridge/host-files", { json: { code } });
    if (files.status !== 200) throw new Error(`${name} was given no key: ${files.status} ${files.text}`);
    // As the installer does it.
    const folders = { dir: host.folder("tunnels"), openvpn: host.folder("openvpn") };
    execFileSync("sh", ["-e", "-c", files.text], { env: { ...process.env, ...folders } });
    await host.powerOn(["enrol", code]);
    return host;
  }

  private folder(of: "tunnels" | "openvpn" | "bridge"): string {
    return join(this.machine.dir, of);
  }

  private get env(): Record<string, string> {
    return {
      BRIDGE_DIR: this.folder("bridge"),
      MLANGO_ORIGIN: this.site.main,
      MLANGO_TUNNELS: join(this.machine.dir, "helper.sock"),
    };
  }

  /** Everything that runs at a host. @param first a command of the bridge that comes before it runs */
  async powerOn(first?: string[]): Promise<void> {
    await this.way.open();
    await this.machine.start({
      name: "helper",
      script: "bridge/main.ts",
      arguments: [
        ...["tunnels", "--network", "10.67.0.0/16", "--number", this.id, "--interface", this.machine.tunnel],
        ...["--folder", this.folder("tunnels"), "--socket", join(this.machine.dir, "helper.sock")],
        ...openvpnOptions(this.machine),
      ],
    });
    await startOpenvpn(this.machine);
    if (first) {
      const part = await this.machine.start({
        name: "enrolment",
        script: "bridge/main.ts",
        arguments: first,
        env: this.env,
      });
      await part.stop();
    }
    await this.startBridge();
  }

  async startBridge(): Promise<void> {
    this.bridge = await this.machine.start({
      name: "bridge",
      script: "bridge/main.ts",
      arguments: ["run"],
      env: this.env,
    });
  }

  async powerOff(): Promise<void> {
    this.cut();
    await this.machine.powerOff();
  }

  /** Whether a router with this address may come in by OpenVPN: one that dials before waits a minute for its second try. */
  expects(tunnelIp: string): boolean {
    return existsSync(join(this.folder("openvpn"), "routers", openvpnName(tunnelIp)));
  }

  /** From where the router with this key was last heard, as the host has it after its power went. */
  async keptEndpoint(key: string): Promise<string | undefined> {
    const kept = JSON.parse(readFileSync(join(this.folder("tunnels"), "peers.json"), "utf8"));
    return (kept as { publicKey: string; endpoint?: string }[]).find(({ publicKey }) => publicKey === key)
      ?.endpoint;
  }

  /** The internet towards the worker is away; tunnels go on. */
  cut(): void {
    this.way.cut();
  }

  join(): Promise<void> {
    return this.way.join();
  }
}
