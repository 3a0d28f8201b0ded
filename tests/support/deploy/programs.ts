import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Part, startPart } from "../site/processes.ts";
import type { Internet } from "./internet.ts";

/** What runs on machines of this internet beside the platform: bridges, and a host with its tunnels. */
export class Programs {
  private readonly internet: Internet;
  private readonly parts: Part[] = [];
  private tunnel: string | null = null;

  constructor(internet: Internet) {
    this.internet = internet;
  }

  /** The bridge's program, with a folder of its own below the clone. */
  async start(name: string, folder: string, args: string[], env: Record<string, string> = {}): Promise<Part> {
    const { checkout, trust, within } = this.internet;
    const own = { BRIDGE_DIR: join(checkout, folder), MLANGO_ORIGIN: "https://mlango.test" };
    const part = await startPart({
      name,
      script: join(checkout, "bridge/main.ts"),
      arguments: args,
      env: { ...own, ...trust, ...env },
      logDir: checkout,
      within,
    });
    this.parts.push(part);
    return part;
  }

  /** By a code, then for as long as the test takes. */
  async startBridge(name: string, folder: string, code: string, env?: Record<string, string>): Promise<void> {
    await (await this.start(`${name}-enrolment`, folder, ["enrol", code], env)).stop();
    await this.start(name, folder, ["run"], env);
  }

  /** As the installer does it. @param files the shell script that writes a host's files */
  async startHost({ id, code, files }: { id: string; code: string; files: string }): Promise<void> {
    const folder = (of: string) => join(this.internet.checkout, ".host", of);
    const folders = { dir: folder("tunnels"), openvpn: folder("openvpn") };
    execFileSync("sh", ["-e", "-c", files], { env: { ...process.env, ...folders } });
    // Sockets of wireguard-go are shared by everything on this machine.
    this.tunnel = `wgl${process.pid % 10_000}`;
    const socket = folder("helper.sock");
    await this.start("helper", ".host/bridge", [
      ...["tunnels", "--network", "10.67.0.0/16", "--number", id, "--interface", this.tunnel],
      ...["--folder", folders.dir, "--openvpn", folders.openvpn, "--socket", socket],
    ]);
    await this.startBridge("host", ".host/bridge", code, { MLANGO_TUNNELS: socket });
  }

  async stop(): Promise<void> {
    for (const part of this.parts.reverse()) await part.stop();
    if (this.tunnel === null) return;
    // With it ends what keeps it open where the kernel has no WireGuard.
    const [program = "", ...args] = [...this.internet.within, "ip", "link", "del", "dev", this.tunnel];
    execFileSync(program, args);
  }
}
