import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, readScript, type Statement, type Value } from "./reader.ts";

// Which menus, verbs, arguments and fields a script names, and which versions of RouterOS know them. The facts stand in words.tsv.

/**
 * `ip/service/set`, `ip/service/set disabled`, or `ip/service .name` for what `get` and conditions name. Guarded: the script goes on, or
 * says what is missing, where the router does not know it.
 */
type Word = { word: string; isGuarded: boolean };

const lines = readFileSync(join(import.meta.dirname, "words.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

/** By their trees; "6" by manual. */
export const trees = [
  ...["7.9", "7.10.2", "7.12.2", "7.14.3", "7.16.2", "7.17.1", "7.18.2"],
  ...["7.19.6", "7.20.8", "7.21.5", "7.22.3", "7.23.3", "7.24"],
];

const table = new Map(
  lines.map((line) => {
    const [word = "", known = ""] = line.split("\t");
    return [word, new Set(known.split(" ").flatMap((one) => (one === "7" ? trees : [one])))];
  }),
);

const isApi = (line: string) => line.endsWith("\tAPI");
const wordIn = (line: string) => line.split("\t")[0] ?? "";

/** What scripts name; what the bridge alone names. */
export const scriptWords: readonly string[] = lines.filter((line) => !isApi(line)).map(wordIn);
export const apiWords: readonly string[] = lines.filter(isApi).map(wordIn);

/** The versions that know it. */
export const knownIn = (word: string): ReadonlySet<string> => table.get(word) ?? new Set();

const commands: ReadonlySet<string> = new Set([...table.keys()].filter((word) => !word.includes(" ")));

/** Of the script language itself. */
const language = new Set([
  ...["local", "set", "len", "pick", "find", "typeof", "put", "delay", "tostr", "error", "return"],
]);

/** @throws SyntaxError for what the reader can't read */
export function wordsOf(script: string): Word[] {
  const found: Word[] = [];
  new Walk((word) => found.push(word)).all(readScript(script), false, null);
  return found;
}

type Here = string | null;

class Walk {
  private readonly tell: (word: Word) => void;

  constructor(tell: (word: Word) => void) {
    this.tell = tell;
  }

  /** @param isCaught whether an error here is caught */
  all(statements: readonly Statement[], isCaught: boolean, here: Here): void {
    for (const one of statements) this.statement(one, isCaught, here);
  }

  private statement(one: Statement, isCaught: boolean, here: Here): void {
    if (one.kind === "command") this.command(one.command, isCaught, here);
    if (one.kind === "run") this.value(one.value, isCaught, here);
    if (one.kind === "block") this.all(one.body, isCaught, here);
    if (one.kind === "if") {
      this.value(one.condition, isCaught, here);
      this.all([...one.then, ...one.otherwise], isCaught, here);
    }
    if (one.kind === "each") {
      this.value(one.among, isCaught, here);
      this.all(one.body, isCaught, here);
    }
    if (one.kind === "do") {
      this.all(one.body, true, here);
      this.all(one.onError, isCaught, here);
    }
  }

  private value(value: Value, isCaught: boolean, here: Here): void {
    if (value.kind === "command") this.command(value.command, isCaught, here);
    if (value.kind === "operation")
      for (const side of [value.left, value.right]) this.value(side, isCaught, here);
    if (value.kind === "parsed") {
      this.value(value.source, isCaught, here);
      // What is parsed when it runs fails when it runs: only there an unknown word can be caught.
      this.parsed(textOf(value.source), isCaught);
    }
  }

  private parsed(source: string, isGuarded: boolean): void {
    const tell = ({ word, isGuarded: within }: Word) => this.tell({ word, isGuarded: within || isGuarded });
    new Walk(tell).all(readScript(source), false, null);
  }

  private command({ path, args }: Command, isCaught: boolean, here: Here): void {
    const tell = (word: string) => this.tell({ word, isGuarded: false });
    const [first = ""] = path;
    if (first.startsWith(":")) {
      if (!language.has(first.slice(1))) tell(first);
      for (const { value } of args) this.value(value, isCaught, here);
      return;
    }
    const whole = first.startsWith("/") ? path.join("/").slice(1) : `${here}/${path.join("/")}`;
    const name = this.named(whole === "ping" ? "tool/ping" : whole);
    tell(name);
    const [menu, verb] = [name.split("/").slice(0, -1).join("/"), name.split("/").at(-1)];
    const words = whole.split("/").slice(name.split("/").length);
    const given = [...words, ...args.flatMap((one) => (one.name === null ? [textOf(one.value)] : []))];
    if (verb === "get") tell(`${menu} .${given.at(-1) ?? ""}`);
    for (const { name: argument, value } of args) {
      if (argument !== null) tell(verb === "find" ? `${menu} .${argument}` : `${name} ${argument}`);
      this.value(value, isCaught, menu);
      // Behind what stands there already.
      if (name === "system/script/set" && argument === "source") this.parsed(textOf(value).slice(1), false);
    }
  }

  /** The longest beginning that is a command; what follows are names and fields. */
  private named(whole: string): string {
    const parts = whole.split("/");
    for (let size = parts.length; size > 0; size -= 1) {
      const name = parts.slice(0, size).join("/");
      if (commands.has(name)) return name;
    }
    return whole;
  }
}

/** What is known of a text before it runs: what commands and variables give may be anything. */
function textOf(value: Value): string {
  if (value.kind === "text") return value.text;
  if (value.kind === "operation") return textOf(value.left) + textOf(value.right);
  return "x";
}
