/** Reads the bodies of `POST /control/router`; a bad one is refused with a sentence. */

import { defaultFaults, type Faults } from "./faults.ts";
import type { ApiUser, Policy } from "./settings.ts";
import { isAddress } from "./values.ts";

interface ControlBody {
  readonly reboot: { readonly clean: boolean } | null;
  readonly reachable: boolean | null;
  readonly host: {
    readonly mac: string;
    readonly ip: string;
    readonly present: boolean;
    readonly lingers: boolean;
  } | null;
  readonly advanceMs: number | null;
  readonly traffic: { readonly mac: string; readonly bytesIn: bigint; readonly bytesOut: bigint } | null;
  readonly faults: Partial<Faults> | null;
  readonly user: ApiUser | null;
}

export class ControlError extends Error {
  override readonly name = "ControlError";
}

type Fields = Record<string, unknown>;

function fieldsOf(value: unknown, what: string, allowed: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ControlError(`${what} must be an object.`);
  }
  const stranger = Object.keys(value).find((key) => !allowed.includes(key));
  if (stranger !== undefined)
    throw new ControlError(`${what} has no field "${stranger}"; it has ${allowed.join(", ")}.`);
  return { ...value };
}

function boolean(value: unknown, what: string): boolean {
  if (typeof value !== "boolean") throw new ControlError(`${what} must be true or false.`);
  return value;
}

/** Upper case with colons. */
export function macOf(value: unknown, what: string): string {
  if (typeof value !== "string" || !/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(value)) {
    throw new ControlError(`${what} must be a MAC address such as 02:00:00:00:00:01.`);
  }
  return value.toUpperCase();
}

function addressOf(value: unknown): string {
  if (typeof value !== "string" || !isAddress(value)) {
    throw new ControlError("host.ip must be an IPv4 address such as 10.5.50.10.");
  }
  return value;
}

/** A number of bytes, or its decimal digits where a JSON number is too small. */
function bytesOf(value: unknown, what: string): bigint {
  if (value === undefined) return 0n;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === "string" && /^\d+$/.test(value)) return BigInt(value);
  throw new ControlError(`${what} must be a whole number of bytes, as a number or as digits.`);
}

function rebootOf(value: unknown, clean: unknown): ControlBody["reboot"] {
  if (value === undefined) return null;
  if (value !== true) throw new ControlError("reboot must be true.");
  return { clean: clean === undefined ? false : boolean(clean, "clean") };
}

function hostOf(value: unknown): ControlBody["host"] {
  if (value === undefined) return null;
  const fields = fieldsOf(value, "host", ["mac", "ip", "present", "lingers"]);
  const present = boolean(fields.present, "host.present");
  return {
    mac: macOf(fields.mac, "host.mac"),
    ip: present || fields.ip !== undefined ? addressOf(fields.ip) : "",
    present,
    lingers: fields.lingers === undefined ? false : boolean(fields.lingers, "host.lingers"),
  };
}

function advanceOf(value: unknown): number | null {
  if (value === undefined) return null;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw new ControlError("advanceMs must be a whole number of milliseconds, not negative.");
  }
  return value;
}

function trafficOf(value: unknown): ControlBody["traffic"] {
  if (value === undefined) return null;
  const fields = fieldsOf(value, "traffic", ["mac", "bytesIn", "bytesOut"]);
  return {
    mac: macOf(fields.mac, "traffic.mac"),
    bytesIn: bytesOf(fields.bytesIn, "traffic.bytesIn"),
    bytesOut: bytesOf(fields.bytesOut, "traffic.bytesOut"),
  };
}

const faultWords: Readonly<Record<string, readonly string[]>> = {
  tagPosition: ["last", "second"],
  empty: ["off", "print", "print+write"],
  unreachable: ["reset", "silent"],
  accept: ["normal", "close", "silent"],
  segments: ["whole", "one byte", "before final zero", "coalesced"],
  late: ["never", "after cancel", "after done"],
  dateFormat: ["iso", "month"],
  refusals: ["api", "errors.txt"],
  how: ["stall", "reset", "end", "fatal"],
  when: ["before", "mid"],
};

function checkWord(name: string, value: unknown): void {
  const words = faultWords[name];
  if (words === undefined || words.some((word) => word === value)) return;
  throw new ControlError(`faults: ${name} must be one of ${words.join(", ")}.`);
}

function checkBroken(value: unknown): void {
  const fields = fieldsOf(value, "A broken reply", ["how", "command", "when", "times"]);
  checkWord("how", fields.how);
  if (fields.when !== undefined) checkWord("when", fields.when);
}

/** Each fault must have the type of its default, and be one of its words where it has words. */
function faultsOf(value: unknown): Partial<Faults> | null {
  if (value === undefined) return null;
  const defaults: Fields = { ...defaultFaults("7.18.2") };
  const given = fieldsOf(value, "faults", Object.keys(defaults));
  for (const [name, fault] of Object.entries(given)) {
    const same =
      typeof fault === typeof defaults[name] && Array.isArray(fault) === Array.isArray(defaults[name]);
    if (!same) throw new ControlError(`faults.${name} must be like ${JSON.stringify(defaults[name])}.`);
    checkWord(name, fault);
    if (name === "broken" && Array.isArray(fault)) fault.forEach(checkBroken);
  }
  return given;
}

/** As `/user add` would make it. */
function userOf(value: unknown): ApiUser | null {
  if (value === undefined) return null;
  const { name, password, policies } = fieldsOf(value, "user", ["name", "password", "policies"]);
  if (typeof name !== "string" || typeof password !== "string" || !Array.isArray(policies))
    throw new ControlError("user must have a name, a password and a list of policies.");
  return { name, password, policies: policies as Policy[] };
}

/** Throws ControlError with a sentence for whoever wrote the body. */
export function readControlBody(value: unknown): ControlBody {
  const known = ["reboot", "clean", "reachable", "host", "advanceMs", "traffic", "faults", "user"];
  const fields = fieldsOf(value, "The body", known);
  if (Object.keys(fields).length === 0)
    throw new ControlError(`The body must have one of ${known.join(", ")}.`);
  return {
    reboot: rebootOf(fields.reboot, fields.clean),
    reachable: fields.reachable === undefined ? null : boolean(fields.reachable, "reachable"),
    host: hostOf(fields.host),
    advanceMs: advanceOf(fields.advanceMs),
    traffic: trafficOf(fields.traffic),
    faults: faultsOf(fields.faults),
    user: userOf(fields.user),
  };
}
