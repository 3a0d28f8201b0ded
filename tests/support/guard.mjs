// Nothing that a run started outlives it: `guardRun()` marks its environment, which all that it starts inherits, and starts
// a watcher. When the run is gone, however it died, or the npm that it was started by, the watcher ends what bears the mark.
// Processes are found by Linux's /proc; elsewhere only what ends by itself does.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const mark = "MLANGO_RUN";
const lookEveryMs = 250;
/** A part that was asked to end has so long before it is killed. */
const patienceMs = 600;

/** @returns {{ state: string, parent: number } | null} null for a process that is gone */
function statusOf(pid) {
  try {
    const [, state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .split(") ")
      .at(-1)
      .match(/^(\S) (\d+)/);
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** The processes between this one and the npm that runs it, with npm itself; none where no npm does. */
function launchers() {
  if (!process.env.npm_lifecycle_event) return [];
  const found = [];
  for (let pid = process.ppid; pid > 1 && found.length < 4; pid = statusOf(pid)?.parent ?? 0) {
    found.push(pid);
    if (/\bnpm\b/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0", 2).join(" "))) return found;
  }
  return [];
}

/** To be called once by what starts a run: `npm test`, `npm start`, a bench. A run inside of a run is watched with it. */
export function guardRun() {
  if (process.env[mark] || process.platform !== "linux") return;
  const run = randomUUID();
  const watched = [process.pid, ...launchers()].map(String);
  const watcher = spawn(process.execPath, [fileURLToPath(import.meta.url), run, ...watched], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watcher.unref();
  watcher.stdin.unref();
  process.env[mark] = run;
}

/** What bears the mark. The run itself does not: its environment is read as it was when it began. */
function markedWith(run) {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`${mark}=${run}\0`);
      } catch {
        return false;
      }
    });
}

function signal(pids, name) {
  for (const pid of pids) {
    try {
      process.kill(Number(pid), name);
    } catch {
      // It ended meanwhile.
    }
  }
}

function watch(run, itself, launchers) {
  let isEnding = false;
  /** @param also besides what bears the mark */
  const end = (also) => {
    if (isEnding) return;
    isEnding = true;
    signal([...also, ...markedWith(run)], "SIGTERM");
    setTimeout(() => {
      signal([...also, ...markedWith(run)], "SIGKILL");
      process.exit();
    }, patienceMs);
  };
  const isGone = (pid) => "ZX".includes(statusOf(pid)?.state ?? "X");
  setInterval(() => launchers.some(isGone) && end([itself]), lookEveryMs);
  // The run holds the other end, and never writes: it has ended, or is about to.
  process.stdin
    .on("end", () => end([]))
    .on("error", () => end([]))
    .resume();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , run, itself, ...launchers] = process.argv;
  watch(run, itself, launchers);
}
