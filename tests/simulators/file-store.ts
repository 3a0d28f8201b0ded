import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { SimulatorStore } from "./store.ts";

/**
 * Keeps the state in one file. Written beside it and renamed, so that a process killed at any moment leaves either
 * the old or the new state. There is no fsync: the promise is to survive the end of the process, not of the machine.
 *
 * @throws what node:fs throws, except that a missing file reads as "nothing kept yet".
 */
export function fileStore(path: string): SimulatorStore {
  const beside = `${path}.new`;
  return {
    load: () => {
      try {
        return readFileSync(path, "utf8");
      } catch (error) {
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
        throw error;
      }
    },
    save: (write) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(beside, write());
      renameSync(beside, path);
    },
  };
}
