import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";

const { MLANGO_RUN: _ofThisRun, npm_lifecycle_event: _script, ...env } = process.env;

/** One that ended and is not yet fetched by its parent is gone, too. */
function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`;
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, "utf8"));
}

/** A run that starts two parts, groups of their own, one of which does not listen to SIGTERM. */
const run = `
import { spawn } from "node:child_process";
import { guardRun } from ${JSON.stringify(join(import.meta.dirname, "guard.mjs"))};
guardRun();
const start = (script) => spawn(process.execPath, ["-e", script], { detached: true, stdio: "ignore" }).pid;
const parts = [
  start("setInterval(() => {}, 1000)"),
  start("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"),
];
console.log(JSON.stringify(parts));
setInterval(() => {}, 1000);
`;

async function started(command: string, args: string[], more: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, { env: { ...env, ...more }, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const parts: number[] = JSON.parse(String(line));
  await sleep(300);
  expect(parts.map(isAlive)).toEqual([true, true]);
  return { child, parts };
}

test.runIf(process.platform === "linux")(
  "what a killed run had started ends within two seconds",
  async () => {
    const { child, parts } = await started(process.execPath, ["--input-type=module", "-e", run]);
    child.kill("SIGKILL");
    await sleep(2_000);
    expect(parts.map(isAlive)).toEqual([false, false]);
  },
);

test.runIf(process.platform === "linux")(
  "so does a run whose npm was killed, with what it had started",
  async () => {
    const shell = `exec -a npm sh -c '"$NODE" --input-type=module -e "$RUN"; true'`;
    const { child, parts } = await started("bash", ["-c", shell], {
      NODE: process.execPath,
      RUN: run,
      npm_lifecycle_event: "start",
    });
    child.kill("SIGKILL");
    await sleep(2_000);
    expect(parts.map(isAlive)).toEqual([false, false]);
  },
);
