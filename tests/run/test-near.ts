// `npm run test:near ROOM …`: the tests whose path has one of these names, in the projects that need no site; then the types.
// Without a name: what is near to what was changed (`near.ts`).
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { guardRun } from "../support/guard.mjs";
import { changesIn } from "./changes.ts";
import { inMemory } from "./in-memory.ts";
import { Nearness } from "./near.ts";
import { type Project, testFiles } from "./suites.ts";

const root = join(import.meta.dirname, "..", "..");
const withoutSite: readonly Project[] = ["node", "histories", "ui", "worker"];
const rooms = process.argv.slice(2);

function named(): string[] {
  return [...testFiles()]
    .filter(([file, project]) => withoutSite.includes(project) && rooms.some((room) => file.includes(room)))
    .map(([file]) => file);
}

function nearChange(): string[] {
  const changes = changesIn(root);
  if (!changes) return [];
  const tests = testFiles();
  const { near, unknown } = new Nearness(tests).of(changes.files);
  if (unknown.length > 0)
    console.log(`npm test runs everything for ${unknown.join(", ")}; here is what else is near.`);
  return [...near.keys()].filter((file) => withoutSite.includes(tests.get(file) as Project));
}

guardRun();
inMemory();
const files = rooms.length > 0 ? named() : nearChange();
if (files.length === 0) {
  console.error(
    rooms.length > 0
      ? `No test has ${rooms.join(" or ")} in its path. Which room? For example: plans, payments/refund, bridge.`
      : "Nothing differs from the last commit. Which room? For example: npm run test:near plans",
  );
  process.exit(2);
}
const tests = testFiles();
const projects = new Set(files.map((file) => tests.get(file) ?? ""));
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
const vitest = [
  join("node_modules", "vitest", "vitest.mjs"),
  "run",
  ...[...projects].flatMap((name) => ["--project", name]),
];
const ofTests = run(...vitest, ...files);
process.exit(ofTests || run(join("node_modules", "tsc", "bin", "tsc"), "-b"));
