// `npm test`: the checks and the tests that guard every promise, with what they need installed first.
// `npm run test:all`: all of them, and up to 2,000 histories for each property. Both end with a line `N passed, N failed`.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { runChecks } from "./check.mjs";
import { provide } from "./provide.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const isAll = process.argv.includes("--all");
if (isAll) process.env.HISTORIES ||= "2000";

const parts = ["node", "ui", "worker", "site", ...(isAll ? ["pages", "long", "long-site"] : [])];

/**
 * A socket left open by a test can hang the runner for ever. What counts is that no test ends any more: one machine needs twice the time
 * of another for the whole. The longest single test took four minutes on a slow one (`tests/long/hour-of-faults.test.ts`).
 */
const stalledAfterMs = 10 * 60_000;

function vitest(project, report) {
  return new Promise((resolve) => {
    const reporter = join(root, "tests", "support", "test-progress.mjs");
    const child = spawn(
      process.execPath,
      [
        join(root, "node_modules", "vitest", "vitest.mjs"),
        "run",
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
        `--reporter=${reporter}`,
      ],
      { cwd: root, stdio: ["inherit", "inherit", "inherit", "ipc"], detached: true },
    );
    const timer = setTimeout(() => {
      console.log(`The ${project} tests hang: none ended for ${stalledAfterMs / 60_000} minutes.`);
      process.kill(-child.pid, "SIGKILL");
    }, stalledAfterMs);
    let outside = [];
    child.on("message", ({ errors }) => {
      timer.refresh();
      outside = errors ?? outside;
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, outside });
    });
  });
}

/** Failed tests by name with what was said first: a run's beginning is not always kept. */
function failures(counts, project) {
  return counts.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const broken = assertionResults.filter((test) => test.status === "failed");
    const file = `${project} ${relative(root, name)}`;
    if (status === "failed" && broken.length === 0) return [`${file}\n${firstLines(message)}`];
    return broken.map((test) => `${file} > ${test.fullName}\n${firstLines(test.failureMessages.join("\n"))}`);
  });
}

function errorsOutside(project, errors) {
  return `${project}: an error outside of the tests\n${errors.map(firstLines).join("\n")}`;
}

/** The runner's report has a stack without the message where a test's time was over. */
function firstLines(text) {
  return text
    .split("\n")
    .slice(0, 8)
    .map((line) => `    ${line.replace("STACK_TRACE_ERROR", "its time was over").slice(0, 300)}`)
    .join("\n");
}

const began = Date.now();
let passed = 0;
let failed = 0;
const broke = [];
const took = [];
function lap(part) {
  const before = took.reduce((sum, [, seconds]) => sum + seconds, 0);
  took.push([part, Math.round((Date.now() - began) / 1000) - before]);
}

await provide();
lap("provide");
const checks = await runChecks();
passed += checks.passed;
failed += checks.failed;
broke.push(...checks.broken);
lap("checks");

const folder = mkdtempSync(join(tmpdir(), "tests-"));
for (const project of parts) {
  const report = join(folder, `${project}.json`);
  const { code, outside } = await vitest(project, report);
  const counts = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  passed += counts?.numPassedTests ?? 0;
  const broken = (counts?.numFailedTests ?? 0) + (counts ? 0 : 1);
  // A run can fail without a failed test: a file that does not load, an error nobody awaited.
  failed += broken === 0 && code !== 0 ? 1 : broken;
  const named = counts ? failures(counts, project) : [`${project} came to no report`];
  broke.push(...(named.length === 0 && code !== 0 ? [errorsOutside(project, outside)] : named));
  lap(project);
}
rmSync(folder, { recursive: true, force: true });
for (const what of broke) console.log(`FAIL  ${what}`);
console.log(took.map(([part, seconds]) => `${part} ${seconds} s`).join(", "));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
