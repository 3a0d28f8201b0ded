import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

export class JournalHeld extends Error {
  override readonly name = "JournalHeld";
}

/** One process per journal: `lock` names its holder. Returns what gives it back. @throws JournalHeld */
export function lockFolder(folder: string): () => void {
  const path = join(folder, "lock");
  const mine = `${process.pid} ${birth(process.pid)}\n`;
  for (let attempt = 0; attempt < 3; attempt++) {
    if (wrote(path, mine)) return () => release(path, mine);
    const holder = readLock(path);
    if (holder !== undefined && runs(holder)) {
      const pid = holder.split(" ")[0];
      throw new JournalHeld(`Another bridge (process ${pid}) is running with the state folder ${folder}.`);
    }
    rmSync(path, { force: true });
  }
  throw new JournalHeld(`Another bridge is starting with the state folder ${folder}.`);
}

function wrote(path: string, text: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function release(path: string, mine: string): void {
  if (readLock(path) === mine) rmSync(path, { force: true });
}

function runs(holder: string): boolean {
  const [pid = "", born = ""] = holder.trim().split(" ");
  if (!/^\d+$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    // EPERM: it runs, but belongs to somebody else.
    if (!isCode(error, "EPERM")) return false;
  }
  return birth(Number(pid)) === born;
}

/** When a process began, in the kernel's ticks: numbers are given again, in containers always the same ones. */
function birth(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Field 22; the second one is the name in brackets and may hold spaces.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "-";
  } catch (error) {
    if (isCode(error, "ENOENT") || isCode(error, "ESRCH")) return "-";
    throw error;
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
