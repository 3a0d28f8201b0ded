import { hourMs } from "../contract/values/time.ts";
import { log } from "../log.ts";
import { TtlCache } from "../ttl-cache.ts";
import type { Executor } from "./executor.ts";
import { isThere, type ProviderFound } from "./lookup.ts";
import type { SnapshotRev } from "./snapshot.ts";
import { sql } from "./sql.ts";

/** Where a request of a provider's host goes, and how young a snapshot it may count on. */
export type DirectoryEntry = Pick<ProviderFound, "status" | "suspendedFor"> & {
  providerId: string;
  rev: SnapshotRev;
};

// Kept in this isolate. By its status nothing is allowed: the provider's object knows whether it is suspended, and is told at once.

/** A provider keeps its subdomain; what changes about it is delivered to its object in the same act. */
const keptMs = 300_000;
/** What concerns all providers is not delivered to each of them: their objects ask for it when a request says that it changed. */
const sharedKeptMs = 5_000;
/** A host without a provider: a flood of requests for it is not as many trips to D1, and a new provider is there soon. */
const absentKeptMs = 3_000;
const mostKept = 5_000;
/** What is known is answered by and renewed after the answer, if it is not older than this. */
const serveMs = hourMs;

type Row = Pick<ProviderFound, "status" | "suspendedFor"> & { providerId: string; own: number };

const found = new Map<string, Row & { at: number }>();
const absent = new TtlCache<true>(absentKeptMs, mostKept);
let changes = 0;
let shared = { rev: 0, at: Number.NEGATIVE_INFINITY };

/** This isolate changed something that snapshots hold. */
export function directoryChanged(): void {
  changeSeen();
  found.clear();
  absent.forgetAll();
  shared = { ...shared, at: Number.NEGATIVE_INFINITY };
}

/** This isolate changed something that is shown, or passed such a change on. */
export function changeSeen(): void {
  changes += 1;
}

export function changesSeen(): number {
  return changes;
}

/** Does something after the answer went out. */
export type Later = (work: Promise<unknown>) => void;

/**
 * @param by its subdomain, or its id as a cookie says it
 * @param later given where a stale entry may be answered: D1 is read after the answer
 * @returns null where there is no such provider. With D1 away, what was known last.
 */
export async function providerAt(
  platform: Pick<Executor, "all">,
  by: { subdomain: string } | { id: string },
  now: number,
  later?: Later,
): Promise<DirectoryEntry | null> {
  const key = keyOf(by);
  if (absent.known(key, now)) return null;
  const known = found.get(key);
  const isFresh = known && Math.abs(now - known.at) < keptMs && Math.abs(now - shared.at) < sharedKeptMs;
  if (isFresh) return entryOf(known);
  const isServed = known !== undefined && later !== undefined && Math.abs(now - known.at) < serveMs;
  // Requests that come while this one reads are answered from what is known: one of them reads.
  if (known) {
    known.at = now;
    shared.at = now;
  }
  const reading = read(platform, by, now, known, later);
  if (!isServed) return reading;
  later(reading.catch((cause: unknown) => log("error", "directory not renewed", cause)));
  return entryOf(known);
}

async function read(
  platform: Pick<Executor, "all">,
  by: { subdomain: string } | { id: string },
  now: number,
  known: Row | undefined,
  later: Later | undefined,
): Promise<DirectoryEntry | null> {
  const key = keyOf(by);
  try {
    const [row] = await platform.all(
      sql<Row & { shared: number }>`
        SELECT providers.id AS providerId, status, suspended_for AS suspendedFor, coalesce(s.rev, 0) AS own,
          coalesce((SELECT rev FROM provider_snapshots WHERE provider_id = ''), 0) AS shared
        FROM providers LEFT JOIN provider_snapshots s ON s.provider_id = providers.id
        WHERE ${"id" in by ? sql`providers.id = ${by.id}` : sql`subdomain = ${by.subdomain}`} AND ${isThere}`,
    );
    if (!row) {
      found.delete(key);
      await absent.get(key, now, async () => true);
      return null;
    }
    if (found.size >= mostKept) found.clear();
    shared = { rev: row.shared, at: now };
    found.set(key, { ...row, at: now });
    if (known?.providerId !== row.providerId) await (later ? later(remember(key, row)) : remember(key, row));
    return entryOf(row);
  } catch (cause) {
    const last = known ?? (await remembered(key));
    if (!last) throw cause;
    log("error", "directory not read", cause, { provider: last.providerId });
    found.set(key, { ...last, at: now });
    return entryOf(last);
  }
}

/** Whether this isolate can tell of it without asking D1. */
export function isKnownHost(subdomain: string, now: number): boolean {
  return found.has(subdomain) || absent.known(subdomain, now) === true;
}

const keyOf = (by: { subdomain: string } | { id: string }) => ("id" in by ? `id ${by.id}` : by.subdomain);

// Isolates come and go; the data centre's cache outlives them, for an isolate that begins while D1 is away.

const place = (key: string) => `https://directory.invalid/${encodeURIComponent(key)}`;

async function remember(key: string, { providerId, status, suspendedFor, own }: Row): Promise<void> {
  const headers = { "cache-control": "max-age=86400" };
  await caches.default
    .put(place(key), Response.json({ providerId, status, suspendedFor, own }, { headers }))
    .catch((cause: unknown) => log("warn", "directory not kept", cause, { provider: providerId }));
}

async function remembered(key: string): Promise<Row | null> {
  const kept = await caches.default.match(place(key)).catch(() => undefined);
  return kept ? kept.json<Row>() : null;
}

function entryOf({ providerId, status, suspendedFor, own }: Row): DirectoryEntry {
  return { providerId, status, suspendedFor, rev: { shared: shared.rev, own } };
}
