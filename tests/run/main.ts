// `npm test`: the checks and the tests that CONTRIBUTING.md's rule chooses, with what they need installed first.
// `-- --whole`: all but what takes minutes by itself. `npm run test:all`: everything, and up to 2,000 histories for each property.
// `-- --plan` shows what would run, and why. All end with a line `N passed, N failed`.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "../support/build-once.ts";
import { runChecks } from "../support/check.mjs";
import { guardRun } from "../support/guard.mjs";
import { provide } from "../support/provide.mjs";
import { changesIn } from "./changes.ts";
import { type Choice, choose } from "./choose.ts";
import type { Failure, FileResult } from "./file-reporter.ts";
import { inMemory } from "./in-memory.ts";
import { type Project, testFiles } from "./suites.ts";
import { runVitest } from "./vitest-part.ts";

const root = join(import.meta.dirname, "..", "..");
const { values: asked } = parseArgs({
  options: {
    whole: { type: "boolean", default: false },
    all: { type: "boolean", default: false },
    plan: { type: "boolean", default: false },
    since: { type: "string" },
  },
});

function chosen(): Choice {
  try {
    return choose(asked, asked.whole || asked.all ? null : changesIn(root, asked.since));
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : cause);
    process.exit(2);
  }
}

function showPlan({ files, notes }: Choice): void {
  for (const note of notes) console.log(note);
  console.log("checks: always");
  for (const [project, reasons] of files) {
    const byReason = Map.groupBy(reasons, ([, why]) => why);
    console.log(`${project}: ${reasons.size} files`);
    for (const [why, own] of byReason) {
      const names = own.map(([file]) => file.replace("tests/", ""));
      console.log(`  ${why}: ${names.length > 4 ? `${names.length} files` : names.join(", ")}`);
    }
  }
}

/**
 * Two parts of a phase run side by side, taken in this order: what computes beside what waits for most of its time, and no core idle while
 * something is left. The build comes before what needs it. Browsers come after the Workers runtimes: three of each together made tests
 * wait for a minute.
 */
const phases: readonly (readonly (Project | "checks" | "build")[])[] = [
  ["worker", "checks", "build", "site", "histories", "node", "ui"],
  ["pages", "long-site", "long"],
];

const total = { passed: 0, failed: 0, skipped: 0 };
const broken: Failure[] = [];
const took: string[] = [];

function count(result: {
  passed: number;
  failed: number;
  skipped?: number;
  broken: readonly Failure[];
}): void {
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped ?? 0;
  broken.push(...result.broken);
}

const indented = (text: string) => text.replace(/^/gm, "    ");

function showFile(project: Project, { file, passed, failed, skipped, ms, failures }: FileResult): void {
  const counts = [
    `${passed} passed`,
    ...(failed ? [`${failed} failed`] : []),
    ...(skipped ? [`${skipped} skipped`] : []),
  ];
  console.log(
    `${failed ? "FAIL" : "ok  "}  ${project} ${file.replace("tests/", "")}: ${counts.join(", ")}, ${(ms / 1_000).toFixed(1)} s`,
  );
  for (const { name, text } of failures) console.log(`    ${name}\n${indented(indented(text))}`);
}

async function timed(name: string, work: () => Promise<void> | void): Promise<void> {
  const began = Date.now();
  await work();
  took.push(`${name} ${Math.round((Date.now() - began) / 1_000)} s`);
}

async function checks(): Promise<void> {
  const { passed, failed, broken: named } = await runChecks();
  count({ passed, failed, broken: named.map((name) => ({ name: `check: ${name}`, text: "see above" })) });
}

const needSite: readonly Project[] = ["site", "pages", "long-site"];

async function run({ files, notes }: Choice, all: ReadonlyMap<string, Project>): Promise<void> {
  for (const note of notes) console.log(note);
  const logDir = join(resolve(root, process.env.LOCAL_DIR || ".local"), "tests");
  mkdirSync(logDir, { recursive: true });
  await timed("provide", provide);
  const part = async (name: Project | "checks" | "build"): Promise<void> => {
    if (name === "checks") return timed(name, checks);
    if (name === "build") {
      if (!needSite.some((project) => files.has(project))) return;
      return timed(name, async () => {
        await buildSite();
        process.env.SITE_IS_BUILT = "1";
      });
    }
    const own = files.get(name);
    if (!own) return;
    const isAll = [...all.values()].filter((project) => project === name).length === own.size;
    await timed(name, async () => {
      count(
        await runVitest(name, isAll ? null : [...own.keys()], logDir, (result) => showFile(name, result)),
      );
    });
  };
  for (const phase of phases) {
    const waiting = [...phase];
    const lane = async () => {
      for (let name = waiting.shift(); name; name = waiting.shift()) await part(name);
    };
    await Promise.all([lane(), lane()]);
  }
  for (const { name, text } of broken) console.log(`FAIL  ${name}\n${indented(text)}`);
  console.log(`What was said besides lies in ${logDir}.`);
}

const began = Date.now();
guardRun();
inMemory();
if (asked.all) process.env.HISTORIES ||= "2000";
else if (!asked.whole) process.env.SHORT_RUN = "1";
const choice = chosen();
if (asked.plan) showPlan(choice);
else {
  await run(choice, testFiles());
  console.log(`${took.join(", ")}; ${Math.round((Date.now() - began) / 1_000)} s in all`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed === 0 ? 0 : 1);
}
