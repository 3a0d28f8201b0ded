import type { RouterVersion } from "../version.ts";
import { harsh, type Menu, type Packages, showsConnections, type Traits } from "./menus.ts";
import { type Argument, type Command, eachStatement, type Statement, type Value } from "./reader.ts";
import { ConsoleFault, ConsoleTables, fault, type Row } from "./tables.ts";

type Result = string | boolean | number | string[];

/** ISRG Root X1. */
const letsEncrypt = "96bcec06264976f37460779acf28c5a7cfe8a3c0aae11a8ffcee05c0bddf08c6";

class Returned {
  readonly value: Result;
  constructor(value: Result) {
    this.value = value;
  }
}

/**
 * A router that runs scripts, pasted or by `/import`: it knows the menus, verbs, fields and forms of its version and
 * refuses every other word, as that version's console does. What stands in it can be compared.
 */
export class ConsoleRouter {
  readonly version: RouterVersion;
  /** What scripts put out. */
  readonly said: string[] = [];
  /** Machines that answer a ping: only then has the router an ARP row of them. */
  readonly neighbours: Row[] = [];
  /** Who answers `/tool fetch`; an error of it is the router's, as is nobody. */
  onFetch: ((url: string, asked: { method: string; body: string | null; type: string }) => string) | null =
    null;
  /** The SHA-256 of the root that vouches for who answers at an https address: that of Let's Encrypt. */
  rootOf: (url: string) => string = () => letsEncrypt;
  private readonly tables: ConsoleTables;
  private readonly traits: Traits;
  private variables = new Map<string, Result>();
  /** What `device-mode update` asked for, until somebody at the router confirms it. */
  private wantedMode: Row | null = null;

  constructor(
    version: RouterVersion,
    packages: Packages = { hotspot: true, ipv6: true },
    traits: Partial<Traits> = {},
  ) {
    this.version = version;
    this.traits = { ...harsh, ...traits };
    this.tables = new ConsoleTables(version, packages, this.traits);
  }

  /** A row that was there before. */
  put(menu: string, row: Row): void {
    this.tables.put(menu, row);
  }

  /** Nothing stands in a menu any more. */
  clear(menu: string): void {
    this.tables.list(menu).length = 0;
  }

  /** Somebody connects to a service, and stays: since 7.19 a row of that menu. */
  connect(service: string, remote: string): void {
    if (!showsConnections(this.version)) return;
    const { port = "" } = this.menu("/ip service").find(({ name }) => name === service) ?? {};
    this.put("/ip service", { name: service, port, dynamic: "yes", connection: "yes", remote });
  }

  /** Button or power, within five minutes of `device-mode update`: what was asked for holds, and the router restarts. */
  confirmMode(): void {
    Object.assign(this.menu("/system device-mode")[0] ?? {}, this.wantedMode);
    this.wantedMode = null;
    this.tables.reboot();
  }

  /** The rows of every menu, in their order. */
  get state(): Record<string, Row[]> {
    return this.tables.state;
  }

  menu(path: string): Row[] {
    return this.tables.rows(path);
  }

  /**
   * As `/import` does it: command by command. A word that the version does not know ends it before that command runs, also
   * within `:do … on-error`, and what came before stays done. @throws ConsoleFault, SyntaxError
   */
  import(script: string): void {
    this.variables = new Map();
    this.run(eachStatement(script));
  }

  private run(statements: Iterable<Statement>): void {
    for (const statement of statements) {
      checkWords(statement, this.tables.known, this.version);
      this.step(statement);
    }
  }

