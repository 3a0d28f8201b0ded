import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { commandsOf, type MenuName, type Version } from "./routeros-script-menus.ts";
import { parseScript, type Statement, type Value } from "./routeros-script-reader.ts";

// A router that runs scripts: it knows the menus, commands and arguments of `routeros-script-menus.ts` and refuses every
// other word, as the console of that version would. What stands in it afterwards can be compared.

export type Row = Record<string, string>;

export class ScriptFault extends Error {
  override readonly name = "ScriptFault";
}

export class ScriptRouter {
  readonly version: Version;
  readonly menus: Record<MenuName, Row[]> = {
    "/file": [],
    "/certificate": [],
    "/interface ovpn-client": [],
    "/ip firewall filter": [],
  };

  constructor(version: Version) {
    this.version = version;
  }

  /** What an operator drags into the file list. */
  upload(name: string, contents: string): void {
    this.menus["/file"].push({ name, contents });
  }

  /** As pasted into a terminal. @throws ScriptFault at the first word or command that fails */
  run(script: string): void {
    for (const statement of parseScript(script)) this.step(statement);
  }

  private step(statement: Statement): void {
    switch (statement.kind) {
      case "if":
        if (Number(this.value(statement.left, null)) > Number(statement.right))
          for (const inner of statement.block) this.step(inner);
        return;
      case "do":
        try {
          for (const inner of statement.block) this.step(inner);
        } catch (cause) {
          if (!(cause instanceof ScriptFault)) throw cause;
        }
        return;
      case "parsed":
        // What is parsed when it runs fails when it runs.
        for (const inner of parseScript(statement.text)) this.step(inner);
        return;
      case "command":
        this.command(statement);
    }
  }

  private value(value: Value, menu: MenuName | null): string {
    switch (value.kind) {
      case "text":
        return value.text;
      case "find":
        return this.found(value, menu).join(";");
      case "len":
        return String(this.found(value.of, menu).length);
      case "pick":
        return this.found(value.of, menu)[value.index] ?? "";
    }
  }

  /** Ids of the rows: their place in the list. */
  private found(find: Extract<Value, { kind: "find" }>, menu: MenuName | null): string[] {
    const where = find.menu ?? menu;
    if (!where) throw new ScriptFault("find stands in no menu");
    const known = commandsOf(where, this.version).find;
    if (!known) throw new ScriptFault(`${where} has no find`);
    for (const name of Object.keys(find.where)) if (!(name in known)) throw new ScriptFault(`find ${name}`);
    return this.menus[where].flatMap((row, index) =>
      Object.entries(find.where).every(([name, wanted]) => (row[name] ?? "no") === wanted)
        ? [String(index)]
        : [],
    );
  }

  private command({ menu, verb, targets, args }: Extract<Statement, { kind: "command" }>): void {
    const known = commandsOf(menu, this.version)[verb];
    if (!known) throw new ScriptFault(`bad command name ${menu} ${verb} in RouterOS ${this.version}`);
    const given: Row = {};
    for (const [name, value] of Object.entries(args)) {
      const allowed = known[name];
      if (!allowed)
        throw new ScriptFault(`${menu} ${verb} knows no argument ${name} in RouterOS ${this.version}`);
      const text = this.value(value, menu);
      if (!allowed.test(text)) throw new ScriptFault(`${menu} ${verb}: ${name}=${text} is no value`);
      given[name] = text;
    }
    const rows = this.menus[menu];
    const ids = targets ? this.found(targets, menu).map(Number) : [];
    switch (verb) {
      case "remove":
        this.menus[menu] = rows.filter((_, index) => !ids.includes(index));
        return;
      case "set":
        for (const id of ids) Object.assign(rows[id] ?? {}, given);
        return;
      case "move":
        this.move(menu, ids, given);
        return;
      case "import":
        this.import(given);
        return;
      case "add":
        this.add(menu, given);
        return;
      default:
        throw new ScriptFault(`bad command name ${verb}`);
    }
  }

  private move(menu: MenuName, ids: number[], { destination = "" }: Row): void {
    const rows = this.menus[menu];
    const before = rows[Number(destination)];
    const moved: Row[] = ids.flatMap((id) => rows.slice(id, id + 1));
    if (!before || destination === "") throw new ScriptFault("no such item");
    const rest = rows.filter((row) => !moved.includes(row));
    const at = moved.includes(before) ? rows.indexOf(before) : rest.indexOf(before);
    this.menus[menu] = rest.toSpliced(at, 0, ...moved);
  }

  private add(menu: MenuName, given: Row): void {
    const rows = this.menus[menu];
    if (given.name !== undefined && rows.some(({ name }) => name === given.name))
      throw new ScriptFault(`failure: already have ${given.name}`);
    const certificate = given.certificate;
    if (certificate !== undefined) {
      const found = this.menus["/certificate"].find(({ name }) => name === certificate);
      if (found?.["private-key"] !== "yes")
        throw new ScriptFault(`certificate ${certificate} cannot be used`);
    }
    const through = given["in-interface"];
    if (through && !this.menus["/interface ovpn-client"].some(({ name }) => name === through))
      throw new ScriptFault(`input does not match any value of interface: ${through}`);
    rows.push(given);
  }

  /** A certificate becomes a row, once; a key finds the certificate that it belongs to. */
  private import({ "file-name": file = "", name }: Row): void {
    const contents = this.menus["/file"].find((one) => one.name === file)?.contents;
    if (contents === undefined) throw new ScriptFault(`no such file ${file}`);
    const rows = this.menus["/certificate"];
    if (contents.includes("PRIVATE KEY")) {
      const key = createPublicKey(createPrivateKey(contents)).export({ type: "spki", format: "pem" });
      const owner = rows.find((row) => row.key === key);
      if (!owner) throw new ScriptFault("there is no certificate for this key");
      owner["private-key"] = "yes";
      return;
    }
    const certificate = new X509Certificate(contents);
    if (rows.some(({ fingerprint }) => fingerprint === certificate.fingerprint256)) return;
    const key = certificate.publicKey.export({ type: "spki", format: "pem" }) as string;
    const commonName = /CN=(.*)/.exec(certificate.subject)?.[1] ?? "";
    rows.push({
      ...{ name: name ?? `${file}_0`, "common-name": commonName, "private-key": "no" },
      ...{ fingerprint: certificate.fingerprint256, key },
    });
  }
}
