import { minuteMs } from "./time.ts";

/**
 * What is watched of the platform's own work, and from where on it is told. Seconds, or bytes (`isBytes`): D1
 * and a provider's object hold 10 GB each.
 * - `minute`: since the last run of what is done every minute.
 * - `wakes`: how late the providers' own work is, where an object should have woken by itself.
 * - `unopened`: since when the database of a provider does not open, of the first one.
 * - `mail`: age of the oldest letter that was not handed over.
 * - `differences`, `confirmations`: age of the oldest that waits for a person.
 * - `online`: what half of the last hour's buyers waited at most from paid to let in.
 * - `backup`: since the last night whose backup was put away as a whole; nothing where no store is set.
 * - `database`, `largest`: of the platform, and of the largest provider, which each night measures.
 */
export const watchLimits = {
  minute: 180,
  wakes: 600,
  unopened: 30,
  mail: 1_800,
  differences: 86_400,
  confirmations: 86_400,
  online: 60,
  backup: 93_600,
  database: 8 * 2 ** 30,
  largest: 8 * 2 ** 30,
} as const;

/** Fewer buyers of an hour tell of single phones and not of the platform. */
export const leastBuyers = 5;

/** How often buyers' waits are measured: each time providers' objects are asked. */
export const onlineEveryMs = 5 * minuteMs;

export type WatchId = keyof typeof watchLimits;
export const isBytes = (id: WatchId): boolean => id === "database" || id === "largest";
export const watchIds = Object.keys(watchLimits) as WatchId[];
