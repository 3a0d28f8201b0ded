import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const folder = "/dev/shm";
/** What a run of everything leaves there before it ends, several times over. */
const leastBytes = 4e9;

/** A container's is often of 64 MB, and some machines run no program from it. */
function isFit(): boolean {
  try {
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .find((line) => line.split(" ")[1] === folder);
    const { bavail, bsize } = statfsSync(folder);
    return mount !== undefined && !/\bnoexec\b/.test(mount) && bavail * bsize >= leastBytes;
  } catch {
    return false;
  }
}

/**
 * Databases of tests are written all the time and thrown away at the end: in memory, where the machine has a folder for it, no write waits for a
 * disk. For this process and what it starts; a `TMPDIR` that was set stays.
 */
export function inMemory(): void {
  if (!process.env.TMPDIR && tmpdir() === "/tmp" && isFit()) process.env.TMPDIR = folder;
}
