import type { Speed } from "#contract/values/speed";

/**
 * How RouterOS writes durations, counters, flags and speeds in the API, where every value is text, and back. What
 * cannot be read throws `RangeError` with the text: guessing at a limit or a counter would give or take access.
 */

const unreadable = (what: string, text: unknown) =>
  new RangeError(`no RouterOS ${what}: ${JSON.stringify(text)}`);

const apiStyle = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:\d+ms)?(?:\d+us)?(?:\d+ns)?$/;
const clockStyle = /^(?:(\d+)w)?(?:(\d+)d)?(\d+):(\d\d):(\d\d)(?:\.\d+)?$/;
const secondsIn = [604_800, 86_400, 3_600, 60, 1] as const;

/** Whole seconds of `1w2d3h4m5s`, `1w2d03:04:05` or `03:04:05`; undefined for `none`, missing or empty. */
export function parseDuration(text: string | undefined): number | undefined {
  if (text === undefined || text === "" || text === "none") return undefined;
  const parts = clockStyle.exec(text) ?? apiStyle.exec(text);
  if (!parts) throw unreadable("duration", text);
  const seconds = secondsIn.reduce((sum, unit, index) => sum + unit * Number(parts[index + 1] ?? 0), 0);
  if (!Number.isSafeInteger(seconds)) throw unreadable("duration", text);
  return seconds;
}

/** `1w2d3h4m5s`, `0s`, or `none` for undefined. Parts of a second count as a whole one: no visitor loses time. */
export function printDuration(seconds: number | undefined): string {
  if (seconds === undefined) return "none";
  let left = Math.ceil(seconds);
  if (!Number.isSafeInteger(left) || left < 0) throw new RangeError(`no duration: ${seconds} seconds`);
  let text = "";
  for (const [index, unit] of secondsIn.entries()) {
    const count = Math.floor(left / unit);
    left -= count * unit;
    if (count > 0) text += `${count}${"wdhms"[index]}`;
  }
  return text || "0s";
}

/** A counter or size in bytes, exact below 2^53. A missing one is 0: RouterOS leaves out limits that are not set. */
export function parseCounter(text: string | undefined): number {
  if (text === undefined || text === "") return 0;
  const count = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count)) throw unreadable("counter", text);
  return count;
}

/** A figure beyond 2^53 is no reason to stop reading the others: it is the most that can be counted. */
export function parseUsed(text: string | undefined): number {
  return text !== undefined && /^\d{16,20}$/.test(text)
    ? Math.min(Number(text), Number.MAX_SAFE_INTEGER)
    : parseCounter(text);
}

export function printCounter(count: number): string {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError(`no counter: ${count}`);
  return String(count);
}

/** The API says `true` and `false`, older texts and our own words `yes` and `no`; a missing flag is false. */
export function parseFlag(text: string | undefined): boolean {
  if (text === "true" || text === "yes") return true;
  if (text === undefined || text === "" || text === "false" || text === "no") return false;
  throw unreadable("flag", text);
}

export function printFlag(flag: boolean): "yes" | "no" {
  return flag ? "yes" : "no";
}

/** Kilobits (1000) per second as the client sees them; 0 is no limit. */

/** `512k/1M`: rx/tx as the router sees it, which is client upload / client download. "" is no limit. */
export function rateLimit({ upKbps, downKbps }: Speed): string {
  return upKbps === 0 && downKbps === 0 ? "" : `${printKbps(upKbps)}/${printKbps(downKbps)}`;
}

function printKbps(kbps: number): string {
  if (!Number.isSafeInteger(kbps) || kbps < 0) throw new RangeError(`no speed: ${kbps} kbit/s`);
  if (kbps === 0) return "0";
  return kbps % 1000 === 0 ? `${kbps / 1000}M` : `${kbps}k`;
}

/** Reads the first pair of a `rate-limit`, whoever wrote it: bursts are left aside, one figure is for both ways. */
export function parseRateLimit(text: string | undefined): Speed {
  if (text === undefined || text.trim() === "") return { upKbps: 0, downKbps: 0 };
  const [up = "", down = up, ...more] = (text.trim().split(/\s+/)[0] ?? "").split("/");
  if (more.length > 0) throw unreadable("rate-limit", text);
  return { upKbps: parseKbps(up, text), downKbps: parseKbps(down, text) };
}

/** The same of a limit that is two whole figures; null: there is none, or another one. */
export function wholeSpeed(limit: string | undefined): Speed | null {
  try {
    const speed = parseRateLimit(limit);
    const isWhole = [speed.upKbps, speed.downKbps].every((kbps) => Number.isInteger(kbps) && kbps > 0);
    return isWhole ? speed : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function parseKbps(figure: string, text: string): number {
  const [, digits, unit] = /^(\d+)([kMG]?)$/.exec(figure) ?? [];
  if (digits === undefined) throw unreadable("rate-limit", text);
  const kbpsIn = { "": 0.001, k: 1, M: 1000, G: 1_000_000 }[unit ?? ""] ?? Number.NaN;
  return Number(digits) * kbpsIn;
}

/** Without the empty row that some menus answer first. */
export const filledRows = <Row extends object>(rows: readonly Row[]): Row[] =>
  rows.filter((row) => Object.keys(row).length > 0);
