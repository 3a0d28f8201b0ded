// Part of `npm run check`: prints every fault of migrations/*/*.sql and exits with 1 if there is one.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf, frozenFaults, migrationFiles, readReleased } from "../releases/frozen-migrations.ts";
import { isMended, mendedFaults, migrationFaults, numberingFaults, orderFaults } from "./migration-rules.ts";
import { Database } from "./sqlite.ts";

const root = join(import.meta.dirname, "..", "..");
const ofKinds = ["platform", "provider"].flatMap((kind) => {
  const folder = join(root, "migrations", kind);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
  const tags = entries.map((entry) => entry.tag);
  const found = files.flatMap((name) => migrationFaults(name, readFileSync(join(folder, name), "utf8")));
  const texts = new Map(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  // D1's are run by wrangler, which knows of no such file: a deployment stops before the new version where one fails.
  const mended =
    kind === "provider"
      ? mendedFaults(texts, madeBy)
      : files.filter(isMended).map((name) => `${name}: only providers' migrations can be mended so`);
  return [...numberingFaults(files, tags), ...orderFaults(entries), ...found, ...mended].map(
    (fault) => `${kind}: ${fault}`,
  );
});
const released = readReleased(root);
const faults = [...ofKinds, ...frozenFaults(released, migrationFiles(root)), ...tagFaults()];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The list of digests is held by the release's tag, where this clone has it. */
function tagFaults() {
  return Object.entries(released).flatMap(([version, digests]) =>
    Object.entries(digests).flatMap(([file, digest]) => {
      const shown = spawnSync("git", ["show", `v${version}:migrations/${file}`], {
        cwd: root,
        encoding: "utf8",
      });
      return shown.status !== 0 || digestOf(shown.stdout) === digest
        ? []
        : [`migrations/released.json tells another ${file} than the tag v${version} has`];
    }),
  );
}

/** What is in a database that these migrations made. */
function madeBy(texts) {
  const database = new Database();
  for (const text of texts) database.script(text.replaceAll("--> statement-breakpoint", ""));
  return JSON.stringify(
    database.query("SELECT type, name, sql FROM sqlite_master ORDER BY type, name", []).rows,
  );
}
