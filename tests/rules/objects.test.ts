import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/site/processes.ts";

test("no object holds up its calls: one that leads back to it would stand still for 30 s and end it", () => {
  const files = globSync("worker/**/*.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(300);
  const found = files.filter((path) =>
    readFileSync(join(root, path), "utf8").includes("blockConcurrencyWhile"),
  );
  expect(found).toEqual([]);
});
