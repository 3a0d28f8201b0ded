import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hashPassword } from "#worker/features/auth/password";
import type { SeededAdmin, TwoProviders } from "../seed/two-providers.ts";
import { databaseFile, providerFile } from "../support/site/open-database.ts";
import { siteSecrets } from "../support/site/settings.ts";
import { Moments, moveDatabase } from "./moments.ts";
import { readRecording, type SitePorts } from "./recording.ts";

/**
 * Thirty days of trade that end now, for a folder that has no site yet; one that has goes on with its own. The last day ends up to a few
 * hours ago: nothing was recorded of nights.
 * @returns until when it was traded, UTC ms; null where the folder has a site
 */
export async function openTrade(dir: string, ports: SitePorts, now = Date.now()): Promise<number | null> {
  const marker = join(dir, "seeded.json");
  if (existsSync(marker)) return null;
  rmSync(join(dir, "state"), { recursive: true, force: true });
  const { since, days, files, at, ...recorded } = readRecording(now);
  const renamed = (["worker", "gateway", "router"] as const)
    .filter((part) => recorded.ports[part] !== ports[part])
    .flatMap((part) =>
      ["localhost", "127.0.0.1"].map(
        (host) => [`${host}:${recorded.ports[part]}`, `${host}:${ports[part]}`] as const,
      ),
    );
  const moments = new Moments({ since, days, renamed });
  let seeded: TwoProviders | undefined;
  for (const { name, contents } of files) {
    const path = join(dir, name);
    mkdirSync(dirname(path), { recursive: true });
    if (name.endsWith(".sqlite")) {
      writeFileSync(path, contents);
      moveDatabase(path, moments);
    } else {
      const text = moments.text(contents.toString("utf8"));
      if (path === marker) seeded = JSON.parse(text);
      else writeFileSync(path, text, { mode: 0o600 });
    }
  }
  if (!seeded) throw new Error("the recording has no providers");
  await givePasswords(dir, seeded);
  // Last: a folder whose opening was cut off is opened anew.
  writeFileSync(marker, JSON.stringify(seeded, null, 2), { mode: 0o600 });
  return at;
}

/** Their own in each folder, as in one without trade; who was signed in while it was recorded is not any more. */
async function givePasswords(dir: string, { demo, savanna, operator }: TwoProviders): Promise<void> {
  const { passwords } = siteSecrets(dir);
  const stateDir = join(dir, "state");
  const give = async (
    file: string,
    table: string,
    sessions: string,
    admin: SeededAdmin,
    password: string,
  ) => {
    admin.password = password;
    const hash = await hashPassword(password);
    const database = new DatabaseSync(file);
    database.prepare(`UPDATE ${table} SET password_hash = ?1 WHERE id = ?2`).run(hash, admin.id);
    database.exec(`DELETE FROM ${sessions}`);
    database.close();
  };
  await Promise.all([
    give(providerFile(stateDir, demo.id), "admins", "sessions", demo.admin, passwords.demo),
    give(providerFile(stateDir, savanna.id), "admins", "sessions", savanna.admin, passwords.savanna),
    give(databaseFile(stateDir) ?? "", "operators", "operator_sessions", operator, passwords.operator),
  ]);
}
