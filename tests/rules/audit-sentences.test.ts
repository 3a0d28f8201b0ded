import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { texts } from "#contract/texts";
import { filesIn } from "../support/import-graph.ts";

// A line of the audit is told by the sentence of its action, filled from the line's detail and subject (worker/contract/texts/activity.ts).

const root = join(import.meta.dirname, "../..");

const parametersOf = (action: string) =>
  [...(texts.en[action] ?? "").matchAll(/\{(\w+)/g)].map(([, name = ""]) => name);

test("who records an action names what its sentence is filled with", () => {
  const told = new Set<string>();
  const missing = filesIn(["worker/features"]).flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return [...source.matchAll(/"([a-z_]+\.[a-z_-]+)"/g)].flatMap(([, action = ""]) => {
      const parameters = parametersOf(action);
      if (parameters.length > 0) told.add(action);
      return parameters
        .filter((name) => !new RegExp(`\\b${name}\\b`).test(source))
        .map((name) => `${file}: ${action} tells no ${name}`);
    });
  });
  expect(told.size).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});
