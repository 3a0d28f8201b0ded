import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/site/processes.ts";

const files = globSync("worker/**/*.ts", { cwd: root });
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

test("objects are asked by a context alone, which makes all of them in one place", () => {
  const found = files.flatMap((path) =>
    [...textOf(path).matchAll(/.*\b(?:getByName|idFromName|idFromString|newUniqueId|jurisdiction)\(.*/g)]
      .map(([line]) => line.trim())
      .filter((line) => !/\b(?:ctx|context)\.env\.[A-Z_]+\.getByName\(/.test(line))
      .map((line) => `${path}: ${line}`),
  );
  expect(found).toEqual([
    "worker/context.ts: return id === here?.id ? here.object : env.PROVIDER.getByName(id);",
    "worker/objects.ts: (kind) => [kind, { getByName: (name: string) => env[kind].getByName(name, where) }] as const,",
  ]);
  const kinds = [...textOf("wrangler.toml").matchAll(/^name = "(\w+)"\nclass_name/gm)].map(
    ([, name]) => name,
  );
  expect(kinds).toHaveLength(9);
  for (const kind of kinds) expect(textOf("worker/objects.ts")).toContain(`  "${kind}",\n`);
});

test("no object holds up its calls: one that leads back to it would stand still for 30 s and end it", () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((path) => textOf(path).includes("blockConcurrencyWhile"));
  expect(found).toEqual([]);
});
