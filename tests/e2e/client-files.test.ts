import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { english } from "#web/portal/messages/en.ts";
import { swahili } from "#web/portal/messages/sw.ts";
import { securityHeaders } from "../support/security-headers.ts";

// The files that a visitor's browser is given, as they were built.

const folder = join(import.meta.dirname, "../../dist/client");
type Manifest = Record<string, { file: string; imports?: string[]; isDynamicEntry?: boolean }>;
const manifest: Manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
const read = (file: string) => readFileSync(join(folder, file), "utf8");

/** An entry, and every file that it fetches at once. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const found = manifest[key];
  if (!found) throw new Error(`there is no ${key}`);
  if (seen.has(found.file)) return seen;
  seen.add(found.file);
  for (const one of found.imports ?? []) filesOf(one, seen);
  return seen;
}
/** As it travels; the letters of other files' names, which are chance, weigh as much as a hundred bytes more or less. */
const weightOf = (file: string) =>
  brotliCompressSync(read(file).replaceAll(/-[\w-]{8}\.js/g, "-00000000.js")).length;
const textOf = (key: string) => [...filesOf(key)].map(read).join("\n");

describe.each([
  ["en", english, swahili],
  ["sw", swahili, english],
])("the script of the page in %s", (language, words, others) => {
  const entry = `web/portal/client-${language}.ts`;

  it("weighs at most 76,000 bytes as it travels, in at most two files, and home fetches no other", () => {
    expect(textOf(entry)).toContain("initiate");
    const weights = [...filesOf(entry)].map(weightOf);
    expect(weights.length).toBeLessThanOrEqual(2);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(76_000);
  });

  it("has the words of its own language and no other", () => {
    expect(textOf(entry)).toContain(words.home.choose);
    expect(textOf(entry)).not.toContain(others.home.choose);
  });

  it("leaves what is rarely seen to files of their own", () => {
    const rare = Object.keys(manifest).filter((key) => manifest[key]?.isDynamicEntry);
    expect(rare.sort()).toEqual([
      "web/portal/messages/later-en.ts",
      "web/portal/messages/later-sw.ts",
      "web/portal/parts/legal-addresses.tsx",
      "web/portal/screens/ads.tsx",
      "web/portal/screens/buy.tsx",
      "web/portal/screens/notice.tsx",
      "web/portal/screens/pairing.tsx",
      "web/portal/screens/purchase.tsx",
      "web/portal/screens/trial.tsx",
    ]);
    for (const key of rare) expect([...filesOf(entry)]).not.toContain(manifest[key]?.file);
  });
});

it("no file carries the server's schemas", () => {
  for (const { file } of Object.values(manifest)) {
    expect(read(file), file).not.toMatch(/ZodType|ZodError|_zod|safeParse/);
  }
});

it("answers carry what the worker's answers carry, though the worker never sees them", () => {
  const lines = read("_headers").split("\n");
  expect(lines[0]).toBe("/assets/*");
  for (const [name, value] of Object.entries(securityHeaders)) expect(lines).toContain(`  ${name}: ${value}`);
  expect(lines).toContain("  cache-control: public, max-age=31536000, immutable");
});
