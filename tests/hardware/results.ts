import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { questions, type Result } from "./drive.ts";
import type { Question } from "./question.ts";

// What routers answered, as it is committed: a file for each, and a table of all in README.md.

export const results = join(import.meta.dirname, "results");
export const readme = join(import.meta.dirname, "README.md");
const [from, to] = ["<!-- answers -->", "<!-- end of answers -->"];

/** Puts a result beside the others; one of the same router and version is replaced. @returns the file */
export function keep(result: Result, folder = results): string {
  const { board, version } = result.router;
  const name = `${board}-${version}`.replaceAll(/[^\w.]+/g, "-").replace(/-$/, "");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const { transcript, ...about } = result;
  const head = JSON.stringify(about, null, 1).slice(0, -2);
  // A line for each sentence, so that a person can read them and a later run shows what it changed.
  const said = transcript.map((one) => `  ${JSON.stringify(one)}`).join(",\n");
  writeFileSync(file, `${head},\n "transcript": [\n${said}\n ]\n}\n`);
  return file;
}

export function keptResults(folder = results): Result[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Result);
}

/** The page with the table of these. */
export function withTable(page: string, kept: readonly Result[]): string {
  const [head = "", rest = ""] = page.split(from);
  const [, tail = ""] = rest.split(to);
  return `${head}${from}\n${table(questions, kept)}\n${to}${tail}`;
}

export function writeTable(): void {
  writeFileSync(readme, withTable(readFileSync(readme, "utf8"), keptResults()));
}

/** A row for each question, with what hangs on it; a column for each router. */
export function table(asked: readonly Question[], kept: readonly Result[]): string {
  const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
  const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const routers = kept.map(({ router }) => `${router.board}, ${router.version}`);
  const heads = ["Name", "Question", "What hangs on it", ...routers];
  return [
    row(heads),
    row(heads.map(() => "---")),
    ...asked.map(({ id, asks, settles }) =>
      row([`\`${id}\``, asks, settles, ...kept.map(({ answers }) => answers[id] ?? "not asked")]),
    ),
  ].join("\n");
}
