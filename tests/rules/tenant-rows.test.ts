import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tenantTableNames } from "#worker/db/statement-rules";

// A provider's own tables lie apart from the platform's. Tests reach them through `tenantDatabase` (of
// tests/support/tenant-rows.ts in the worker, of `openDatabase` and the properties' fixture in Node), `rowsOfAllTenants`, `ownedRowsOfAll`
// and `readTenantRows`, and the platform's tables through `env.DB`, `d1` and `readRows`.

/** What tests the executors and their statement rules has both kinds of statements in one database. */
const ofTheRules = ["tests/worker/db/sql.test.ts", "tests/worker/db/statement-rules.test.ts"];

const root = join(import.meta.dirname, "../..");
const files = execFileSync("git", ["ls-files", "-z", "tests"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)))
  .filter((path) => !ofTheRules.includes(path) && !path.startsWith("tests/rules/"));

/** Where a statement goes to the platform's tables, and to a provider's: its text follows. */
const platformDoor =
  /(?:\benv\.DB|\bd1|\bfixture\.database)\s*\.(?:prepare|exec|query|script)\(|\b(?:readRows|changeRows)\(\s*[\w.]+(?:\(\))?,|\b(?:observed|stored)\.rows(?:<[^()]*>)?\(/g;
const tenantDoor =
  /(?:\btenantDatabase\((?:[^()]|\(\))*\)|\b(?:database|own))\s*\.(?:prepare|exec|query)\(|\b(?:rowsOfAllTenants|ownedRowsOfAll|tenantRows|rowsOfOthers)(?:<[^()]*>)?\(/g;
const text = /^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/;
const tables = tenantTableNames.join("|");
const tenantTable = new RegExp(`\\b(?:from|join|into|update|table|on)\\s+["\`]?(?:${tables})\\b`, "i");

const textAfter = (source: string, { 0: door, index }: RegExpExecArray) =>
  text.exec(source.slice(index + door.length))?.[0];

/** The texts that a file sends to the platform's tables; null where it sends one that stands elsewhere. */
const sent = (source: string): (string | null)[] =>
  [...source.matchAll(platformDoor)].map((found) => textAfter(source, found) ?? null);

/** The file without what it sends to a provider's tables. */
function withoutTenants(source: string): string {
  const own = [...source.matchAll(tenantDoor)].map((found) => textAfter(source, found) ?? "");
  return own.reduce(
    (rest, one) => rest.replace(one, ""),
    source.replace(/\bemptyTenantTables\([^()]*\)/g, ""),
  );
}

const offenders = (offends: (source: string) => boolean) =>
  files.filter((path) => offends(readFileSync(join(root, path), "utf8")));

test("no statement to the platform's tables names one of a provider's", () => {
  expect(offenders((source) => sent(source).some((one) => one !== null && tenantTable.test(one)))).toEqual(
    [],
  );
});

test("a statement to the platform's tables that is written elsewhere names none of a provider's", () => {
  const isElsewhere = (source: string) => sent(source).includes(null);
  expect(offenders((source) => isElsewhere(source) && tenantTable.test(withoutTenants(source)))).toEqual([]);
});

test("a table of the platform's that is chosen elsewhere is none of a provider's", () => {
  const isChosen = (one: string | null) =>
    one !== null && /\b(?:from|join|into|update)\s+["`]?\$\{/i.test(one);
  const named = new RegExp(`["'\`](?:${tables})["'\`]`);
  expect(offenders((source) => sent(source).some(isChosen) && named.test(withoutTenants(source)))).toEqual(
    [],
  );
});
