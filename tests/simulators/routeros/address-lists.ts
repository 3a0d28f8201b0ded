/**
 * /ip/firewall/address-list, and the same of IPv6. A row with a timeout is dynamic, counts down and is gone when it is over, also by a reboot. A name stands
 * for its addresses, which the router finds itself; a dialled line's profile adds the line's own address while it lasts. Arguments are
 * those of the command trees of 7.9 to 7.24; the same in version 6 by its manual.
 */

import { BlockList, isIPv6 } from "node:net";
import { formatDuration, parseDuration } from "./duration.ts";
import { type Call, chosen, type Menu, nothing, type Result, readVerbs, type Verb } from "./menu.ts";
import type { Row } from "./query.ts";
import type { StoredRow } from "./state.ts";
import { badValue, failure, missing } from "./trap.ts";
import { isAddress, yesNo } from "./values.ts";
import { newId, type World } from "./world.ts";

const writable = ["list", "address", "comment", "disabled", "timeout"] as const;

/** When it is gone, on the router's steady clock; a row without it stays. */
const endOf = ({ values }: StoredRow) => (values.until === undefined ? undefined : Number(values.until));

const isLive = (world: World, row: StoredRow): boolean =>
  (endOf(row) ?? Number.POSITIVE_INFINITY) > world.now();

export type Family = "addressLists" | "addressLists6";

const stored = (world: World, family: Family): StoredRow[] =>
  world.state.tables[family].filter((row) => isLive(world, row));

/** What every name resolves to in here: always the same address of a name, and none of a customer's. */
export function addressOfName(name: string): string {
  const sum = [...name].reduce((all, letter) => (all * 31 + (letter.codePointAt(0) ?? 0)) % 250, 7);
  return `203.0.113.${sum + 1}`;
}

