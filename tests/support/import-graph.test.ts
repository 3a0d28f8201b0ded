import { expect, test } from "vitest";
import { fileOf, ImportGraph, specifiersOf } from "./import-graph.ts";

test("what a text imports is read from it, types left out", () => {
  const text = `import { env } from "cloudflare:workers";
import type { Plan } from "#contract/plans";
import { type Terms, terms } from "./terms.ts";
import {
  first,
  second,
} from "../two.ts";
import "./style.css";
export * from "./door.ts";
export type { Kind } from "./kind.ts";
const late = await import("@peculiar/x509");
let types: typeof import("./only-types.ts");
const words = 'said: from "nobody"';
`;
  const found = [
    "cloudflare:workers",
    "./terms.ts",
    "../two.ts",
    "./style.css",
    "./door.ts",
    "@peculiar/x509",
  ];
  expect(specifiersOf(text)).toEqual(found);
});

test("a name leads to the file that it means", () => {
  expect(fileOf("#contract/plans", "tests/worker/plans/plans.test.ts")).toBe("worker/contract/plans.ts");
  expect(fileOf("../../support/sell.ts", "tests/worker/plans/plans.test.ts")).toBe("tests/support/sell.ts");
  expect(fileOf("#web/portal/flow.ts", "tests/web/flow.test.ts")).toBe("web/portal/flow.ts");
  expect(fileOf("./main.css?inline", "worker/http/page.ts")).toBe("worker/http/main.css");
  expect(fileOf("zod", "worker/env.ts")).toBeNull();
});

test("a glob is an import of what it finds", () => {
  const { texts } = new ImportGraph().importsOf("worker/db/migrate.ts");
  expect(texts).toContain("migrations/provider/0000_baseline.sql");
  const { files } = new ImportGraph().importsOf("tests/contract/endpoints.test.ts");
  expect(files).toContain("worker/contract/plans.ts");
});

test("the worker's entry reaches what answers its calls", () => {
  const reached = new ImportGraph().reachedFrom(["worker/index.ts"]);
  for (const file of [
    "worker/features/plans/save-plan.ts",
    "worker/contract/plans.ts",
    "web/portal/server.tsx",
  ])
    expect(reached).toContain(file);
});
