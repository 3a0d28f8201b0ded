/**
 * What is watched of the platform's own work, and from where on it is told. Seconds; `database` in bytes, where D1 holds 10 GB.
 * - `minute`: since the last run of what is done every minute.
 * - `wakes`: how late the providers' own work is, where an object should have woken by itself.
 * - `mail`: age of the oldest letter that was not handed over.
 * - `differences`, `confirmations`: age of the oldest that waits for a person.
 * - `online`: what half of the last hour's buyers waited at most from paid to let in.
 */
export const watchLimits = {
  minute: 180,
  wakes: 600,
  mail: 1_800,
  differences: 86_400,
  confirmations: 86_400,
  online: 60,
  database: 8 * 2 ** 30,
} as const;

/** Fewer buyers of an hour tell of single phones and not of the platform. */
export const leastBuyers = 5;

/** How often buyers' waits are measured: each time providers' objects are asked. */
export const onlineEveryMs = 5 * 60_000;

export type WatchId = keyof typeof watchLimits;
export const watchIds = Object.keys(watchLimits) as WatchId[];
