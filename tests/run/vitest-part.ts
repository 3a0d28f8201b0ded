import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join, relative } from "node:path";
import type { Failure, FileResult, Message } from "./file-reporter.ts";
import type { Project } from "./suites.ts";

const root = join(import.meta.dirname, "..", "..");

export type PartResult = { passed: number; failed: number; skipped: number; broken: Failure[]; log: string };

/**
 * A socket left open by a test can hang the runner for ever. What counts is that no test ends any more: one machine needs twice the time
 * of another for the whole. The longest single test took four minutes on a slow one (`tests/long/hour-of-faults.test.ts`).
 */
const stalledAfterMs = 10 * 60_000;

/**
 * Runs files of one project and tells of each as it ends.
 * @param files null for all of the project
 * @param logDir keeps what was said besides, by tests and by the product
 */
export function runVitest(
  project: Project,
  files: readonly string[] | null,
  logDir: string,
  ended: (result: FileResult) => void,
): Promise<PartResult> {
  return new Promise((resolve) => {
    const path = join(logDir, `${project}.log`);
    const log = createWriteStream(path);
    const child = spawn(
      process.execPath,
      [
        join(root, "node_modules", "vitest", "vitest.mjs"),
        ...["run", "--project", project, "--reporter", join(import.meta.dirname, "file-reporter.ts")],
        ...(files ?? []),
      ],
      {
        cwd: root,
        env: { ...process.env, NO_COLOR: "1" },
        stdio: ["ignore", "pipe", "pipe", "ipc"],
        detached: true,
      },
    );
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    const result: PartResult = { passed: 0, failed: 0, skipped: 0, broken: [], log: relative(root, path) };
    const broke = (name: string, text: string) => {
      result.failed += 1;
      result.broken.push({ name: `${project} ${name}`, text });
    };
    let isTold = false;
    let isStalled = false;
    const timer = setTimeout(() => {
      isStalled = true;
      if (child.pid) process.kill(-child.pid, "SIGKILL");
    }, stalledAfterMs);
    child.on("message", (message: Message) => {
      timer.refresh();
      if (message.kind === "file") {
        result.passed += message.passed;
        result.skipped += message.skipped;
        for (const { name, text } of message.failures) broke(`${message.file} > ${name}`, text);
        ended(message);
      }
      if (message.kind === "end") {
        isTold = true;
        for (const text of message.outside) broke("an error outside of the tests", text);
      }
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      log.end();
      if (isStalled) broke("hangs", `No test ended for ${stalledAfterMs / 60_000} minutes.`);
      else if (!isTold) broke("came to no end", `Vitest ended with ${code}; see ${result.log}.`);
      else if (code !== 0 && result.failed === 0)
        broke("failed", `Vitest ended with ${code}; see ${result.log}.`);
      resolve(result);
    });
  });
}
