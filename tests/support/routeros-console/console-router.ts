import type { RouterVersion } from "../../simulators/routeros/version.ts";
import { type Menu, menusOf, type Packages } from "./menus.ts";
import { type Argument, type Command, readScript, type Statement, type Value } from "./reader.ts";

export type Row = Record<string, string>;
type Result = string | boolean | number | string[];

export class ConsoleFault extends Error {
  override readonly name = "ConsoleFault";
}

class Returned {
  readonly value: Result;
  constructor(value: Result) {
    this.value = value;
  }
}

/**
 * A router that runs scripts by `/import`: it knows the menus, verbs, fields and forms of its version and refuses every
 * other word, as that version's console does. Ids are never used twice. What stands in it can be compared.
 */
export class ConsoleRouter {
  readonly version: RouterVersion;
  /** What the script said to whoever imported it. */
  readonly said: string[] = [];
  private readonly known: Record<string, Menu>;
  private readonly rows: Record<string, { id: string; row: Row }[]> = {};
  private variables = new Map<string, Result>();
  private nextId = 1;

  constructor(version: RouterVersion, packages: Packages = { hotspot: true, ipv6: true }) {
    this.version = version;
    this.known = menusOf(version, packages);
    for (const path of Object.keys(this.known)) this.rows[path] = [];
  }

  /** A row that was there before. */
  put(menu: string, row: Row): void {
    this.list(menu).push({ id: this.newId(), row });
  }

  /** The rows of every menu, in their order. */
  get state(): Record<string, Row[]> {
    return Object.fromEntries(
      Object.entries(this.rows).map(([path, list]) => [path, list.map(({ row }) => ({ ...row }))]),
    );
  }

  menu(path: string): Row[] {
    return this.list(path).map(({ row }) => row);
  }

  /** As `/import` does it. @throws ConsoleFault at the first command that fails; what came before stays done */
  import(script: string): void {
    this.variables = new Map();
    this.run(readScript(script));
  }

  private newId(): string {
    this.nextId += 1;
    return `*${this.nextId.toString(16).toUpperCase()}`;
  }

  private list(path: string): { id: string; row: Row }[] {
    return this.rows[path] ?? fault(`bad command name ${path} in RouterOS ${this.version}`);
  }

  private run(statements: readonly Statement[]): void {
    for (const statement of statements) this.step(statement);
  }

  private step(statement: Statement): void {
    switch (statement.kind) {
      case "command":
        this.command(statement.command, null);
        return;
      case "run":
        this.value(statement.value, null);
        return;
      case "if": {
        const holds = this.value(statement.condition, null);
        if (typeof holds !== "boolean") fault(`conditional not boolean: ${String(holds)}`);
        this.run(holds ? statement.then : statement.otherwise);
        return;
      }
      case "do":
        try {
          this.run(statement.body);
        } catch (cause) {
          if (!(cause instanceof ConsoleFault)) throw cause;
          this.run(statement.onError);
        }
    }
  }

  /** @param here the menu of the command around, in which a bare `find` looks */
  private value(value: Value, here: string | null): Result {
    switch (value.kind) {
      case "text":
        return value.text;
      case "variable":
        return this.variables.get(value.name) ?? fault(`no such variable ${value.name}`);
      case "command":
        return this.command(value.command, here);
      case "parsed":
        return this.parsed(text(this.value(value.source, here)));
      case "operation":
        return operate(value.operator, this.value(value.left, here), this.value(value.right, here));
    }
  }

  /** What is parsed when it runs fails when it runs, and sees none of our variables. */
  private parsed(source: string): Result {
    const own = this.variables;
    this.variables = new Map();
    try {
      this.run(readScript(source));
      return "";
    } catch (cause) {
      if (cause instanceof Returned) return cause.value;
      throw cause;
    } finally {
      this.variables = own;
    }
  }

  private command({ path, args }: Command, here: string | null): Result {
    const first = path[0] ?? "";
    if (first.startsWith(":")) return this.word(first, args, here);
    const menu = first.startsWith("/") ? path.slice(0, this.depth(path)).join(" ") : (here ?? fault(first));
    const rest = first.startsWith("/") ? path.slice(this.depth(path)) : path;
    const [verb = "", ...words] = rest;
    const known = this.known[menu] ?? fault(`bad command name ${path.join(" ")} in RouterOS ${this.version}`);
    if (!known.verbs.includes(verb)) fault(`bad command name ${menu} ${verb} in RouterOS ${this.version}`);
    return this.inMenu({ menu, known, verb, words, args });
  }

