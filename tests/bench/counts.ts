import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../support/site/processes.ts";

// `npm run bench -- counts`: what a page, a purchase, an attempt, a voucher and an hour of a site cost, in calls of objects,
// trips to D1, rows and bytes; and what a provider's sweep reads with up to a million live purchases. The tests count it, in
// the Workers runtime; here they are run for what they print.

const tests = [
  "tests/worker/purchase-cost.test.ts",
  "tests/worker/attempt-cost.test.ts",
  "tests/worker/bridges/rows-written.test.ts",
  "tests/worker/sweep-cost.test.ts",
];

/** @throws Error when a budget is not met */
export function showCounts(): void {
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  const { status } = spawnSync(
    process.execPath,
    [vitest, "run", "--project", "worker", "--silent=false", ...tests],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, SWEEP_ROWS: process.env.SWEEP_ROWS || "1000000" },
    },
  );
  if (status !== 0) throw new Error("a test that counts has failed");
}
