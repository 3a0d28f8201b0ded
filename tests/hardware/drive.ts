import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { phoneQuestions } from "./phone-questions.ts";
import { clean, type Question } from "./question.ts";
import type { RouterLine, Said } from "./router-line.ts";
import { routerQuestions } from "./router-questions.ts";

/** What one router answered, as it is kept. */
export type Result = {
  router: { board: string; version: string; architecture: string };
  at: string;
  answers: Record<string, string>;
  transcript: Said[];
};

export const questions: readonly Question[] = [...routerQuestions, ...phoneQuestions];

const folder = join(import.meta.dirname, "results");
const readme = join(import.meta.dirname, "README.md");
const [from, to] = ["<!-- answers -->", "<!-- end of answers -->"];

/** Asks everything that can be asked here. @param mac of a phone on the hotspot; null leaves out what takes one */
export async function drive(
  line: RouterLine,
  { mac, waitMs, say }: { mac: string | null; waitMs: number; say(text: string): void },
): Promise<Result> {
  const left = await clean(line);
  if (left > 0) say(`${left} rows of an earlier run were removed.`);
  const [box = {}] = await line.rows("/system/resource/print");
  const answers: Record<string, string> = {};
  for (const { id, asks, answer } of mac === null ? routerQuestions : questions) {
    // One that fails keeps no other from being asked.
    answers[id] = await answer({ line, mac, waitMs }).catch(
      (cause) => `failed: ${String(cause.message ?? cause)}`,
    );
    say(`${asks}\n    ${answers[id]}`);
  }
  await clean(line);
  return {
    router: {
      board: box["board-name"] ?? "unknown",
      version: box.version ?? "unknown",
      architecture: box["architecture-name"] ?? "unknown",
    },
    at: new Date().toISOString(),
    answers,
    transcript: line.transcript,
  };
}

/** Keeps a result beside the others, and writes the table anew. @returns the file */
export function keep(result: Result): string {
  const { board, version } = result.router;
  const name = `${board}-${version}`.replaceAll(/[^\w.]+/g, "-").replace(/-$/, "");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
  const text = readFileSync(readme, "utf8");
  const [head = "", rest = ""] = text.split(from);
  const [, tail = ""] = rest.split(to);
  writeFileSync(readme, `${head}${from}\n${table(questions, keptResults())}\n${to}${tail}`);
  return file;
}

export function keptResults(): Result[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Result);
}

/** A row for each question, a column for each router. */
export function table(asked: readonly Question[], results: readonly Result[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const routers = results.map(({ router }) => `${router.board}, ${router.version}`);
  return [
    row(["Question", ...routers]),
    row(["---", ...routers.map(() => "---")]),
    ...asked.map(({ id, asks }) => row([asks, ...results.map(({ answers }) => answers[id] ?? "not asked")])),
  ].join("\n");
}