  private depth(path: readonly string[]): number {
    for (let size = path.length - 1; size > 0; size -= 1)
      if (path.slice(0, size).join(" ") in this.known) return size;
    return path.length - 1;
  }

  private word(word: string, args: readonly Argument[], here: string | null): Result {
    const given = args.map(({ value }) => this.value(value, here));
    switch (word) {
      case ":local":
      case ":set":
        this.variables.set(text(given[0]), truth(given[1] ?? fault(`${word} without a value`)));
        return "";
      case ":len":
        return Array.isArray(given[0]) ? given[0].length : text(given[0]).length;
      case ":pick":
        return pick(given[0], Number(given[1]), given[2] === undefined ? null : Number(given[2]));
      case ":find":
        return text(given[0]).indexOf(text(given[1]));
      case ":put":
        this.said.push(text(given[0]));
        return "";
      case ":delay":
        return "";
      case ":error":
        return fault(text(given[0]));
      case ":return":
        throw new Returned(given[0] ?? "");
      default:
        return fault(`bad command name ${word}`);
    }
  }

  private inMenu(asked: {
    menu: string;
    known: Menu;
    verb: string;
    words: string[];
    args: Argument[];
  }): Result {
    const { menu, known, verb, words, args } = asked;
    const list = this.list(menu);
    const named = args.filter((one): one is Argument & { name: string } => one.name !== null);
    const targets = args
      .filter(({ name }) => name === null)
      .flatMap(({ value }) => this.value(value, menu))
      .map(String);
    if (verb === "find") return this.found(menu, known, named);
    const given: Row = Object.fromEntries(
      named.map(({ name, value }) => {
        const isPlace =
          (verb === "move" && name === "destination") || (verb === "add" && name === "place-before");
        if (!isPlace && !known.fields.includes(name))
          fault(`${menu} ${verb} knows no argument ${name} in RouterOS ${this.version}`);
        const shown = text(this.value(value, menu));
        if (known.forms?.[name]?.test(shown) === false) fault(`invalid value for argument ${name}: ${shown}`);
        return [name, shown];
      }),
    );
    switch (verb) {
      case "add":
        return this.add(menu, known, given);
      case "remove":
        this.remove(menu, targets);
        return "";
      case "set":
        for (const row of this.chosen(list, [...targets, ...words])) {
          const { id } = list.find((one) => one.row === row) ?? fault("no such item");
          this.check(menu, known, { ...row, ...given }, id);
          Object.assign(row, given);
        }
        return "";
      case "get": {
        const keys = [...words, ...targets];
        const field = keys.pop() ?? fault("get what?");
        const [row] = this.chosen(list, keys);
        if (!known.fields.includes(field)) fault(`${menu} has no ${field} in RouterOS ${this.version}`);
        return truth(row?.[field] ?? "");
      }
      case "move":
        this.move(list, targets, given.destination ?? "");
        return "";
      case "run":
        for (const { source = "" } of this.chosen(list, [...targets, ...words])) this.parsed(source);
        return "";
      default:
        return fault(`bad command name ${verb}`);
    }
  }

  /** By id or name; a menu that is one row needs neither. */
  private chosen(list: readonly { id: string; row: Row }[], keys: readonly string[]): Row[] {
    const hasNames = list.some(({ row }) => row.name !== undefined);
    if (keys.length === 0 && list.length === 1 && !hasNames) return list.map(({ row }) => row);
    return keys.map(
      (key) => (list.find(({ id, row }) => id === key || row.name === key) ?? fault("no such item")).row,
    );
  }

  private found(menu: string, known: Menu, where: readonly (Argument & { name: string })[]): string[] {
    const tests = where.map(({ name, operator, value }) => {
      if (!known.fields.includes(name)) fault(`find ${name} in ${menu}`);
      const wanted = text(this.value(value, menu));
      return (row: Row) => {
        const shown = row[name] ?? "";
        if (operator === "~") return new RegExp(wanted).test(shown);
        return (shown === wanted) === (operator === "=");
      };
    });
    return this.list(menu)
      .filter(({ row }) => tests.every((test) => test(row)))
      .map(({ id }) => id);
  }

