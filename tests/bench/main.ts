import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import buildOnce from "../support/build-once.ts";
import { showCounts } from "./counts.ts";
import { measureDay } from "./day.ts";
import { measureDelay } from "./delay.ts";
import { measureLines } from "./lines.ts";
import { measurePortal } from "./portal.ts";
import type { Speed } from "./rounds.ts";
import { measureSpeeds } from "./speeds.ts";
import { measureStartup } from "./startup.ts";

// `npm run bench`: the budgets of docs/design.md, "Budgets"; CONTRIBUTING.md names what a word after `--` measures alone.

const [kind = "all"] = process.argv.slice(2);
const dir = mkdtempSync(join(tmpdir(), "bench-"));
if (kind !== "counts") await buildOnce();
try {
  finish(await figures());
} finally {
  rmSync(dir, { recursive: true, force: true });
}

async function figures(): Promise<object[]> {
  switch (kind) {
    case "speed":
      return shownSpeeds(await measureSpeeds(dir, false));
    case "portal":
      return shown(await measurePortal(dir));
    case "console":
      return shownSpeeds(await measureSpeeds(dir, true));
    case "counts":
      showCounts();
      return [];
    case "day":
      return shown(await measureDay(dir));
    case "startup":
      return shown(await measureStartup());
    case "lines":
      return shown(await measureLines(dir));
    case "delay":
      return shown(await measureDelay(dir));
    case "all": {
      showCounts();
      const portal = shown(await measurePortal(dir));
      return [...shownSpeeds(await measureSpeeds(dir, false)), ...portal];
    }
    default:
      throw new Error(`there is no bench "${kind}"`);
  }
}

function shown<Row extends object>(rows: Row[]): Row[] {
  console.table(rows);
  return rows;
}

function shownSpeeds(speeds: Speed[]): Speed[] {
  console.table(
    speeds.map(({ what, requestsPerSecond, ratio, lowestRatio, highestRatio, cpuMs, ...rest }) => ({
      what,
      "per second": requestsPerSecond,
      "ratio to bare": ratio,
      "ratios of the rounds": ratio === null ? null : `${lowestRatio} to ${highestRatio}`,
      "CPU ms each": cpuMs,
      "p50 ms": rest.p50,
      "p95 ms": rest.p95,
      "p99 ms": rest.p99,
      "p99 to p50": Math.round((rest.p99 / rest.p50) * 10) / 10,
      "longest ms": rest.max,
      errors: rest.errors,
    })),
  );
  return speeds;
}

/** All figures once more for machines, on the last line and in the file that was asked for. */
function finish(rows: readonly object[]): void {
  console.log(JSON.stringify(rows));
  if (process.env.BENCH_FILE) writeFileSync(process.env.BENCH_FILE, JSON.stringify(rows, null, 2));
}
