import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newKey, publicKeyOf, writeIdentity } from "#bridge/identity";
import { type Release, type SignedRelease, updateWish } from "#contract/bridge-release";
import { installer } from "#worker/features/bridges/install/install-script";

const starter = join(import.meta.dirname, "..", "site", "end-with-starter.mjs");

/** A version of the bridge, as a machine has it before its first update. */
export type InstalledVersion = { version: string; bundle: string; release: SignedRelease };

/** As the build writes the number of a version into the program. */
const aboutOf = (version: string) => `version:\`${version}\``;

/** The version before the one that a server offers: the same program under another number, and the server's keys. */
export function versionBefore(offered: SignedRelease, bundle: string, version: string): InstalledVersion {
  const release: Release = JSON.parse(offered.text);
  const older = bundle.replace(aboutOf(release.version), aboutOf(version));
  if (older === bundle) throw new Error(`the program does not say that it is ${release.version}`);
  const sha256 = createHash("sha256").update(older).digest("hex");
  const text = JSON.stringify({ ...release, version, madeAt: 1, bundle: { ...release.bundle, sha256 } });
  return { version, bundle: older, release: { text, signature: offered.signature } };
}

/**
 * Machines on which the installed bridge runs as a process, with what systemd does for it: the service that is restarted, and the
 * updater that its wish starts. Their minutes are short where the installer waits, their programs and files are the real ones.
 */
export class FieldMachines {
  readonly machines: FieldMachine[] = [];
  private readonly server: Server;
  private readonly looking: NodeJS.Timeout;

  private constructor(server: Server) {
    this.server = server;
    this.looking = setInterval(() => {
      for (const machine of this.machines) void machine.look();
    }, 100);
  }

  static async start(count: number): Promise<FieldMachines> {
    const server = createServer((request, response) => {
      const place = Number(request.url?.split("/").at(-1));
      void all.machines[place]?.restart().then(() => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const all = new FieldMachines(server);
    const { port } = server.address() as AddressInfo;
    for (let place = 0; place < count; place += 1)
      all.machines.push(new FieldMachine(`http://127.0.0.1:${port}/restart/${place}`, place));
    return all;
  }

  async stop(): Promise<void> {
    clearInterval(this.looking);
    await Promise.all(this.machines.map((machine) => machine.stop()));
    this.server.close();
  }
}

export class FieldMachine {
  readonly id: string;
  readonly name: string;
  readonly publicKey: string;
  /** A version that ends here as soon as it is started. */
  dies: string | null = null;
  /** How often the updater ran. */
  updates = 0;
  private readonly key = newKey();
  private readonly root = mkdtempSync(join(tmpdir(), "field-"));
  private readonly lib = join(this.root, "usr/local/lib/mlango-bridge");
  private readonly state = join(this.root, "var/lib/mlango-bridge");
  private readonly tools = join(this.root, "tools");
  private service: ChildProcess | undefined;
  private updater: Promise<void> | undefined;
  private isStopped = false;

  constructor(restartAt: string, place: number) {
    const number = String(place + 1).padStart(2, "0");
    this.id = `field-${number}`;
    this.name = `Box ${number}`;
    this.publicKey = publicKeyOf(this.key);
    mkdirSync(this.tools);
    this.tool("sleep", "exec /bin/sleep 0.2");
    this.tool("systemctl", `[ "$*" = "restart mlango-bridge" ] || exit 0\nexec curl -fsS ${restartAt}`);
  }

  private tool(name: string, script: string): void {
    writeFileSync(join(this.tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }

  private get env() {
    return {
      PATH: `${this.tools}:${process.env.PATH}`,
      HOME: this.root,
      NODE_NO_WARNINGS: "1",
      BRIDGE_DIR: this.state,
      MLANGO_ROOT: this.root,
      MLANGO_SYSTEMCTL: join(this.tools, "systemctl"),
    };
  }

  /** Enrolled at this server long ago. */
  async install(origin: string, { version, bundle, release }: InstalledVersion): Promise<void> {
    const files = join(this.root, "files");
    for (const folder of [files, this.state]) mkdirSync(folder, { recursive: true });
    const { id, name, key } = this;
    writeIdentity(this.state, { bridgeId: id, name, server: origin, privateKey: key });
    writeFileSync(join(this.state, "config.json"), JSON.stringify({ discovery: { ask: [], listenPort: 0 } }));
    writeFileSync(join(files, "mlango-bridge.mjs"), bundle);
    writeFileSync(join(files, "release.json"), JSON.stringify(release));
    const sum = createHash("sha256").update(bundle).digest("hex");
    await this.run("/bin/sh", ["-c", installer()], { origin, version, sum, files });
  }

  private run(program: string, args: string[], env: Record<string, string> = {}): Promise<void> {
    return new Promise((resolve) => {
      execFile(program, args, { env: { ...this.env, ...env } }, (_error, stdout, stderr) => {
        appendFileSync(join(this.root, "updater.log"), stdout + stderr);
        resolve();
      });
    });
  }

  /** What the machine's updater and its installer said. */
  get said(): string {
    return readFileSync(join(this.root, "updater.log"), "utf8");
  }

  /** `systemctl restart mlango-bridge`, by the unit that was installed. */
  async restart(): Promise<void> {
    await this.end();
    const program = join(this.lib, "mlango-bridge.mjs");
    if (this.isStopped || (this.dies && readFileSync(program, "utf8").includes(aboutOf(this.dies)))) return;
    const unit = readFileSync(join(this.root, "etc/systemd/system/mlango-bridge.service"), "utf8");
    const updates = /MLANGO_UPDATES=(\w+)/.exec(unit)?.[1] ?? "";
    this.service = spawn(process.execPath, ["--import", starter, program, "run"], {
      env: { ...this.env, MLANGO_UPDATES: updates },
      stdio: ["pipe", "ignore", "ignore"],
    });
  }

  private async end(): Promise<void> {
    const { service } = this;
    if (!service || service.exitCode !== null || service.signalCode !== null) return;
    const ended = new Promise((resolve) => service.once("exit", resolve));
    service.kill("SIGTERM");
    await ended;
  }

  /** `mlango-update.path` and `mlango-update.service`. */
  async look(): Promise<void> {
    if (this.updater || this.isStopped || !existsSync(join(this.state, updateWish))) return;
    rmSync(join(this.state, updateWish), { recursive: true, force: true });
    this.updates += 1;
    this.updater = this.run(process.execPath, [join(this.lib, "mlango-bridge.mjs"), "update"]);
    await this.updater;
    this.updater = undefined;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.updater;
    await this.end();
    rmSync(this.root, { recursive: true, force: true });
  }
}
