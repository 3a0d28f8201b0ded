// Part of `npm run check`: prints every fault of migrations/*/*.sql and exits with 1 if there is one.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrationFaults, numberingFaults } from "./migration-rules.ts";

const faults = ["platform", "provider"].flatMap((kind) => {
  const folder = join(import.meta.dirname, "..", "..", "migrations", kind);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const journal = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
  const tags = journal.entries.map((entry) => entry.tag);
  const found = files.flatMap((name) => migrationFaults(name, readFileSync(join(folder, name), "utf8")));
  return [...numberingFaults(files, tags), ...found].map((fault) => `${kind}: ${fault}`);
});
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
