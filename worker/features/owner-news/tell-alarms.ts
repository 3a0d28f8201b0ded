import { and, asc, inArray, ne } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { textIn } from "../../contract/texts.ts";
import { hourMs } from "../../contract/values/time.ts";
import { absences } from "../../db/schema/tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";
import {
  alarmsPerHour,
  gatherMs,
  ownerMessageStatement,
  type StoredNews,
  untoldAbsence,
} from "../messages/index.ts";
import { alarmText, type StoredAbsence } from "./news-text.ts";
import { ownerOf, smsHindrance } from "./settings.ts";

/** An alarm that could not be sent by then says nothing new: a letter has told it. */
const newsMs = hourMs;

/** One message for all that waits, once, however often this runs or is cut off: it is written with what it tells of marked as told. */
export async function tellAlarms(ctx: Context, providerId: string, stored: StoredNews): Promise<void> {
  if (!stored.alarms) return;
  const now = ctx.now();
  const db = ctx.tenant(providerId);
  const changes = await waiting(db);
  const recent = stored.alarmsAt.filter((at) => at > now - hourMs);
  const first = Math.min(...changes.map(({ changedAt }) => changedAt));
  if (changes.length === 0 || first + gatherMs > now || recent.length >= alarmsPerHour) return;
  const owner = await ownerOf(ctx, providerId);
  const hindrance = owner?.isActive ? await smsHindrance(ctx, providerId, owner) : "no_account";
  const phone = owner?.phone ?? null;
  // An account that refused is tried again within minutes: its messages wait in the outbox.
  if (owner === null || phone === null || (hindrance !== null && hindrance !== "paused")) {
    await db.run(silentStatement(changes));
    return;
  }
  const unheard = await unheardOf(db, changes);
  const told = changes.filter((change) => !unheard.includes(change));
  if (unheard.length > 0) await db.batch(takeBack(unheard, now));
  const [named] = told;
  if (!named) return;
  const id = `router_down.${named.what}.${named.beganAt}.${named.state}`;
  const { language } = stored;
  const text = textIn(language, alarmText(owner.businessName, told));
  const until = now + newsMs;
  const keys = keysOf(told);
  await db.batch([
    ownerMessageStatement(
      now,
      { kind: "router_down", id, phone, language, text, until },
      sql`(SELECT count(*) FROM absences WHERE ${keyed(keys)} AND ${untoldAbsence}) = ${told.length}`,
    ),
    sql`UPDATE absences SET message_id = iif(state = 'open', ${id}, message_id), state = iif(state = 'open', 'told', 'over')
      WHERE ${keyed(keys)} AND ${untoldAbsence} AND changes() > 0`,
    sql`UPDATE owner_news SET alarms_at = ${JSON.stringify([...recent, now])} WHERE id = 'own' AND changes() > 0`,
  ]);
}

function waiting(db: TenantDb): Promise<StoredAbsence[]> {
  return db.select(absences, {
    where: and(ne(absences.state, "over"), inArray(absences.state, ["open", "back"])),
    orderBy: [asc(absences.changedAt), asc(absences.what)],
  });
}

/** The state goes with the key: one that came back meanwhile is another change. */
const keysOf = (changes: readonly StoredAbsence[]): string[] =>
  changes.map(({ what, beganAt, state }) => `${what} ${beganAt} ${state}`);
const keyed = (keys: readonly string[]): Sql =>
  sql`what || ' ' || began_at || ' ' || absences.state IN ${among([...keys])}`;

/** Told by no SMS: a letter tells it. */
const silentStatement = (changes: readonly StoredAbsence[]): Sql =>
  sql`UPDATE absences SET state = iif(state = 'open', 'untold', 'over') WHERE ${keyed(keysOf(changes))} AND ${untoldAbsence}`;

/** Back, and the alarm of their going never went out. */
async function unheardOf(db: TenantDb, changes: readonly StoredAbsence[]): Promise<StoredAbsence[]> {
  const ids = changes.flatMap(({ state, messageId }) => (state === "back" && messageId ? [messageId] : []));
  if (ids.length === 0) return [];
  const out = await db.all(
    sql<{ id: string }>`SELECT id FROM messages WHERE id IN ${among(ids)}
      AND state IN ('sending', 'sent', 'delivered', 'unclear')`,
  );
  const heard = new Set(out.map(({ id }) => id));
  return changes.filter(({ state, messageId }) => state === "back" && !heard.has(messageId ?? ""));
}

/** Nor does it go out any more, unless it tells of another that is still away. */
const takeBack = (unheard: readonly StoredAbsence[], now: number): Sql[] => [
  silentStatement(unheard),
  sql`UPDATE messages SET state = 'held', reason = 'late', ended_at = ${now}
    WHERE id IN ${among(unheard.flatMap(({ messageId }) => messageId ?? []))} AND state = 'waiting'
      AND NOT EXISTS (SELECT 1 FROM absences WHERE message_id = messages.id AND absences.state = 'told')`,
];
