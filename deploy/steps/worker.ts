import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bridgeSigning } from "../bridge-key.ts";
import { tryCanary, uploadedVersion } from "../canary.ts";
import { runningVersion } from "../deployments.ts";
import { openLimitMs } from "../open-providers.ts";
import type { Place, Step } from "../place.ts";
import { Refused } from "../refused.ts";
import { checkVersion, version, versionMessage } from "../release-version.ts";
import { runTool, wrangler } from "../run.ts";
import { root } from "../settings.ts";
import { configPath, writeConfig } from "../worker-config.ts";
import { deployedSecrets } from "./secrets.ts";
import { databaseId } from "./storage.ts";

const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** The commit that is deployed, as the versions' list at Cloudflare and a rollback show it. */
function commit(): { tag: string; subject: string } {
  const tag = git("rev-parse", "--short=10", "HEAD");
  const isChanged = git("status", "--porcelain") !== "";
  return {
    tag,
    subject: `${git("log", "-1", "--format=%s").slice(0, 60)}${isChanged ? " (with changes)" : ""}`,
  };
}

export const workerStep: Step = {
  name: "Worker",
  right: "Account → Workers Scripts → Edit, Zone → Workers Routes → Edit",
  async look(place) {
    await tryRoutes(place);
    const { tag, subject } = commit();
    return {
      make: `${place.worker} ${version}, ${tag} ${subject}: build, migrations of the database, then the new version with routes, queues and the minute's cron`,
      run: () => release(place),
    };
  },
};

/** Wrangler sets them last of all: a token that may not is refused before anything is made. */
async function tryRoutes({ api, zone }: Place): Promise<void> {
  for await (const _route of api.workers.routes.list({ zone_id: zone.id })) return;
}

/** Migrations come first and only add: the version that still runs goes on with them. */
async function release(place: Place): Promise<void> {
  await runTool("The build", "vite/bin/vite.js", ["build", "--logLevel", "warn"], {
    NODE_ENV: "production",
    ...bridgeSigning(),
  });
  const running = await runningVersion(place);
  checkVersion(running);
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
    const { tag, subject } = commit();
    const given = [...config, "--secrets-file", secrets, "--tag", tag, "--message", versionMessage(subject)];
    const upload = async () => {
      const said = join(folder, "uploaded.json");
      await wrangler("The upload", place, ["versions", "upload", ...given], {
        WRANGLER_OUTPUT_FILE_PATH: said,
      });
      return uploadedVersion(said);
    };
    if (running) await tryCanary(place, running, upload, { limitMs: openLimitMs(), say: console.log });
    await wrangler("The upload", place, ["deploy", ...given]);
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
