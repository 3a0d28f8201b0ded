import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bridgeSigning } from "../bridge-key.ts";
import type { Place, Step } from "../place.ts";
import { Refused } from "../refused.ts";
import { runTool, wrangler } from "../run.ts";
import { root } from "../settings.ts";
import { configPath, writeConfig } from "../worker-config.ts";
import { deployedSecrets } from "./secrets.ts";
import { databaseId } from "./storage.ts";

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** The commit that is deployed, as the versions' list at Cloudflare and a rollback show it. */
function version(): { tag: string; message: string; shown: string } {
  const tag = git("rev-parse", "--short=10", "HEAD");
  const isChanged = git("status", "--porcelain") !== "";
  const message = `${git("log", "-1", "--format=%s").slice(0, 60)}${isChanged ? " (with changes)" : ""}`;
  return { tag, message, shown: `${tag} ${message}` };
}

export const workerStep: Step = {
  name: "Worker",
  right: "Account → Workers Scripts → Edit, Zone → Workers Routes → Edit",
  async look(place) {
    return {
      make: `${place.worker}, ${version().shown}: build, migrations of the database, then the new version with routes, queues and the minute's cron`,
      run: () => release(place),
    };
  },
};

/** Migrations come first and only add: the version that still runs goes on with them. */
async function release(place: Place): Promise<void> {
  await runTool("The build", "vite/bin/vite.js", ["build", "--logLevel", "warn"], {
    NODE_ENV: "production",
    ...bridgeSigning(),
  });
  const id = await databaseId(place);
  if (!id) throw new Refused(`The database ${place.database} is gone. Run the same command again.`);
  writeConfig(place, id);
  const config = ["--config", configPath(place.environment)];
  await wrangler("The migration of the database", place, [
    "d1",
    "migrations",
    "apply",
    "DB",
    "--remote",
    ...config,
  ]);
  const folder = mkdtempSync(join(tmpdir(), "mlango-deploy-"));
  try {
    const secrets = join(folder, "secrets.json");
    writeFileSync(secrets, JSON.stringify(await secretsToSend(place)), { mode: 0o600 });
    const { tag, message } = version();
    const said = ["--tag", tag, "--message", message];
    await wrangler("The upload", place, ["deploy", ...config, "--secrets-file", secrets, ...said]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** NAME_SECRET is sent once: another one would name other rows and objects, and everything would seem lost. */
async function secretsToSend(place: Place): Promise<Record<string, string>> {
  const { NAME_SECRET, ...secrets } = place.settings.secrets();
  const isThere = (await deployedSecrets(place)).has("NAME_SECRET");
  return isThere || !NAME_SECRET ? secrets : { ...secrets, NAME_SECRET };
}
