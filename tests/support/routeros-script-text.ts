const escapes: Readonly<Record<string, string>> = {
  ...{ n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", $: "$", "?": "?", _: " " },
};

/** A script of RouterOS, read from its beginning; what is not expected is refused by a SyntaxError. */
export class ScriptText {
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
