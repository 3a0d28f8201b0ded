import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// What the worker says to a database is made by the tag and run by an executor, so that parameters are numbered and
// statements are checked for the tables that they name (docs/design.md, "Tenancy").

const root = join(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "-z", "worker"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => path.endsWith(".ts") && existsSync(join(root, path)));

const found = (pattern: RegExp, allowed: readonly string[]) =>
  files
    .filter((path) => !path.startsWith("worker/db/") && !allowed.includes(path))
    .filter((path) => pattern.test(readFileSync(join(root, path), "utf8")));

test("no parameter is counted by hand", () => {
  expect(found(/[\s(=<>]\?\d/, [])).toEqual([]);
});

test("no statement goes round the executors", () => {
  // Whether the database answers at all; the command that makes the first super admin.
  const own = ["worker/pages/system-routes.ts", "worker/features/auth/superadmin-database.ts"];
  expect(found(/\.prepare\(|\bsql(\(\))?\.exec\(/, own)).toEqual([]);
  expect(found(/\benv\.DB\b/, ["worker/context.ts", "worker/pages/system-routes.ts"])).toEqual([]);
});
