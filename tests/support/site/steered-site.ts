import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryStore, RouterSimulator } from "../../simulators/routeros/index.ts";
import { openDatabase } from "./open-database.ts";
import { root } from "./processes.ts";
import { freePort, type Phone } from "./settings.ts";
import type { Site } from "./site.ts";

/**
 * The bridge and the router of a site on a clock that the test moves; the worker keeps its own. When the worker is stopped
 * for a while and comes back, its database is made as much older as the site is by then.
 */
export class SteeredSite {
  readonly site: Site;
  readonly simulator: RouterSimulator;
  readonly pagePort: number;
  /** How far the site is ahead of this machine's clock, ms. */
  offset = 0;
  #bridge: ChildProcess | undefined;

  /** Takes the place of the site's own simulators and bridge. */
  static async start(site: Site, phones: readonly Phone[]): Promise<SteeredSite> {
    await site.bridge?.stop();
    await site.simulators?.stop();
    const steered = new SteeredSite(site, phones, await freePort());
    await steered.simulator.listen(site.routerPort);
    await steered.startBridge();
    return steered;
  }

  private constructor(site: Site, phones: readonly Phone[], pagePort: number) {
    const { username, password, macAuthPassword } = site.secrets.router;
    this.site = site;
    this.pagePort = pagePort;
    this.simulator = new RouterSimulator({
      clock: { now: () => this.now() },
      store: memoryStore(),
      users: [{ name: username, password, policies: ["api", "read", "write", "sensitive", "test"] }],
      hotspot: { macAuthPassword, loginBy: "mac,http-chap" },
      hosts: phones,
      identity: "Main Gate",
    });
  }

  now(): number {
    return Date.now() + this.offset;
  }

  async startBridge(): Promise<void> {
    const folder = this.site.bridgeDir;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), JSON.stringify({ page: { port: this.pagePort } }));
    const log = openSync(join(this.site.logDir, "steered-bridge.log"), "a");
    this.#bridge = fork(join(root, "tests/support/site/steered-bridge-process.ts"), [], {
      cwd: root,
      env: {
        ...process.env,
        NODE_NO_WARNINGS: "1",
        BRIDGE_DIR: folder,
        MLANGO_ORIGIN: this.site.main,
        OFFSET: String(this.offset),
      },
      execArgv: [],
      stdio: ["ignore", log, log, "ipc"],
    });
    await this.#said("ready");
  }

  /** SIGKILL: what a power cut looks like from inside. */
  async killBridge(): Promise<void> {
    const bridge = this.#bridge;
    this.#bridge = undefined;
    if (!bridge) return;
    const gone = new Promise((resolve) => bridge.once("exit", resolve));
    bridge.kill("SIGKILL");
    await gone;
  }

  /** Lets time go by at the site, everything that is due with it. */
  async pass(ms: number): Promise<void> {
    this.offset += ms;
    this.simulator.settle();
    if (!this.#bridge) return;
    const passed = this.#said("passed");
    this.#bridge.send({ pass: ms });
    await passed;
  }

  #said(word: "ready" | "passed"): Promise<void> {
    const bridge = this.#bridge;
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error(`the steered bridge ended before it was ${word}`));
      const hear = (message: unknown) => {
        if (typeof message !== "object" || message === null || !(word in message)) return;
        bridge?.off("exit", ended);
        bridge?.off("message", hear);
        resolve();
      };
      bridge?.on("message", hear);
      bridge?.once("exit", ended);
    });
  }

  /** The worker comes back after `ms` of the site's time. */
  async returnWorker(ms: number): Promise<void> {
    const { tenantDatabase, close } = await openDatabase(join(this.site.dir, "state"));
    const { demo, savanna } = this.site.seeded;
    try {
      for (const database of [demo.id, savanna.id].map(tenantDatabase))
        for (const [table, columns] of Object.entries(moments))
          await database.exec(
            `UPDATE ${table} SET ${columns.map((name) => `${name} = ${name} - ${ms}`).join(", ")}`,
          );
    } finally {
      await close();
    }
    await this.site.startWorker();
  }

  async stop(): Promise<void> {
    await this.killBridge();
    await this.simulator.close();
  }
}

/** What happened stays as long ago as it was. */
const moments = {
  entitlements: ["created_at", "started_at", "ends_at", "updated_at", "ended_at"],
  devices: ["attached_at"],
  vouchers: ["created_at", "used_at"],
  offline_vouchers: ["created_at", "assigned_at"],
};
