import { macFromQuery, parseMac } from "./mac.ts";

// Who is let out at a router, and whom an entitlement is for. Rows, frames, queue messages and journals name it by one text: its kind, a
// colon, and what names it among its kind. Today there is one kind, a device by its MAC address.

/** `device:AA:BB:CC:DD:EE:FF` */
export type Subject = `device:${string}`;

const kind = "device:";

/** @param mac as `parseMac` returns it */
export const deviceSubject = (mac: string): Subject => `${kind}${mac}`;

/** The device's address, upper case with colons; null of null. */
export function macOf(subject: Subject): string;
export function macOf(subject: Subject | null): string | null;
export function macOf(subject: Subject | null): string | null {
  return subject === null ? null : subject.slice(kind.length);
}

/** A subject as another process wrote it; undefined for a text of another form or kind. */
export function parseSubject(text: string): Subject | undefined {
  return text.startsWith(kind) ? parseDevice(text.slice(kind.length)) : undefined;
}

/** A device by its address in any common spelling (`parseMac`); undefined when it is no device's. */
export function parseDevice(text: string): Subject | undefined {
  const mac = parseMac(text);
  return mac === undefined ? undefined : deviceSubject(mac);
}

/** The device that the router's own parameter names (`macFromQuery`); null for none. */
export function deviceFromQuery(value: string | undefined): Subject | null {
  const mac = macFromQuery(value);
  return mac === undefined ? null : deviceSubject(mac);
}
