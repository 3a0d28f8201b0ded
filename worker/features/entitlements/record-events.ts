import type { Context } from "../../context.ts";
import type { SessionTotals, SiteEvent } from "../../contract/bridge.ts";
import { endAfter } from "../../contract/values/open-hours.ts";
import { parseSubject } from "../../contract/values/subject.ts";
import type { Sql } from "../../db/sql.ts";
import type { OfflineVoucherEvent } from "../../ports.ts";
import { type EntitlementRecord, hoursOf, momentOf } from "./desired-state.ts";
import {
  appliedStatements,
  endedStatement,
  sessionStatement,
  startedBeforeStatement,
  startedStatement,
  usedBeforeStatement,
} from "./event-statements.ts";
import { successorIdOf } from "./purchase-id.ts";
import { changeHeld } from "./store.ts";

export type LineEvent = Extract<SiteEvent, { lineId: string }>;
export type EntitlementEvent = Exclude<SiteEvent, OfflineVoucherEvent | LineEvent>;

export const isOfOfflineVoucher = (event: SiteEvent): event is OfflineVoucherEvent =>
  "offlineVoucherId" in event;

export const isOfLine = (event: SiteEvent): event is LineEvent => "lineId" in event;

export type KnownEvent = { event: EntitlementEvent; held: EntitlementRecord };

export function entitlementIdOfEvent(event: EntitlementEvent): string {
  return event.kind === "session" ? event.totals.entitlementId : event.entitlementId;
}

/** Whether an event says one thing: a session's totals are of the router that the event is about, and name a device. */
export function isCoherent(event: EntitlementEvent): boolean {
  return event.kind !== "session" || (event.totals.routerId === event.routerId && namesDevice(event.totals));
}

export function namesDevice({ subject }: Pick<SessionTotals, "subject">): boolean {
  return parseSubject(subject) !== undefined;
}

function changesPurchase(event: EntitlementEvent): boolean {
  return (
    event.kind === "started" ||
    event.kind === "ended" ||
    (event.kind === "applied" && event.state === "ended")
  );
}

/**
 * One transaction per provider. Repeatable: a bridge sends events until they are acknowledged.
 * @returns the purchases that began or ended by them, as they are now
 */
export async function writeEvents(ctx: Context, events: readonly KnownEvent[]): Promise<EntitlementRecord[]> {
  const now = ctx.now();
  const fresh: EntitlementRecord[] = [];
  for (const [providerId, own] of Map.groupBy(events, ({ held }) => held.providerId)) {
    const statements = own.flatMap((known) => statementsFor(known, appliedIn(own, known.held.id), now));
    const changed = own.filter(({ event }) => changesPurchase(event)).map(({ held }) => held.id);
    fresh.push(...(await changeHeld(ctx.tenant(providerId), statements, [...new Set(changed)])));
  }
  return fresh;
}

/** The highest `rev` of this purchase that is told to be applied; 0 = none. */
function appliedIn(events: readonly KnownEvent[], id: string): number {
  const revs = events.map(({ event, held }) => (event.kind === "applied" && held.id === id ? event.rev : 0));
  return Math.max(...revs);
}

function statementsFor({ event, held }: KnownEvent, applied: number, now: number): Sql[] {
  const at = momentOf(held, event.ageMs, now);
  switch (event.kind) {
    case "started": {
      const endsAt = endAfter(hoursOf(held), at, held.terms.durationMs);
      return [
        startedStatement({ id: held.id, startedAt: at, endsAt, applied }, now),
        ...wentOn(held, (id) => startedBeforeStatement(id, at, endsAt, now)),
      ];
    }
    case "applied":
      return appliedStatements(held.id, event, at, now);
    case "ended":
      return [endedStatement(held.id, event, at, now)];
    case "session":
      return [
        ...wentOn(held, (id) => usedBeforeStatement(id, event.totals)),
        sessionStatement(event.totals, at),
      ];
    default:
      return event satisfies never;
  }
}

/** What an old router reports late of a purchase that went on at another one counts there: nothing is given twice. */
function wentOn(held: EntitlementRecord, statement: (successorId: string) => Sql): Sql[] {
  return held.state === "moved" ? [statement(successorIdOf(held.id))] : [];
}
