import type { SiteEvent } from "../../contract/bridge.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { exec } from "../../db/executor.ts";
import { among, sql } from "../../db/sql.ts";
import type { BridgeStorage } from "./bridge-storage.ts";

/** Of one bridge. Beyond, its journal keeps them, as it did before they were taken. */
const mostLeft = 50_000;
/** A provider that does not answer is asked again after this. */
const askAgainMs = minuteMs;

/**
 * Providers that sell at a shared bridge and do not answer. Kept of each: events of its purchases, in their order, acknowledged and not
 * yet written; and whether its purchases are to be read again.
 */
export class SilentSellers {
  private readonly kept: BridgeStorage;
  /** When they were asked last, UTC ms. An event that is added does not move it. */
  private askedAt = 0;

  constructor(kept: BridgeStorage) {
    this.kept = kept;
  }

  /** When they are to be asked again, UTC ms; null = nothing is left of any. */
  dueAt(): number | null {
    return this.all().length > 0 ? this.askedAt + askAgainMs : null;
  }

  asked(now: number): void {
    this.askedAt = now;
  }

  /** Providers of which events are left. */
  providers(): string[] {
    return this.all().flatMap(({ id, events }) => (events > 0 ? [id] : []));
  }

  /** Providers whose purchases and offline vouchers are to be read again. */
  unread(): string[] {
    return this.all().flatMap(({ id, unread }) => (unread === 1 ? [id] : []));
  }

  setUnread(providerIds: readonly string[], now: number): void {
    if (providerIds.length > 0) this.begin(now);
    const before = this.unread();
    for (const id of before) if (!providerIds.includes(id)) this.change(id, { unread: 0, events: 0 });
    for (const id of providerIds) if (!before.includes(id)) this.change(id, { unread: 1, events: 0 });
  }

  /** @throws where there is no room */
  keep(left: readonly { providerId: string; event: SiteEvent }[], now: number): void {
    const kept = this.all().reduce((sum, { events }) => sum + events, 0);
    if (kept + left.length > mostLeft) throw new Error(`${kept} events wait for providers`);
    this.begin(now);
    for (const { providerId, event } of left)
      exec(
        this.kept.sql(),
        sql`INSERT INTO left_event (provider, at, body) VALUES (${providerId}, ${now}, ${JSON.stringify(event)})`,
      );
    for (const [id, own] of Map.groupBy(left, ({ providerId }) => providerId))
      this.change(id, { unread: null, events: own.length });
  }

  /** The first of a provider's, as old as they are now. */
  of(providerId: string, most: number, now: number): { numbers: number[]; events: SiteEvent[] } {
    const rows = exec(
      this.kept.sql(),
      sql<{ number: number; at: number; body: string }>`SELECT number, at, body FROM left_event
        WHERE provider = ${providerId} ORDER BY number LIMIT ${most}`,
    ).toArray();
    const events = rows.map(({ at, body }) => {
      const event = JSON.parse(body) as SiteEvent;
      return { ...event, ageMs: event.ageMs + Math.max(0, now - at) };
    });
    return { numbers: rows.map(({ number }) => number), events };
  }

  written(providerId: string, numbers: readonly number[]): void {
    exec(this.kept.sql(), sql`DELETE FROM left_event WHERE number IN ${among(numbers)}`);
    this.change(providerId, { unread: null, events: -numbers.length });
  }

  /** The first of them was asked just now. */
  private begin(now: number): void {
    if (this.all().length === 0) this.askedAt = now;
  }

  private all(): { id: string; unread: 0 | 1; events: number }[] {
    return exec(
      this.kept.sql(),
      sql<{ id: string; unread: 0 | 1; events: number }>`SELECT id, unread, events FROM silent_seller`,
    ).toArray();
  }

  /** @param unread null = as it is @param events more or fewer of them */
  private change(id: string, { unread, events }: { unread: 0 | 1 | null; events: number }): void {
    exec(
      this.kept.sql(),
      sql`INSERT INTO silent_seller (id, unread, events) VALUES (${id}, coalesce(${unread}, 0), ${events})
        ON CONFLICT (id) DO UPDATE SET unread = coalesce(${unread}, unread), events = events + ${events}`,
    );
    exec(this.kept.sql(), sql`DELETE FROM silent_seller WHERE id = ${id} AND unread = 0 AND events <= 0`);
  }
}
