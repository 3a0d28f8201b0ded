import { dayMs } from "../../contract/values/time.ts";

/** How much one party may keep in what all share: a bound for who wants to fill the platform's database. */
export const quotas = {
  pictures: {
    /** The one that is shown, and the last before it: pages on their way still name them. */
    keptOfProvider: 3,
    /** Of the platform's general look and its advertisements. */
    ofPlatform: 300,
    /** How long one that nothing shows any more is served to pages that were made before. */
    unusedMs: dayMs,
  },
  vouchers: {
    /** That could be sold and used now. */
    live: 50_000,
    perHour: 10_000,
    perDay: 20_000,
    /** How long one that ended unused (revoked, or past its date) stays in the list. */
    endedMs: 90 * dayMs,
    /** How many of those are removed at a time. */
    removedAtATime: 500,
  },
  /** Rows of another system's files that are brought in. */
  imports: { rowsPerDay: 20_000 },
  /** What one person may change in a provider's console: each change is a line of the audit, which is never shortened. */
  changes: { perTenMinutes: 500, perDay: 5_000 },
  /** What a program may ask by one token; how much it may change is counted as a person's is. */
  tokenCalls: { perMinute: 120 },
  apiTokens: { ofProvider: 20 },
  bridge: {
    /** Sessions of devices that it may tell of in a day, a reconnection being one: 2,000 devices, ten each. */
    sessionsPerDay: 20_000,
    /** Journals (a new disk is one) whose acknowledgements are kept. */
    journals: 100,
  },
} as const;