  private step(statement: Statement): void {
    switch (statement.kind) {
      case "command":
        this.command(statement.command, null);
        return;
      case "run":
        this.value(statement.value, null);
        return;
      case "block":
        this.run(statement.body);
        return;
      case "if": {
        const holds = this.value(statement.condition, null);
        if (typeof holds !== "boolean") fault(`conditional not boolean: ${String(holds)}`);
        this.run(holds ? statement.then : statement.otherwise);
        return;
      }
      case "each": {
        const among = this.value(statement.among, null);
        for (const one of Array.isArray(among) ? among : [among]) {
          this.variables.set(statement.variable, one);
          this.run(statement.body);
        }
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
      this.run(eachStatement(source));
      return "";
    } catch (cause) {
      if (cause instanceof Returned) return cause.value;
      if (cause instanceof SyntaxError) return fault(cause.message);
      throw cause;
    } finally {
      this.variables = own;
    }
  }

  private command({ path, args }: Command, here: string | null): Result {
    const first = path[0] ?? "";
    if (first.startsWith(":")) return this.word(first, args, here);
    if (first === "/import") return this.imported(args);
    if (first === "/ping") return this.ping(text(this.value(args[0]?.value ?? fault("ping whom?"), here)));
    const menu = first.startsWith("/") ? path.slice(0, this.depth(path)).join(" ") : (here ?? fault(first));
    const rest = first.startsWith("/") ? path.slice(this.depth(path)) : path;
    const [verb = "", ...words] = rest;
    const known =
      this.tables.known[menu] ?? fault(`bad command name ${path.join(" ")} in RouterOS ${this.version}`);
    if (!known.verbs.includes(verb)) fault(`bad command name ${menu} ${verb} in RouterOS ${this.version}`);
    return this.inMenu({ menu, known, verb, words, args });
  }

  private depth(path: readonly string[]): number {
    return menuDepth(path, this.tables.known);
  }

  private fetch(given: Row): void {
    const {
      url = "",
      "http-method": method = "get",
      "http-header-field": type = "",
      output = "file",
    } = given;
    if (this.tables.mode.fetch === "no") fault("failure: not allowed by device-mode (/tool/fetch)");
    if ((given["check-certificate"] ?? "no") !== "no") {
      if (!url.startsWith("https:")) fault("failure: check-certificate is for https alone");
      if (!this.tables.trusts(this.rootOf(url)))
        fault("failure: SSL: ssl: no trusted CA certificate found (6)");
    }
    let answer: string;
    try {
      if (!this.onFetch) throw new Error("connection refused");
      answer = this.onFetch(url, { method: method.toUpperCase(), body: given["http-data"] ?? null, type });
    } catch (cause) {
      fault(`failure: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    const name = given["dst-path"] ?? url.split("/").at(-1) ?? "";
    if (output === "file") this.put("/file", { name, contents: answer });
  }

  private imported(args: readonly Argument[]): Result {
    const name = text(this.value(args[0]?.value ?? fault("import what?"), null));
    const file = this.tables.rows("/file").find((row) => row.name === name) ?? fault(`no such file ${name}`);
    const own = this.variables;
    try {
      this.import(file.contents ?? "");
    } finally {
      this.variables = own;
    }
    return "";
  }

  private ping(address: string): Result {
    const found = this.neighbours.filter((one) => one.address === address);
    const known = this.tables.rows("/ip arp");
    for (const one of found)
      if (!known.some((row) => row.address === address)) this.put("/ip arp", { ...one });
    return found.length;
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
        return found(text(given[0]).indexOf(text(given[1])));
      case ":typeof":
        return given[0] === nothing ? "nil" : Array.isArray(given[0]) ? "array" : "str";
      case ":put":
        this.said.push(text(given[0]));
        return "";
      case ":delay":
        return "";
      case ":tostr":
        return text(given[0]);
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
    const named = args.filter((one): one is Argument & { name: string } => one.name !== null);
    if (verb === "find") return this.found(menu, known, named);
    const targets = args.filter(({ name }) => name === null);
    const keys = [...words, ...targets.flatMap(({ value }) => this.value(value, menu))].map(String);
    const given = this.given(menu, known, verb, named);
    switch (verb) {
      case "add":
      case "import":
        if (keys.length > 0) fault(`expected = after ${keys[0]}`);
        if (verb === "add") this.tables.add(menu, given);
        else this.tables.importCertificate(given);
        return "";
      case "remove":
        this.tables.remove(menu, keys);
        return "";
      case "set":
        this.tables.set(menu, keys, given);
        return "";
      case "get": {
        const field = keys.pop() ?? fault("get what?");
        const [row, ...more] = this.tables.chosen(menu, keys);
        if (more.length > 0) fault(`invalid internal item number (${menu}/get)`);
        if (!known.fields.includes(field)) fault(`${menu} has no ${field} in RouterOS ${this.version}`);
        if (menu === "/system device-mode" && !this.traits.modeIsReadable) fault("failure: not available");
        return truth(row?.[field] ?? "");
      }
      case "reset-html":
        this.tables.resetPages(keys);
        return "";
      case "fetch":
        this.fetch(given);
        return "";
      case "update":
        this.wantedMode = given;
        return "";
      case "reboot":
        this.tables.reboot();
        return "";
      case "make-static":
        for (const row of this.tables.chosen(menu, keys)) row.dynamic = "no";
        return "";
      case "move":
        this.tables.move(menu, keys, given.destination ?? "");
        return "";
      case "run":
        for (const { source = "" } of this.tables.chosen(menu, keys)) this.parsed(source);
        return "";
      default:
        return fault(`bad command name ${verb}`);
    }
  }

  private given(
    menu: string,
    known: Menu,
    verb: string,
    named: readonly (Argument & { name: string })[],
  ): Row {
    const settable = known.fields.filter((field) => !known.readOnly?.includes(field));
    const places: Readonly<Record<string, readonly string[]>> = {
      add: [...settable, "place-before"],
      move: ["destination"],
      import: known.importFields ?? [],
      update: known.updateFields ?? [],
    };
    const allowed = places[verb] ?? settable;
    const given: Row = {};
    for (const { name, value } of named) {
      if (!allowed.includes(name))
        fault(`${menu} ${verb} knows no argument ${name} in RouterOS ${this.version}`);
      if (name in given) fault(`${menu} ${verb} has ${name} twice`);
      const shown = text(this.value(value, menu));
      if (known.forms?.[name]?.test(shown) === false) fault(`invalid value for argument ${name}: ${shown}`);
      given[name] = shown;
    }
    return given;
  }

  private found(menu: string, known: Menu, where: readonly (Argument & { name: string })[]): string[] {
    const tests = where.map(({ name, operator, value }) => {
      if (!known.fields.includes(name)) fault(`find ${name} in ${menu}`);
      const wanted = text(this.value(value, menu));
      const isAddress = value.kind === "text" && value.literal === true && /^\d+(\.\d+){3}/.test(wanted);
      const never = isAddress && !this.traits.literalsMatch;
      return (row: Row) => {
        const shown = row[name] ?? "";
        if (operator === "~") return new RegExp(wanted).test(shown);
        return (!never && shown === wanted) === (operator === "=");
      };
    });
    return this.tables
      .list(menu)
      .filter(({ row }) => tests.every((test) => test(row)))
      .map(({ id }) => id);
  }
}

function menuDepth(path: readonly string[], known: Readonly<Record<string, Menu>>): number {
  for (let size = path.length - 1; size > 0; size -= 1)
    if (path.slice(0, size).join(" ") in known) return size;
  return path.length - 1;
}

/** Every word of a command, and of what stands in its blocks, is read before it runs. */
function checkWords(
  statement: Statement,
  known: Readonly<Record<string, Menu>>,
  version: RouterVersion,
): void {
  const inValue = (value: Value): void => {
    if (value.kind === "command") inCommand(value.command);
    if (value.kind === "operation") for (const side of [value.left, value.right]) inValue(side);
  };
  const inCommand = ({ path, args }: Command): void => {
    const [first = ""] = path;
    const menu = path.slice(0, menuDepth(path, known)).join(" ");
    const isKnown = menu in known && known[menu]?.verbs.includes(path[menuDepth(path, known)] ?? "");
    if (first.startsWith("/") && first !== "/ping" && first !== "/import" && !isKnown)
      fault(`bad command name ${path.join(" ")} in RouterOS ${version}`);
    for (const { value } of args) inValue(value);
  };
  const all = (statements: readonly Statement[]) => {
    for (const one of statements) checkWords(one, known, version);
  };
  if (statement.kind === "command") inCommand(statement.command);
  if (statement.kind === "run") inValue(statement.value);
  if (statement.kind === "block") all(statement.body);
  if (statement.kind === "do") for (const block of [statement.body, statement.onError]) all(block);
  if (statement.kind === "each") {
    inValue(statement.among);
    all(statement.body);
  }
  if (statement.kind === "if") {
    inValue(statement.condition);
    for (const block of [statement.then, statement.otherwise]) all(block);
  }
}

function text(result: Result | undefined): string {
  if (result === undefined) return fault("a value is missing");
  return Array.isArray(result) ? result.join(";") : String(result);
}

/** What `:find` answers where there is nothing. */
const nothing: Result = [];
const found = (place: number): Result => (place < 0 ? nothing : place);

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
    case "||":
      return one === true || other === true;
    default:
      return fault(`no operator ${operator}`);
  }
}
