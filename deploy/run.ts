import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Place } from "./place.ts";
import { Refused } from "./refused.ts";
import { root } from "./settings.ts";

/** Runs a tool of the installed packages, showing its output. @throws Refused with what failed */
export async function runTool(
  what: string,
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  const child = spawn(process.execPath, [join(root, "node_modules", ...script.split("/")), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Refused(
      `${what} failed (see above). What was made before stays; mend it and run the same command again.`,
    );
}

export function wrangler(
  what: string,
  place: Pick<Place, "accountId">,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  return runTool(what, "wrangler/bin/wrangler.js", args, {
    ...env,
    CLOUDFLARE_ACCOUNT_ID: place.accountId,
    WRANGLER_SEND_METRICS: "false",
    // Nothing is asked: every answer stands in the configuration.
    CI: "1",
  });
}
