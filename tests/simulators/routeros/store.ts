/** Where a simulator keeps what a real router keeps in its flash and RAM. */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface SimulatorStore {
  /** The state saved last, or undefined at the first start. */
  load(): string | undefined;
  /** Returns only when a SIGKILL can no longer lose `state`. */
  save(state: string): void;
}

export function memoryStore(initial?: string): SimulatorStore {
  let kept = initial;
  return {
    load: () => kept,
    save: (state) => {
      kept = state;
    },
  };
}

/**
 * One file. A killed process leaves either the old or the new state, never half of one, because the rename is atomic;
 * no fsync, because what the kernel has taken survives the process (a power cut of this machine is not the subject).
 */
export function fileStore(path: string): SimulatorStore {
  return {
    load: () => {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    save: (state) => {
      mkdirSync(dirname(path), { recursive: true });
      const next = `${path}.next`;
      writeFileSync(next, state);
      renameSync(next, path);
    },
  };
}
