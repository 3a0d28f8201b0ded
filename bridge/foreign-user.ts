import type { RouterAssignment } from "#contract/bridge";
import { parseMac } from "#contract/values/mac";
import { readUserComment } from "./marks.ts";
import type { RouterRow } from "./router.ts";
import { parseCounter, parseDuration, parseFlag, parseUsed } from "./router-values.ts";

// Hotspot users without our mark that are named by a device's address, as MAC log-in systems make them. RouterOS takes no second user of
// a name, so such a user keeps its device from being let in by us.

/** Those of one device. `isSpent`: each is disabled or at its limit. */
export type ForeignUser = { ids: readonly string[]; isSpent: boolean };

const limits = ["limit-uptime", "limit-bytes-total", "limit-bytes-in", "limit-bytes-out"];
/** What `isSpent` reads. */
export const spentFields: readonly string[] = ["disabled", "uptime", "bytes-in", "bytes-out", ...limits];
export const foreignFields: readonly string[] = [".id", "name", "comment", ...spentFields];

/** RouterOS takes a name for a device's in capitals with colons alone. */
export const isForeign = ({ name, comment }: RouterRow): boolean =>
  name !== undefined && parseMac(name) === name && !readUserComment(comment);

export function foreignUser(rows: readonly RouterRow[]): ForeignUser | undefined {
  const foreign = rows.filter((row) => !readUserComment(row.comment));
  if (foreign.length === 0) return undefined;
  return { ids: foreign.flatMap((row) => row[".id"] ?? []), isSpent: foreign.every(isSpent) };
}

/** Disabled, or at its limit. False for a row that cannot be read. */
export function isSpent(row: RouterRow): boolean {
  try {
    if (parseFlag(row.disabled)) return true;
    const [up, down] = [parseUsed(row["bytes-in"]), parseUsed(row["bytes-out"])];
    const used = [parseDuration(row.uptime) ?? 0, up + down, up, down];
    return limits.some((name, index) => {
      const most = index === 0 ? (parseDuration(row[name]) ?? 0) : parseCounter(row[name]);
      return most > 0 && (used[index] ?? 0) >= most;
    });
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Whether a person let the bridge take this device's user over. */
export const isHandedOver = (takesOver: RouterAssignment["takesOver"], mac: string): boolean =>
  takesOver === "all" || takesOver?.includes(mac) === true;
