/** What a migration must not hold: they run before the deploy, under the worker of yesterday, and only add. */
const forbidden: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+table\b/i, "DROP TABLE loses rows that the running worker still reads"],
  [/\bdrop\s+column\b/i, "DROP COLUMN breaks the running worker"],
  [/\bdrop\s+index\b/i, "DROP INDEX breaks a running worker that reads by it (INDEXED BY)"],
  [/\brename\s+(to|column)\b/i, "RENAME breaks the running worker"],
  [/__new_/i, "__new_ is drizzle rebuilding a table: triggers and rows are lost on the way"],
  [/\bpragma\s+(defer_)?foreign_keys\b/i, "PRAGMA foreign_keys lets rows in that refer to nothing"],
  [/\bon\s+(delete|update)\s+cascade\b/i, "CASCADE removes history that nobody asked to remove"],
];

/** @returns what is wrong with one migration, a sentence each */
export function migrationFaults(name: string, sql: string): string[] {
  const plain = sql.replace(/--> statement-breakpoint/g, "\u0000").replace(/--.*$/gm, "");
  const faults = forbidden.filter(([pattern]) => pattern.test(plain)).map(([, why]) => `${name}: ${why}`);
  for (const statement of plain.split("\u0000")) {
    const texts = statement.replace(/'[^']*'/g, "''");
    // What stands between BEGIN and the last END is one trigger's.
    const flat = texts.replace(/\bbegin\b[\s\S]*\bend\b/gi, "");
    const triggers = texts.match(/\bcreate\s+trigger\b/gi) ?? [];
    if (triggers.length > 1 || /;\s*[^\s;]/.test(flat)) {
      faults.push(
        `${name}: two statements without "--> statement-breakpoint" between them, the second never runs`,
      );
    }
  }
  return faults;
}

/** @returns what is wrong with the moments of a journal: each later than the one before, or a database that has that one never gets it */
export function orderFaults(entries: readonly { tag: string; when: number }[]): string[] {
  return entries.flatMap(({ tag, when }, at) => {
    const before = entries[at - 1];
    return before && when <= before.when
      ? [`${tag}: its "when" is not after that of ${before.tag}, so that it would never run`]
      : [];
  });
}

const mended = ".mended.sql";
export const isMended = (file: string): boolean => file.endsWith(mended);

/**
 * @param run makes an empty database by these texts, and lists what is in it @param texts of a provider's migrations, by their names
 * @returns what is wrong with those that run in the place of a released one: what they make is what that one makes
 */
export function mendedFaults(
  texts: ReadonlyMap<string, string>,
  run: (texts: readonly string[]) => string,
): string[] {
  const names = [...texts.keys()].filter((name) => !isMended(name)).sort();
  const made = (mending: string | null) =>
    run(
      names.flatMap((name) => {
        const isIt = mending !== null && name === `${mending.slice(0, -mended.length)}.sql`;
        return texts.get(isIt ? mending : name) ?? [];
      }),
    );
  return [...texts.keys()].filter(isMended).flatMap((name) => {
    if (!texts.has(`${name.slice(0, -mended.length)}.sql`))
      return [`${name}: there is no migration of this name`];
    return made(name) === made(null) ? [] : [`${name}: makes other tables than the migration that it mends`];
  });
}

/** @returns what is wrong with the numbering: `0000_name.sql`, no gap, no number twice, each in the journal */
export function numberingFaults(all: readonly string[], journalTags: readonly string[]): string[] {
  const faults: string[] = [];
  const files = all.filter((file) => !isMended(file));
  for (const [index, file] of [...files].sort().entries()) {
    const number = String(index).padStart(4, "0");
    if (!file.startsWith(`${number}_`)) faults.push(`${file}: the next number is ${number}`);
    if (!journalTags.includes(file.replace(/\.sql$/, "")))
      faults.push(`${file}: not in migrations/meta/_journal.json`);
  }
  for (const tag of journalTags) {
    if (!files.includes(`${tag}.sql`)) faults.push(`${tag}: in the journal, but there is no such file`);
  }
  return faults;
}
