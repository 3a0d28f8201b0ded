import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Sql } from "../../db/sql.ts";

export type Row = Record<string, string | number | null>;

export type CommandDatabase = {
  /** One transaction; the rows of each statement, in order. */
  batch(statements: readonly Sql[]): Promise<Row[][]>;
  close(): Promise<void>;
};

const root = join(import.meta.dirname, "..", "..", "..");
const configPath = join(root, "wrangler.toml");

/** It may be running meanwhile. @param localDir where `npm start` keeps its state @throws AppError unavailable without one */
export async function openLocalDatabase(localDir: string): Promise<CommandDatabase> {
  const state = resolve(root, localDir, "state");
  if (!existsSync(state)) {
    throw new Error(`There is no local database in ${state} yet. Run npm start once, then try again.`);
  }
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const { unstable_readConfig } = await import("wrangler");
  const config: { d1_databases: { binding: string; database_id?: string }[] } = unstable_readConfig({
    config: configPath,
  });
  const configured = config.d1_databases.find(({ binding }) => binding === "DB");
  if (!configured?.database_id) throw new Error("wrangler.toml names no database DB");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      cf: false,
      resourcePersistencePath: state,
      telemetry: { enabled: false },
      workers: [
        {
          name: "superadmin",
          compatibilityDate: "2026-09-01",
          modules: true,
          script: "export default { fetch: () => new Response() }",
          d1Databases: { DB: configured.database_id },
        },
      ],
    }),
  );
  const d1 = await miniflare.getD1Database("DB");
  return {
    async batch(statements) {
      const bound = statements.map((statement) => {
        const { sql, params } = statement.query();
        return d1.prepare(sql).bind(...params);
      });
      try {
        return (await d1.batch<Row>(bound)).map((result) => result.results);
      } catch (cause) {
        const said = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`The local database refused: ${said}. Run npm start once, then try again.`);
      }
    },
    close: () => miniflare.dispose(),
  };
}

/** The configuration of a deployment of this checkout. @throws Error before its first one */
export function deployedConfig(environment: "production" | "staging"): string {
  const path = join(root, "dist", "mlango", `wrangler.${environment}.json`);
  if (existsSync(path)) return path;
  const flag = environment === "staging" ? " -- --staging" : "";
  throw new Error(`This checkout was not deployed yet. Run npm run deploy${flag} first.`);
}

/** @param flags `["--remote"]` for the account of the configuration @throws AppError unavailable from `batch` */
export function openWranglerDatabase(flags: readonly string[], config = configPath): CommandDatabase {
  const wrangler = join(root, "node_modules", "wrangler", "bin", "wrangler.js");
  return {
    async batch(statements) {
      const sql = statements.map(asText).join(";\n");
      const parts = [
        "d1",
        "execute",
        "DB",
        "--config",
        config,
        "--json",
        "--yes",
        ...flags,
        "--command",
        sql,
      ];
      const { stdout } = await promisify(execFile)(process.execPath, [wrangler, ...parts], {
        env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true" },
      }).catch((cause: { stdout?: string; stderr?: string }) => {
        const said = (cause.stdout || cause.stderr || "").trim();
        throw new Error(`wrangler could not reach the database. ${errorText(said)}`);
      });
      const answer: { results: Row[] }[] = JSON.parse(stdout);
      return answer.map(({ results }) => results);
    },
    close: () => Promise.resolve(),
  };
}

/** With `--json` wrangler says what went wrong as `{error: {text}}`. */
function errorText(said: string): string {
  return /"text": "((?:[^"\\]|\\.)*)"/.exec(said)?.[1]?.replace(/\\n/g, "\n") ?? said;
}

/** SQLite literals: only a quote means anything inside a quoted text. */
function asText(statement: Sql): string {
  const { sql, params } = statement.query();
  return sql.replace(/\?(\d+)/g, (_place, number) => {
    const value = params[Number(number) - 1] ?? null;
    if (value === null) return "NULL";
    return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
  });
}
