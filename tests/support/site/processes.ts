import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import { join, resolve } from "node:path";

export const root = join(import.meta.dirname, "..", "..", "..");

/** A part of the site as a process group of its own, so that killing it kills what it started as well. */
export type Part = {
  readonly pid: number;
  /** What it said in its ready line. */
  readonly said: Record<string, unknown>;
  running(): boolean;
  /** SIGTERM, and SIGKILL after 5 s. */
  stop(): Promise<void>;
  /** SIGKILL to the whole group: what a power cut looks like from inside. */
  kill(): Promise<void>;
};

export type Start = {
  name: string;
  /** Within this checkout, or an absolute path. */
  script: string;
  arguments?: string[];
  env?: Record<string, string>;
  logDir: string;
  readyWithinMs?: number;
  /** Before the command: `ip netns exec NAME`. */
  within?: readonly string[];
};

/** Starts a script under this very Node and waits for its ready line, `{"ready":true,…}`, on standard output. */
export async function startPart(start: Start): Promise<Part> {
  const log = createWriteStream(join(start.logDir, `${start.name}.log`), { flags: "a" });
  const preload = ["--import", join(import.meta.dirname, "end-with-starter.mjs")];
  const command = [process.execPath, ...preload, resolve(root, start.script), ...(start.arguments ?? [])];
  const [program = "", ...args] = [...(start.within ?? []), ...command];
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, NODE_NO_WARNINGS: "1", ...start.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.stderr.pipe(log, { end: false });
  const said = await readyLine(child, log, start);
  const signal = (name: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== "ESRCH") throw cause;
    }
  };
  return {
    pid: child.pid ?? 0,
    said,
    running: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      signal("SIGTERM");
      const stubborn = setTimeout(() => signal("SIGKILL"), 5_000);
      await ended;
      clearTimeout(stubborn);
      log.end();
    },
    async kill() {
      signal("SIGKILL");
      await ended;
      log.end();
    },
  };
}

function readyLine(child: ChildProcess, log: WriteStream, { name, logDir, readyWithinMs = 60_000 }: Start) {
  return new Promise<Record<string, unknown>>((resolve, reject) => {
    const failed = (why: string) => reject(new Error(`${name} ${why}; see ${join(logDir, `${name}.log`)}`));
    const late = setTimeout(() => failed(`was not ready within ${readyWithinMs / 1_000} s`), readyWithinMs);
    let text = "";
    let ready = false;
    child.stdout?.on("data", (chunk: Buffer) => {
      log.write(chunk);
      if (ready) return;
      text += chunk.toString();
      const line = text.split("\n").find((candidate) => candidate.includes('"ready":true'));
      if (!line?.endsWith("}")) return;
      ready = true;
      clearTimeout(late);
      resolve(JSON.parse(line));
    });
    child.once("exit", (code, signalName) => {
      clearTimeout(late);
      failed(`ended before it was ready (${code ?? signalName})`);
    });
  });
}