  private add(menu: string, known: Menu, { "place-before": place, ...given }: Row): Result {
    const list = this.list(menu);
    const row = { ...known.initial, ...given };
    if (menu === "/ip address") row.network = networkOf(row.address ?? "");
    this.check(menu, known, row, null);
    const at = place === undefined ? list.length : list.findIndex(({ id }) => id === place);
    if (at < 0) fault("no such item");
    list.splice(at, 0, { id: this.newId(), row });
    if (menu === "/ip hotspot profile") this.layOutPages(row["html-directory"] ?? "hotspot");
    return "";
  }

  private check(menu: string, { unique, refers = {} }: Menu, row: Row, self: string | null): void {
    const twin = this.list(menu).find(
      (one) => one.id !== self && unique !== undefined && one.row[unique] === row[unique],
    );
    if (twin) fault(`failure: already have such ${unique} in ${menu}`);
    for (const [name, other] of Object.entries(refers)) {
      const wanted = row[name];
      if (wanted !== undefined && wanted !== "none" && !this.menu(other).some((one) => one.name === wanted))
        fault(`input does not match any value of ${name}: ${wanted}`);
    }
  }

  /** RouterOS' own pages; version 6 has no `api.json` before 6.48. */
  private layOutPages(folder: string): void {
    const pages = ["login", "rlogin", "redirect", "alogin", "status", "logout", "error"];
    const names = [
      ...pages.map((page) => `${folder}/${page}.html`),
      `${folder}/api.json`,
      `${folder}/md5.js`,
    ];
    if (this.menu("/file").some(({ name }) => name === `${folder}/login.html`)) return;
    this.put("/file", { name: folder });
    for (const name of names) this.put("/file", { name, contents: "stock" });
  }

  private remove(menu: string, ids: readonly string[]): void {
    const list = this.list(menu);
    const gone = list.filter(({ id }) => ids.includes(id));
    for (const { row } of gone) {
      for (const [path, { refers = {} }] of Object.entries(this.known))
        for (const [field, other] of Object.entries(refers))
          if (other === menu && this.menu(path).some((one) => one[field] === row.name))
            fault(`failure: ${row.name} is used in ${path}`);
    }
    this.rows[menu] = list.filter((one) => !gone.includes(one));
  }

  private move(list: { id: string; row: Row }[], ids: readonly string[], destination: string): void {
    const before = list.find(({ id }) => id === destination) ?? fault("no such item");
    const moved = list.filter(({ id }) => ids.includes(id));
    if (moved.includes(before)) return;
    const rest = list.filter((one) => !moved.includes(one));
    list.splice(0, list.length, ...rest.toSpliced(rest.indexOf(before), 0, ...moved));
  }
}

function fault(message: string): never {
  throw new ConsoleFault(message);
}

function text(result: Result | undefined): string {
  if (result === undefined) return fault("a value is missing");
  return Array.isArray(result) ? result.join(";") : String(result);
}

/** A setting that is on or off is a truth to the script language. */
function truth(result: Result): Result {
  if (result === "yes" || result === "true") return true;
  return result === "no" || result === "false" ? false : result;
}

function pick(from: Result | undefined, begin: number, end: number | null): Result {
  if (Array.isArray(from)) return from[begin] ?? "";
  return text(from).slice(begin, end ?? begin + 1);
}

function operate(operator: string, left: Result, right: Result): Result {
  const [one, other] = [truth(left), truth(right)];
  switch (operator) {
    case ".":
      return text(left) + text(right);
    case "=":
      return text(one) === text(other);
    case "!=":
      return text(one) !== text(other);
    case ">":
      return Number(one) > Number(other);
    case "&&":
      return one === true && other === true;
    default:
      return fault(`no operator ${operator}`);
  }
}

/** `192.168.88.0` of `192.168.88.1/24`. */
function networkOf(address: string): string {
  const [ip = "", bits = "32"] = address.split("/");
  const number = ip.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  const network = Math.floor(number / size) * size;
  return [24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join(".");
}
