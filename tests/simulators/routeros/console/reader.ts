// Reads RouterOS' script language (MikroTik manual, "Scripting") as far as our scripts speak it, and refuses the rest by
// a SyntaxError.

export type Value =
  /** `literal`: written without quotes. */
  | { kind: "text"; text: string; literal?: boolean }
  | { kind: "variable"; name: string }
  | { kind: "command"; command: Command }
  | { kind: "parsed"; source: Value }
  | { kind: "operation"; operator: string; left: Value; right: Value };

/** `where` is a `find`'s condition, `name=value`, `name!=value` or `name~value`. */
export type Argument = { name: string | null; operator: "=" | "!=" | "~"; value: Value };
export type Command = { path: string[]; args: Argument[] };
export type Statement =
  | { kind: "command"; command: Command }
  | { kind: "run"; value: Value }
  | { kind: "block"; body: Statement[] }
  | { kind: "if"; condition: Value; then: Statement[]; otherwise: Statement[] }
  | { kind: "each"; variable: string; among: Value; body: Statement[] }
  | { kind: "do"; body: Statement[]; onError: Statement[] };

const operators = ["!=", "&&", "||", "=", ">", ".", "~"];

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "\\": "\\",
  $: "$",
  "?": "?",
  _: " ",
};

/** A script of RouterOS, read from its beginning; what is not expected is refused by a SyntaxError. */
class ScriptText {
  protected at = 0;
  protected readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  fail(wanted: string): never {
    throw new SyntaxError(`${wanted} expected at: ${this.text.slice(this.at, this.at + 80)}`);
  }

  match(pattern: RegExp): string | null {
    const sticky = new RegExp(pattern.source, "sy");
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text)?.[0];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  need(pattern: RegExp): string {
    return this.match(pattern) ?? this.fail(String(pattern));
  }

  /** A text between quotes; a bare `$`, `?` or line end in it would mean something to the console. */
  string(): string {
    this.need(/"/);
    const bytes: number[] = [];
    const encoder = new TextEncoder();
    for (;;) {
      const plain = this.match(/[^"\\$?\n\r]+/);
      if (plain) bytes.push(...encoder.encode(plain));
      if (this.match(/"/))
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
      this.need(/\\/);
      const hex = this.match(/[0-9A-F]{2}/);
      if (hex) bytes.push(Number.parseInt(hex, 16));
      else bytes.push(...encoder.encode(escapes[this.need(/[\s\S]/)] ?? this.fail("an escape")));
    }
  }
}

class Reader extends ScriptText {
  statements(end: RegExp): Statement[] {
    return [...this.eachStatement(end)];
  }

  /** One after the other: what is wrong further on is not read yet. */
  *eachStatement(end: RegExp): Generator<Statement> {
    for (;;) {
      while (this.match(/[ \n;]+|#[^\n]*\n/));
      if (this.match(end) !== null) return;
      if (this.done) this.fail("the end of a block");
      const found = this.statement();
      if (this.match(/ *(?=[\n;}])| *$/) === null) this.fail("the end of a command");
      yield found;
    }
  }

  private block(): Statement[] {
    this.need(/\{/);
    return this.statements(/\}/);
  }

  private statement(): Statement {
    if (this.text[this.at] === "{") return { kind: "block", body: this.block() };
    if (this.match(/:if \(/)) {
      const condition = this.expression(/\)/);
      this.need(/ do=/);
      const then = this.block();
      return { kind: "if", condition, then, otherwise: this.match(/ else=/) ? this.block() : [] };
    }
    if (this.match(/:foreach /)) {
      const variable = this.need(/[A-Za-z]+/);
      this.need(/ in=/);
      const among = this.value();
      this.need(/ do=/);
      return { kind: "each", variable, among, body: this.block() };
    }
    if (this.match(/:do /)) {
      const body = this.block();
      this.need(/ on-error=/);
      return { kind: "do", body, onError: this.block() };
    }
    if (this.text[this.at] === "[") return { kind: "run", value: this.value() };
    return { kind: "command", command: this.command() };
  }

  private command(): Command {
    const first = this.need(/\/[a-z0-9-]+|:[a-z]+|[a-z]+/);
    const path = [first];
    while (this.match(/ (?=[a-z][a-z0-9-]*([ \]\n;}]|$))/)) path.push(this.need(/[a-z][a-z0-9-]*/));
    const args: Argument[] = [];
    while (this.match(/ +(?=[^ \n;\]}])/)) args.push(this.argument());
    return { path, args };
  }

  private argument(): Argument {
    const name = this.match(/[a-z][a-z0-9-]*(?=(=|!=|~))/);
    if (name === null) return { name: null, operator: "=", value: this.value() };
    const operator = this.need(/!=|=|~/) as Argument["operator"];
    return { name, operator, value: this.value() };
  }

  private value(): Value {
    const next = this.text[this.at];
    if (next === '"') return { kind: "text", text: this.string() };
    if (this.match(/!(?=")/)) return { kind: "text", text: `!${this.string()}` };
    if (this.match(/\(/)) return this.expression(/\)/);
    if (this.match(/\$/)) return { kind: "variable", name: this.need(/[A-Za-z]+/) };
    if (this.match(/\[\[:parse /)) {
      const source = this.value();
      this.need(/\]\]/);
      return { kind: "parsed", source };
    }
    if (this.match(/\[/)) {
      const command = this.command();
      this.need(/\]/);
      return { kind: "command", command };
    }
    return { kind: "text", text: this.need(/!?[A-Za-z0-9.,:_/!-]+/), literal: true };
  }

  /** From left to right, as these scripts write them: `&&` always stands between brackets. */
  private expression(end: RegExp): Value {
    let left = this.value();
    while (this.match(end) === null) {
      this.need(/ /);
      const operator = operators.find((one) => this.text.startsWith(`${one} `, this.at));
      if (!operator) this.fail("an operator");
      this.at += operator.length + 1;
      left = { kind: "operation", operator, left, right: this.value() };
    }
    return left;
  }
}

/** As an import reads it: each command when its turn comes. @throws SyntaxError at the first word that is none */
export function eachStatement(script: string): Generator<Statement> {
  return new Reader(script).eachStatement(/$(?![\s\S])/);
}

/** @throws SyntaxError at the first word that is none */
export function readScript(script: string): Statement[] {
  return new Reader(script).statements(/$(?![\s\S])/);
}
