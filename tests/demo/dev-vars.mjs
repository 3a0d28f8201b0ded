// Runs before `npm run dev`: what the development server needs and a clone does not have, secrets of its own and a migrated
// database.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const vars = join(root, ".dev.vars");
const kept = existsSync(vars) ? readFileSync(vars, "utf8") : "";
for (const name of ["ROOT_SECRET", "NAME_SECRET"])
  if (!new RegExp(`^${name}=`, "m").test(kept))
    appendFileSync(vars, `${name}="${randomBytes(32).toString("hex")}"\n`, { mode: 0o600 });

const wrangler = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
const node = join(root, "node_modules", ".bin", "node");
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
const run = spawnSync(node, [wrangler, "d1", "migrations", "apply", "DB", "--local"], {
  cwd: root,
  env,
  stdio: "inherit",
});
process.exit(run.status ?? 1);
