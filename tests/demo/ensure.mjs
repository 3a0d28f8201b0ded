// Runs before every npm script that needs the installed packages, under whatever Node the machine has (20 or newer):
// a fresh clone, or one whose lock file changed, is installed first. The script that follows then already runs on the
// Node 24 that the `node` package puts first on PATH.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const stamp = join(root, "node_modules", ".installed");
const wanted = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");
const present = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";

if (present !== wanted) {
  console.log("Installing packages (npm ci) …");
  const npm = process.env.npm_execpath;
  const arguments_ = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const run = npm
    ? spawnSync(process.execPath, [npm, ...arguments_], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", arguments_, { cwd: root, stdio: "inherit" });
  if (run.status !== 0) process.exit(run.status ?? 1);
  writeFileSync(stamp, wanted);
}
