import type { Device } from "./commands/read-device.ts";

/** How the router shall let one device out. */
export type DesiredUser = {
  entitlementId: string;
  comment: string;
  profile: string;
  /** Of the router's MAC login. */
  password: string;
  /** Left now, at least 1. */
  seconds: number;
  /** It closes then whatever becomes of the bridge: a session never has more than `seconds`. */
  closes: boolean;
  /** Left now, at least 1; null is without limit. */
  bytes: number | null;
};

/**
 * - `keep`: nothing has to change.
 * - `relabel`: only what a running session does not feel.
 * - `rewrite`: the user is missing or differs in what a session takes from it when it begins.
 */
export type Verdict = "keep" | "relabel" | "rewrite";

// The router's limits are the second line: the bridge ends access by its own clock. Too little left would cut off
// somebody who paid; too much only matters if the bridge dies, and correcting it costs a running session a blip.
const shortSeconds = 5;
const shortBytes = 2 ** 20;
const longSeconds = (wanted: number) => Math.max(120, wanted / 10);
const longBytes = (wanted: number) => Math.max(16 * 2 ** 20, wanted / 10);

/** Compares what the router has for a device with what is wanted; see `DesiredUser`. */
export function judge(device: Device, wanted: DesiredUser): Verdict {
  const { ours, active } = device;
  if (!ours || ours.mark?.entitlementId !== wanted.entitlementId) return "rewrite";
  if (ours.profile !== wanted.profile || ours.server !== "all" || ours.disabled) return "rewrite";
  if (ours.mac !== ours.name) return "rewrite";
  const online = active?.user === ours.name;
  if (online ? !fits(device, wanted) : !fitsNext(device, wanted)) return "rewrite";
  const passwordDiffers = ours.password !== undefined && ours.password !== wanted.password;
  return ours.comment !== wanted.comment || passwordDiffers ? "relabel" : "keep";
}

/** What is left to the running session; it had its limits when it began. */
function fits({ ours, active }: Device, wanted: DesiredUser): boolean {
  const left = active?.secondsLeft;
  if (!ours || !active || left === undefined) return false;
  const more = wanted.closes ? shortSeconds : longSeconds(wanted.seconds);
  if (left < wanted.seconds - shortSeconds || left > wanted.seconds + more) return false;
  if (wanted.bytes === null) return ours.limitBytes === 0;
  if (ours.limitBytes === 0) return false;
  // More than wanted is fine: other devices of the purchase use it up, too, and the bridge counts them all.
  // Whether a running session is in its user's counters already is not sure on every version: the kinder reading counts.
  const bytesLeft = Math.max(ours.limitBytes - total(ours.used), active.limitBytes) - total(active);
  return bytesLeft >= wanted.bytes - shortBytes;
}

/** What the next session would have. With the device at the door it is about to begin, so it is made exact. */
function fitsNext({ ours, hosts }: Device, wanted: DesiredUser): boolean {
  if (!ours || ours.limitSeconds === 0) return false;
  const exact = hosts.length > 0;
  const more = ours.limitSeconds - ours.used.seconds - wanted.seconds;
  if (more < (exact ? -1 : -shortSeconds) || more > (exact ? 1 : longSeconds(wanted.seconds))) return false;
  if (wanted.bytes === null || ours.limitBytes === 0) return wanted.bytes === null && ours.limitBytes === 0;
  const moreBytes = ours.limitBytes - total(ours.used) - wanted.bytes;
  return moreBytes >= (exact ? 0 : -shortBytes) && moreBytes <= (exact ? 0 : longBytes(wanted.bytes));
}

const total = ({ up, down }: { up: number; down: number }) => up + down;
