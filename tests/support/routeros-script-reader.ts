import { type MenuName, menuNames } from "./routeros-script-menus.ts";
import { ScriptText } from "./routeros-script-text.ts";

// Reads RouterOS's script language as far as our scripts speak it, and refuses the rest by a SyntaxError: strings with
// their escapes, `[find …]`, `:len`, `:pick`, `:if … do={…}`, `:do {…} on-error={…}` and `[[:parse "…"]]`.

export type Find = { kind: "find"; menu: MenuName | null; where: Record<string, string> };
export type Value =
  | { kind: "text"; text: string }
  | Find
  | { kind: "len"; of: Find }
  | { kind: "pick"; of: Find; index: number };
export type Statement =
  | { kind: "command"; menu: MenuName; verb: string; targets: Find | null; args: Record<string, Value> }
  | { kind: "if"; left: Value; right: string; block: Statement[] }
  | { kind: "do"; block: Statement[] }
  | { kind: "parsed"; text: string };

class Reader extends ScriptText {
  word(): string {
    return this.need(/[A-Za-z0-9.,:_/-]+/);
  }

  menu(): MenuName | null {
    return menuNames.find((name) => this.match(new RegExp(`${name} `)) !== null) ?? null;
  }

  find(): Find {
    const menu = this.menu();
    this.need(/find/);
    const where: Record<string, string> = {};
    while (this.match(/ +/)) {
      const name = this.need(/[a-z-]+/);
      this.need(/=/);
      where[name] = this.text[this.at] === '"' ? this.string() : this.word();
    }
    return { kind: "find", menu, where };
  }

  value(): Value {
    if (this.text[this.at] === '"') return { kind: "text", text: this.string() };
    if (!this.match(/\[/)) return { kind: "text", text: this.word() };
    let value: Value;
    if (this.match(/:len \[/)) {
      value = { kind: "len", of: this.find() };
      this.need(/\]/);
    } else if (this.match(/:pick \[/)) {
      const of = this.find();
      this.need(/\] /);
      value = { kind: "pick", of, index: Number(this.need(/\d+/)) };
    } else value = this.find();
    this.need(/\]/);
    return value;
  }

  statement(): Statement {
    if (this.match(/:if \(/)) {
      const left = this.value();
      this.need(/ > /);
      const right = this.need(/\d+/);
      this.need(/\) do=\{/);
      return { kind: "if", left, right, block: this.block() };
    }
    if (this.match(/:do \{/)) {
      const block = this.block();
      this.need(/ on-error=\{\}/);
      return { kind: "do", block };
    }
    if (this.match(/\[\[:parse /)) {
      const text = this.string();
      this.need(/\]\]/);
      return { kind: "parsed", text };
    }
    const menu = this.menu() ?? this.fail("a menu");
    const verb = this.need(/[a-z]+/);
    let targets: Find | null = null;
    const args: Record<string, Value> = {};
    while (this.match(/ +(?=[[a-z])/)) {
      if (this.match(/\[/)) {
        targets = this.find();
        this.need(/\]/);
        continue;
      }
      const name = this.need(/[a-z-]+/);
      this.need(/=/);
      if (name in args) this.fail(`one ${name}`);
      args[name] = this.value();
    }
    return { kind: "command", menu, verb, targets, args };
  }

  /** Up to the closing brace, or to the end of the script. */
  block(outermost = false): Statement[] {
    const statements: Statement[] = [];
    for (;;) {
      while (this.match(/[ \n;]+|#[^\n]*\n/));
      if (outermost ? this.done : this.match(/\}/)) return statements;
      statements.push(this.statement());
      if (this.match(/ *(?=[\n;}]|$)/) === null) this.fail("the end of a command");
    }
  }
}

/** @throws SyntaxError at the first word that is none */
export function parseScript(script: string): Statement[] {
  return new Reader(script).block(true);
}
