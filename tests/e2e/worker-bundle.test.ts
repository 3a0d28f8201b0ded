import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/site/processes.ts";
import { mostOfWorker as most } from "../support/worker-budget.ts";

// What is deployed as the worker. What an isolate loads at its start it compiles and evaluates before it answers anybody, at each cold
// start, of the entry and of objects alike (`npm run bench -- startup`): consoles' calls and sweeps come with the first that needs them.

type Chunk = { file: string; isEntry: boolean; bytes: number; modules: number; imports: string[] };

const chunks: Chunk[] = JSON.parse(readFileSync(join(root, "dist", "worker-chunks.json"), "utf8"));

const sum = (of: readonly Chunk[]) => ({
  bytes: of.reduce((total, { bytes }) => total + bytes, 0),
  modules: of.reduce((total, { modules }) => total + modules, 0),
});

function atStart(): Chunk[] {
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of loaded)
    for (const chunk of chunks) if (imports.includes(chunk.file)) loaded.add(chunk);
  return [...loaded];
}

test("the worker stays within its bytes and modules, at its start and in all", () => {
  for (const [name, chunksOf] of [["atStart", atStart()] as const, ["inAll", chunks] as const]) {
    const { bytes, modules } = sum(chunksOf);
    console.log(`${name}: ${bytes} bytes, ${modules} modules`);
    expect(bytes, name).toBeLessThanOrEqual(most[name].bytes);
    expect(modules, name).toBeLessThanOrEqual(most[name].modules);
  }
});
