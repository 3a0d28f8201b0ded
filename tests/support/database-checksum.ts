import { env } from "cloudflare:workers";
import { platformBooks } from "#contract/values/platform-books";
import { tenantTableNames } from "#worker/db/statement-rules";
import { sha256 } from "#worker/keys";
import { tenantDatabase, tenantDatabases } from "./tenant-rows.ts";
import { writesSoFar } from "./written-rows.ts";

type Row = Record<string, unknown>;

/** They follow a provider's tables by themselves, some time after a change: by the alarm of its object, and so is that told of. */
const copies = [
  "provider_sales",
  "provider_reviews",
  "provider_refunds",
  "provider_payouts",
  "provider_alarms",
  "provider_snapshots",
];

type Options = { leaveOut?: readonly string[]; onlyProvider?: string };

/** The last one of each kind, and how many writes it knew: most calls that are probed write nothing, and a row costs its time to read. */
const last = new Map<string, { writes: number; checksum: Promise<string> }>();

/**
 * A fingerprint of every row of every table, to show that a refused call changed nothing. When a session was last used
 * is not counted, nor what was copied to the platform.
 * @param leaveOut tables that may change
 * @param onlyProvider only the rows of this provider
 */
export async function databaseChecksum(options: Options = {}): Promise<string> {
  const kind = JSON.stringify(options);
  const writes = await writesSoFar(platformBooks);
  const known = last.get(kind);
  if (known?.writes === writes) return known.checksum;
  // Probes that are sent at once ask at once, too: the rows are read for all of them together.
  const checksum = checksumOfRows(options);
  last.set(kind, { writes, checksum });
  return checksum;
}

async function checksumOfRows({ leaveOut = [], onlyProvider }: Options): Promise<string> {
  const counts = (name: string) => !leaveOut.includes(name);
  const platform = (await platformTables()).filter(({ owned }) => onlyProvider === undefined || owned);
  const names = platform.map(({ name }) => name).filter((name) => counts(name) && !copies.includes(name));
  const rows = await rowsIn(env.DB, names, onlyProvider);
  const databases = onlyProvider === undefined ? await tenantDatabases() : [tenantDatabase(onlyProvider)];
  for (const database of databases) rows.push(...(await rowsIn(database, tenantTableNames.filter(counts))));
  return sha256(JSON.stringify(rows));
}

async function rowsIn(
  database: D1Database,
  tables: readonly string[],
  onlyProvider?: string,
): Promise<Row[][]> {
  const results = await database.batch<Row>(
    tables.map((name) =>
      onlyProvider === undefined
        ? database.prepare(`SELECT * FROM "${name}"`)
        : database.prepare(`SELECT * FROM "${name}" WHERE provider_id = ?1`).bind(onlyProvider),
    ),
  );
  return results.map((result) =>
    result.results.map(({ last_seen_at: _used, copied_rev: _copied, ...row }) => row),
  );
}

let known: { name: string; owned: boolean }[] | undefined;

async function platformTables(): Promise<{ name: string; owned: boolean }[]> {
  known ??= (
    await env.DB.prepare(
      `SELECT name, sql LIKE '%provider_id%' AS owned FROM sqlite_master WHERE type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`,
    ).all<{ name: string; owned: number }>()
  ).results
    .filter(({ name }) => !tenantTableNames.includes(name))
    .map(({ name, owned }) => ({ name, owned: owned === 1 }));
  return known;
}
