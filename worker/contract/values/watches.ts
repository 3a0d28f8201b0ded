/**
 * What is watched of the platform's own work, and from where on it is told. Seconds; `database` in bytes, where D1 holds 10 GB.
 * - `minute`: since the last run of what is done every minute.
 * - `wakes`: how late the providers' own work is, where an object should have woken by itself.
 * - `mail`: age of the oldest letter that was not handed over.
 * - `differences`, `confirmations`: age of the oldest that waits for a person.
 */
export const watchLimits = {
  minute: 180,
  wakes: 600,
  mail: 1_800,
  differences: 86_400,
  confirmations: 86_400,
  database: 8 * 2 ** 30,
} as const;

export type WatchId = keyof typeof watchLimits;
export const watchIds = Object.keys(watchLimits) as WatchId[];