/** Of IPv6 as of IPv4, each with its own kind alone. */
export const inNetwork = (entry: string, address: string): boolean => {
  if (entry.includes(":") !== address.includes(":")) return false;
  if (address.includes(":")) return inPrefix(entry, address);
  const [network = "", bits = "32"] = entry.split("/");
  const number = (text: string) => text.split(".").reduce((all, part) => all * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  return Math.floor(number(network) / size) === Math.floor(number(address) / size);
};

function inPrefix(entry: string, address: string): boolean {
  const [network = "", bits = "128"] = entry.split("/");
  const prefix = new BlockList();
  prefix.addSubnet(network, Number(bits), "ipv6");
  return prefix.check(address.split("/")[0] ?? "", "ipv6");
}

const rowOf = (world: World, row: StoredRow): Row => {
  const { until, ...values } = row.values;
  const left = until === undefined ? {} : { timeout: formatDuration(Number(until) - world.now()) };
  return { ".id": row.id, ...values, ...left, dynamic: String(until !== undefined) };
};

/** Rows that the router keeps itself: the addresses of names, and of lines that are dialled. */
function own(world: World, family: Family): Row[] {
  // Names are not resolved over IPv6 here, and profiles put no prefix into a list.
  if (family === "addressLists6") return [];
  const names = stored(world, family)
    .filter(({ values }) => !/^[\d./]+$/.test(values.address ?? "") && values.disabled !== "true")
    .map(({ id, values }) => ({
      ".id": `${id}F0`,
      list: values.list ?? "",
      address: addressOfName(values.address ?? ""),
      comment: values.address ?? "",
    }));
  const lines = world.state.dialled.flatMap(({ id, list, address }) =>
    list === null || list === undefined ? [] : [{ ".id": `${id}F1`, list, address }],
  );
  return [...names, ...lines].map((row) => ({ ...row, dynamic: "true", disabled: "false" }));
}

const rows = (world: World, family: Family): Row[] => [
  ...stored(world, family).map((row) => rowOf(world, row)),
  ...own(world, family),
];

export function isListed(world: World, list: string, address: string): boolean {
  return rows(world, address.includes(":") ? "addressLists6" : "addressLists").some(
    (row) =>
      row.list === list &&
      row.disabled !== "true" &&
      /^[\d./]+$|:/.test(row.address ?? "") &&
      inNetwork(row.address ?? "", address),
  );
}

export const hasEntry = (world: World, list: string, address: string): boolean =>
  rows(world, "addressLists").some((row) => row.list === list && row.address === address);

export function removeEntries(world: World, isGone: (values: Row) => boolean): void {
  const { tables } = world.state;
  tables.addressLists = tables.addressLists.filter((row) => isLive(world, row) && !isGone(row.values));
}

export function dropTimedEntries(world: World): void {
  removeEntries(world, ({ until }) => until !== undefined);
  const { tables } = world.state;
  tables.addressLists6 = tables.addressLists6.filter(({ values: { until } }) => until === undefined);
}

function values(call: Call, family: Family, before: Row): Record<string, string> {
  const { world, command } = call;
  const next: Record<string, string> = { ...before };
  for (const name of writable) {
    const given = command.attributes.get(name);
    if (given === undefined) continue;
    if (name === "timeout") {
      const ms = parseDuration(given);
      if (ms === null) throw badValue(name);
      // None makes it a row that stays.
      if (ms === 0) delete next.until;
      else next.until = String(world.now() + ms);
    } else if (name === "disabled") next.disabled = yesNo(given, name, world);
    else next[name] = given;
  }
  for (const name of ["list", "address"]) if (!next[name]) throw missing(name);
  const { address = "" } = next;
  if (family === "addressLists6") {
    const [network = "", bits = "128"] = address.split("/");
    if (!isIPv6(network) || !(Number(bits) <= 128)) throw badValue("address");
    return next;
  }
  const isNumber = /^[\d./]+$/.test(address);
  if (isNumber && !isAddress(address.split("/")[0] ?? "")) throw badValue("address");
  if (!isNumber && !/^[a-z0-9.-]+$/i.test(address)) throw badValue("address");
  return next;
}

/** Whoever made the row that is there already. */
function refuseTwin(world: World, family: Family, { list, address }: Row, self?: string): void {
  const twin = rows(world, family).some(
    (row) => row[".id"] !== self && row.list === list && row.address === address,
  );
  if (twin) throw failure("already have such entry");
}

function add(call: Call, family: Family): Result {
  const { world } = call;
  const made = values(call, family, { disabled: "false" });
  refuseTwin(world, family, made);
  const row: StoredRow = { id: newId(world), values: made, used: null, builtIn: false };
  world.state.tables[family].push(row);
  return { rows: [], ret: row.id };
}

function changeable(call: Call, family: Family): StoredRow[] {
  const { world } = call;
  return chosen(call, (key) => {
    if (own(world, family).some((row) => row[".id"] === key)) throw failure("can not change dynamic item");
    return stored(world, family).find(({ id }) => id === key);
  });
}

function set(call: Call, family: Family): Result {
  const changes = changeable(call, family).map((row) => ({ row, next: values(call, family, row.values) }));
  for (const { row, next } of changes) refuseTwin(call.world, family, next, row.id);
  for (const { row, next } of changes) row.values = next;
  return nothing;
}

function remove(call: Call, family: Family): Result {
  const gone = changeable(call, family);
  const { tables } = call.world.state;
  tables[family] = tables[family].filter((row) => !gone.includes(row));
  return nothing;
}

function listMenu(path: string, family: Family): Menu {
  const verb = (parameters: readonly string[], run: (call: Call, family: Family) => Result): Verb => ({
    writes: true,
    parameters: () => parameters,
    run: (call) => run(call, family),
  });
  const all = (world: World) => rows(world, family);
  return {
    path,
    rows: all,
    exists: ({ state }) => family === "addressLists" || !state.box.lacks.includes("ipv6"),
    verbs: new Map([
      ...readVerbs(all),
      ["add", verb([...writable], add)],
      ["set", verb([".id", "numbers", ...writable], set)],
      ["remove", verb([".id", "numbers"], remove)],
    ]),
  };
}

export const addressListMenus: readonly Menu[] = [
  listMenu("/ip/firewall/address-list", "addressLists"),
  listMenu("/ipv6/firewall/address-list", "addressLists6"),
];
