import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { json } from "node:stream/consumers";
import { type Part, root, startPart } from "../site/processes.ts";
import type { InternetRequest } from "./internet-process.ts";

export type Ran = { code: number | null; out: string };

/** A clean clone of this checkout, and an internet with Cloudflare in it that it can be deployed to. */
export class Internet {
  readonly checkout: string;
  private readonly dir: string;
  private readonly part: Part;

  private constructor(dir: string, checkout: string, part: Part) {
    this.dir = dir;
    this.checkout = checkout;
    this.part = part;
  }

  static async open(): Promise<Internet> {
    const dir = mkdtempSync(join(tmpdir(), "deploy-"));
    const checkout = join(dir, "checkout");
    cloneTo(checkout);
    const part = await startPart({
      name: "internet",
      script: "tests/support/deploy/internet-process.ts",
      logDir: dir,
      arguments: [JSON.stringify({ dir, checkout })],
    });
    return new Internet(dir, checkout, part);
  }

  ask<T>(asked: InternetRequest): Promise<T> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ socketPath: join(this.dir, "control.sock"), method: "POST" }, (incoming) => {
        json(incoming).then((body) => resolve(body as T), reject);
      });
      outgoing.once("error", reject);
      outgoing.end(JSON.stringify(asked));
    });
  }

  deploy(...args: string[]): Promise<Ran> {
    return this.ask({ ask: "run", args });
  }

  /** What those outside of Cloudflare are told, or say. @param path a control of a simulator, as `/control/prompts` */
  outside<T>(path: string, json?: unknown): Promise<T> {
    return this.ask({ ask: "outside", path, json });
  }

  /** By which a process believes the certificates of this internet. */
  get trust(): { NODE_EXTRA_CA_CERTS: string } {
    return { NODE_EXTRA_CA_CERTS: join(this.dir, "cert.pem") };
  }

  /** Before a command that is to run on this internet. */
  get within(): string[] {
    return ["nsenter", `--target=${this.part.said.pid}`, "--net", "--mount", `--wd=${this.checkout}`, "--"];
  }

  /** A file of the clone, with mode 600. */
  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.checkout, path)), { recursive: true });
    writeFileSync(join(this.checkout, path), text, { mode: 0o600 });
  }

  async close(): Promise<void> {
    await this.part.stop();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** With what is not committed yet, so that the tests of a change test it. */
function cloneTo(checkout: string): void {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
    return stdout;
  };
  git("clone", "--quiet", "--shared", ".", checkout);
  const changed = git("ls-files", "--modified", "--others", "--exclude-standard").split("\n").filter(Boolean);
  for (const path of changed) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    copyFileSync(join(root, path), join(checkout, path));
  }
  symlinkSync(join(root, "node_modules"), join(checkout, "node_modules"));
}
