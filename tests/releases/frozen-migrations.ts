import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** By release the SHA-256 of each migration that it brought, in hex: `{ "0.2.0": { "platform/0000_baseline.sql": "…" } }`. */
export type Released = Record<string, Record<string, string>>;

const releasedPath = (root: string) => join(root, "migrations", "released.json");
export const readReleased = (root: string): Released => JSON.parse(readFileSync(releasedPath(root), "utf8"));

/** Migrations of both kinds and their journals, by their path below migrations/. */
export function migrationFiles(root: string): Map<string, string> {
  const kinds = ["platform", "provider"] as const;
  const files = kinds.flatMap((kind) =>
    readdirSync(join(root, "migrations", kind))
      // What mends a released one may itself be mended: its result is held by `mendedFaults`.
      .filter((name) => name.endsWith(".sql") && !name.endsWith(".mended.sql"))
      .map((name) => `${kind}/${name}`),
  );
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, "migrations", file), "utf8")]));
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** From now on they are never changed: databases that had them would not get the change. */
export function freezeMigrations(root: string, version: string): void {
  const { [version]: _again, ...released } = readReleased(root);
  const frozen = new Set(Object.values(released).flatMap((files) => Object.keys(files)));
  const fresh = [...migrationFiles(root)].filter(([file]) => !frozen.has(file));
  const digests = Object.fromEntries(fresh.map(([file, text]) => [file, digestOf(text)]));
  writeFileSync(releasedPath(root), `${JSON.stringify({ ...released, [version]: digests }, null, 2)}\n`);
}

/** @returns what is not as it was released, a sentence each */
export function frozenFaults(released: Released, files: ReadonlyMap<string, string>): string[] {
  return Object.entries(released).flatMap(([version, digests]) =>
    Object.entries(digests).flatMap(([file, digest]) => {
      const text = files.get(file);
      if (text === undefined) return [`${file} is gone: ${version} was released with it`];
      return digestOf(text) === digest
        ? []
        : [
            `${file} changed since ${version} was released: databases that have it get no change, add a migration`,
          ];
    }),
  );
}
