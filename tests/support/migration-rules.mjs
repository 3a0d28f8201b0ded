// Part of `npm run check`: prints every fault of migrations/*.sql and exits with 1 if there is one.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { migrationFaults, numberingFaults } from "./migration-rules.ts";

const folder = join(import.meta.dirname, "..", "..", "migrations");
const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
const journal = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
const faults = [
  ...numberingFaults(
    files,
    journal.entries.map((entry) => entry.tag),
  ),
  ...files.flatMap((name) => migrationFaults(name, readFileSync(join(folder, name), "utf8"))),
];
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log(`migrations: ${files.length} files, no faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
