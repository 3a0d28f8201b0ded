import { env } from "cloudflare:workers";
import { sha256 } from "#worker/keys";

type Row = Record<string, unknown>;

/**
 * A fingerprint of every row of every table, to show that a refused call changed nothing. When a session was last used
 * is not counted.
 * @param leaveOut tables that may change
 * @param onlyProvider only the rows of this provider
 */
export async function databaseChecksum(
  options: { leaveOut?: readonly string[]; onlyProvider?: string } = {},
): Promise<string> {
  const { leaveOut = [], onlyProvider } = options;
  const tables = (await allTables()).filter(({ name }) => !leaveOut.includes(name));
  const wanted = tables.filter(({ owned }) => onlyProvider === undefined || owned);
  const condition = onlyProvider === undefined ? "" : "WHERE provider_id = ?1";
  const results = await env.DB.batch<Row>(
    wanted.map(({ name }) => {
      const statement = env.DB.prepare(`SELECT * FROM "${name}" ${condition} ORDER BY rowid`);
      return onlyProvider === undefined ? statement : statement.bind(onlyProvider);
    }),
  );
  const rows = results.map((result) => result.results.map(({ last_seen_at: _used, ...row }) => row));
  return sha256(JSON.stringify(rows));
}

let known: { name: string; owned: boolean }[] | undefined;

async function allTables(): Promise<{ name: string; owned: boolean }[]> {
  known ??= (
    await env.DB.prepare(
      `SELECT name, sql LIKE '%provider_id%' AS owned FROM sqlite_master WHERE type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY name`,
    ).all<{ name: string; owned: number }>()
  ).results.map(({ name, owned }) => ({ name, owned: owned === 1 }));
  return known;
}
