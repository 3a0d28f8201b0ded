import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/site/processes.ts";

// What is deployed as the worker. What an isolate loads at its start it compiles and evaluates before it answers anybody, at each cold
// start, of the entry and of objects alike (`npm run bench -- startup`): consoles' calls and sweeps come with the first that needs them.

type Chunk = { file: string; isEntry: boolean; bytes: number; modules: number; imports: string[] };

const chunks: Chunk[] = JSON.parse(readFileSync(join(root, "dist", "worker-chunks.json"), "utf8"));

/**
 * A budget goes down with each saving, and up only for what visitors, gateways or bridges need: at the start for receipts and codes that are
 * paid with credits, 4 KB, three migrations of a provider's database, 4.5 KB, and the choice of a second SMS service with a migration,
 * 3 KB: what speaks it comes with its first message; for offers, to which a buyer agrees and which a link ends, 12 KB with their texts and a
 * migration; for lines, 19 KB: tables, a migration, texts, what bridges say of them and what a payment into an account writes. In all for the backup, 33 KB, for what an owner is told, 17 KB, for credits and the
 * shilling guard, 62 KB, for the second SMS service, 8 KB, for campaigns, 25 KB, for lines and customers with their page, 53 KB, of which next to nothing is loaded at the start.
 */
const most = { atStart: { bytes: 1_356_000, modules: 631 }, inAll: { bytes: 2_580_000, modules: 1_328 } };

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
