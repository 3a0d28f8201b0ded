import { apartHours, campaignEnding } from "../../contract/values/campaign-audiences.ts";
import { hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

/** Of use for so long: quiet hours and an account that refuses for a night are waited for. */
export const usefulHours = 72;

/** Stands at the very end of what is kept, in the place of the code that lets its reader withdraw. */
const stopMark = "{stop}";

/** As it is kept. @param page address of the portal */
export const campaignText = (page: string, text: string): string =>
  `${text}${campaignEnding(page, stopMark)}`;

/** What the owner wrote may have the same signs in it: the last ones are ours. */
export const withStopCode = (kept: string, code: string): string => kept.slice(0, -stopMark.length) + code;

/** May have reached its phone within a day, or is about to. `m`: messages. */
export const isLately = (now: number): Sql => sql`(m.state IN ('waiting', 'sending')
  OR m.sent_at > ${now - apartHours * hourMs} OR m.state = 'unclear' AND m.ended_at > ${now - apartHours * hourMs})`;

/** Another campaign's message went to this phone within a day, or is on its way. */
const isSoon = ({ id, phone }: { id: string; phone: string }, now: number): Sql =>
  sql`EXISTS (SELECT 1 FROM messages m WHERE m.phone = ${phone} AND m.kind = 'campaign' AND m.id <> ${id}
    AND m.state <> 'waiting' AND ${isLately(now)})`;

/** Asked in the step that takes it up: two of one phone may be due together. */
export const isApart = (message: { id: string; phone: string }, now: number): Sql =>
  sql`NOT ${isSoon(message, now)}`;

/** What a campaign's message meets when it is due; a null code: the phone does not agree any more. */
type Met = { stopCode: string | null; hold: "stopped" | "apart" | null };

export async function metBy(
  db: TenantDb,
  { id, phone }: { id: string; phone: string },
  now: number,
): Promise<Met> {
  const [, campaignId = ""] = id.split(".");
  const row = await db.first(
    sql<{ code: string | null; isStopped: number; isSoon: number }>`SELECT
      (SELECT stop_code FROM message_consents WHERE phone = ${phone} AND withdrawn_at IS NULL) AS code,
      EXISTS (SELECT 1 FROM campaigns WHERE id = ${campaignId} AND stopped_at IS NOT NULL) AS isStopped,
      ${isSoon({ id, phone }, now)} AS isSoon`,
  );
  return { stopCode: row?.code ?? null, hold: row?.isStopped ? "stopped" : row?.isSoon ? "apart" : null };
}

/** So many refused for the sender's sake end it: the rest would only cost. */
const refusedSenders = 5;

/** Of one that was refused for its sender after it had been taken. */
export const endRefusedStatement = (id: string, now: number): Sql => {
  const [kind = "", campaignId = ""] = id.split(".");
  return sql`UPDATE campaigns SET stopped_at = ${now} WHERE id = ${campaignId} AND ${kind} = 'campaign' AND stopped_at IS NULL
    AND (SELECT count(*) FROM messages WHERE id > ${`campaign.${campaignId}.`} AND id < ${`campaign.${campaignId}/`}
      AND reason = 'sender_id') >= ${refusedSenders}`;
};
