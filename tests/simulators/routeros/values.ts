/** Checks one argument and gives the text that the router stores and prints. */

import { formatDuration, parseDuration } from "./duration.ts";
import type { TableName } from "./state.ts";
import { badMac, badValue, noMatch } from "./trap.ts";
import { rowNamed, type World } from "./world.ts";

/** Throws a Trap for a value the router refuses; "" means that the field is not set. */
export type Kind = (value: string, name: string, world: World) => string;

export const text: Kind = (value) => value;

export const requiredText: Kind = (value, name) => {
  if (value === "") throw badValue(name);
  return value;
};

export const yesNo: Kind = (value, name) => {
  if (value === "yes" || value === "true") return "true";
  if (value === "no" || value === "false") return "false";
  throw badValue(name);
};

export const mac: Kind = (value) => {
  if (value === "" || value === "00:00:00:00:00:00") return "";
  if (!/^([0-9a-f]{2}[:-]){5}[0-9a-f]{2}$/i.test(value)) throw badMac();
  return value.toUpperCase().replaceAll("-", ":");
};

export function isAddress(value: string): boolean {
  const parts = value.split(".");
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256);
}

export const address: Kind = (value, name) => {
  if (value === "" || isAddress(value)) return value;
  throw badValue(name);
};

/** Digits, or digits with k, M or G (1024 each); 64 bits; 0 is no limit. */
export const bytes: Kind = (value, name) => {
  const parts = /^(\d+)([kMG]?)$/.exec(value);
  if (parts === null) throw badValue(name);
  const power = { "": 0n, k: 10n, M: 20n, G: 30n }[parts[2] ?? ""] ?? 0n;
  const count = BigInt(parts[1] ?? "0") << power;
  if (count >= 1n << 64n) throw badValue(name);
  return count === 0n ? "" : count.toString();
};

export const duration: Kind = (value, name) => {
  const ms = parseDuration(value);
  if (ms === null) throw badValue(name);
  return formatDuration(ms);
};

/** For limits: zero is no limit, and then the row lacks the field. */
export const durationLimit: Kind = (value, name, world) => {
  const shown = duration(value, name, world);
  return shown === "0s" ? "" : shown;
};

export const durationOrNone: Kind = (value, name, world) =>
  value === "none" ? value : duration(value, name, world);

export const countOrUnlimited: Kind = (value, name) => {
  if (value === "unlimited" || /^[1-9]\d{0,4}$/.test(value)) return value;
  throw badValue(name);
};

export function oneOf(...allowed: readonly string[]): Kind {
  return (value, name) => {
    if (!allowed.includes(value)) throw noMatch(name);
    return value;
  };
}

/** A comma list of the allowed words. */
export function listOf(...allowed: readonly string[]): Kind {
  return (value, name) => {
    const words = value === "" ? [] : value.split(",");
    if (!words.every((word) => allowed.includes(word))) throw noMatch(name);
    return words.join(",");
  };
}

/** The name of a row of another table, or one of the extra words. */
export function nameOf(table: TableName, ...extra: readonly string[]): Kind {
  return (value, name, world) => {
    if (extra.includes(value) || rowNamed(world, table, value) !== undefined) return value;
    throw noMatch(name);
  };
}

const rate = /^\d+(\.\d+)?[kMG]?$/;

/** `rx[/tx] [burst] [threshold] [time] [priority] [minimum]`: rx is the client's upload, tx its download. */
export const rateLimit: Kind = (value, name) => {
  if (value === "") return value;
  const groups = value.split(" ");
  const ok = groups.every((group, index) => {
    const halves = group.split("/");
    if (halves.length > 2) return false;
    if (index === 3) return halves.every((half) => parseDuration(half) !== null);
    if (index === 4) return /^[1-8]$/.test(group);
    return halves.every((half) => rate.test(half));
  });
  if (!ok || groups.length > 6) throw badValue(name);
  return value;
};
