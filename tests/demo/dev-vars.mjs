// Runs before `npm run dev`: what the development server needs and a clone does not have, a root secret of its own and a
// migrated database.
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const vars = join(root, ".dev.vars");
if (!existsSync(vars))
  writeFileSync(vars, `ROOT_SECRET="${randomBytes(32).toString("hex")}"\n`, { mode: 0o600 });

const wrangler = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
const node = join(root, "node_modules", ".bin", "node");
const env = { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" };
const run = spawnSync(node, [wrangler, "d1", "migrations", "apply", "DB", "--local"], {
  cwd: root,
  env,
  stdio: "inherit",
});
process.exit(run.status ?? 1);
