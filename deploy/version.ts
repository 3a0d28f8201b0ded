import { execFileSync } from "node:child_process";
import { root } from "./settings.ts";

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** The commit that is deployed, as the versions' list at Cloudflare and a rollback show it. */
export function version(): { tag: string; message: string; shown: string } {
  const tag = git("rev-parse", "--short=10", "HEAD");
  const isChanged = git("status", "--porcelain") !== "";
  const message = `${git("log", "-1", "--format=%s").slice(0, 60)}${isChanged ? " (with changes)" : ""}`;
  return { tag, message, shown: `${tag} ${message}` };
}
