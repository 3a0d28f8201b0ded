import { execFileSync, spawnSync } from "node:child_process";

// The machine's own tools.

/** @throws with what the tool said */
export function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20_000,
  });
}

export function quietly(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore", timeout: 20_000 }).status === 0;
}
