import { readdirSync, readFileSync } from "node:fs";

/** `ownMb`: what no other process shares and no file can give back. */
export type ProcessFigures = { rssMb: number; ownMb: number; cpuMs: number };

/** What a running process holds and has used so far; Linux only. */
export function figuresOf(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 102.4) / 10;
  const [utime = 0, stime = 0] = fieldsOf(pid).slice(11, 13).map(Number);
  // The kernel's clock ticks are hundredths of a second.
  return { rssMb: megabytes("VmRSS"), ownMb: megabytes("RssAnon"), cpuMs: (utime + stime) * 10 };
}

/** What workerd has used so far: the entry, its objects and databases are one process. */
export function cpuOf(worker: { pid: number } | null): number {
  if (!worker) throw new Error("the worker does not run");
  return figuresOf(processIn(worker.pid, "workerd")).cpuMs;
}

/** The process of that name in a process group. */
export function processIn(group: number, name: string): number {
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      if (Number(fieldsOf(pid)[2]) === group && readFileSync(`/proc/${pid}/comm`, "utf8").trim() === name)
        return pid;
    } catch (cause) {
      // It ended between the listing and the reading.
      if (!["ENOENT", "ESRCH"].includes(String((cause as NodeJS.ErrnoException).code))) throw cause;
    }
  }
  throw new Error(`no ${name} in the process group ${group}`);
}

/** Of `/proc/<pid>/stat`, from the state on: the name before it may hold anything. */
function fieldsOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
