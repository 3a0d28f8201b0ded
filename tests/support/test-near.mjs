// `npm run test:near <room>`: types, and the tests whose path has the room's name, in the projects that need no site.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const rooms = process.argv.slice(2);
if (rooms.length === 0) {
  console.error("Which room? For example: npm run test:near plans, or payments/refund, or bridge");
  process.exit(2);
}
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
const types = run(join("node_modules", "tsc", "bin", "tsc"), "-b");
// The whole histories of payments and vouchers are near to everything: `npm run test:properties`.
const projects = ["node", "ui", "worker"].flatMap((name) => ["--project", name]);
const tests = run(join("node_modules", "vitest", "vitest.mjs"), "run", ...projects, ...rooms);
process.exit(types || tests);
