import { apartHours, campaignEnding } from "../../contract/values/campaign-audiences.ts";
import { hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { TenantDb } from "../../db/tenant-db.ts";

/** A message waits so long for the end of quiet hours, or for an account that refuses. */
export const usefulHours = 72;

/** Stands at the very end of what is kept, in the place of the code that lets its reader withdraw. */
const stopMark = "{stop}";

/** As it is kept. @param page address of the portal */
export const campaignText = (page: string, text: string): string =>
  `${text}${campaignEnding(page, stopMark)}`;

/** What the owner wrote may have the same signs in it: the last ones are ours. */
export const withStopCode = (kept: string, code: string): string => kept.slice(0, -stopMark.length) + code;

/** A campaign's messages, by the range of their names. */
export const messagesOf = (campaignId: string): Sql =>
  sql`messages.id > ${`campaign.${campaignId}.`} AND messages.id < ${`campaign.${campaignId}/`}`;

/** May have reached its phone within a day, or is about to. `m`: messages. */
export const isRecent = (now: number): Sql => sql`(m.state IN ('waiting', 'sending')
  OR m.sent_at > ${now - apartHours * hourMs} OR m.state = 'unclear' AND m.ended_at > ${now - apartHours * hourMs})`;

/** Another campaign's message went to this phone within a day, or is on its way. */
export const isTooSoon = ({ id, phone }: { id: string; phone: string }, now: number): Sql =>
  sql`EXISTS (SELECT 1 FROM messages m WHERE m.phone = ${phone} AND m.kind = 'campaign' AND m.id <> ${id}
    AND m.state <> 'waiting' AND ${isRecent(now)})`;

/** @property stopCode null: the phone does not agree any more @property hold why it is not sent now */
type CampaignCheck = { stopCode: string | null; hold: "stopped" | "apart" | null };

/** Looked at when it is due: its campaign, its phone's consent, and what else went to that phone. */
export async function checkCampaign(
  db: TenantDb,
  { id, phone }: { id: string; phone: string },
  now: number,
): Promise<CampaignCheck> {
  const [, campaignId = ""] = id.split(".");
  const row = await db.first(
    sql<{ code: string | null; isStopped: number; isTooSoon: number }>`SELECT
      (SELECT stop_code FROM message_consents WHERE phone = ${phone} AND withdrawn_at IS NULL) AS code,
      EXISTS (SELECT 1 FROM campaigns WHERE id = ${campaignId} AND stopped_at IS NOT NULL) AS isStopped,
      ${isTooSoon({ id, phone }, now)} AS isTooSoon`,
  );
  return { stopCode: row?.code ?? null, hold: row?.isStopped ? "stopped" : row?.isTooSoon ? "apart" : null };
}

/** So many messages that were refused for their sender stop their campaign: the rest would only cost. */
const mostRefused = 5;

/** After a message was refused for its sender. @param id of the message, of any kind */
export const stopRefusedStatement = (id: string, now: number): Sql => {
  const [kind = "", campaignId = ""] = id.split(".");
  return sql`UPDATE campaigns SET stopped_at = ${now} WHERE id = ${campaignId} AND ${kind} = 'campaign' AND stopped_at IS NULL
    AND (SELECT count(*) FROM messages WHERE ${messagesOf(campaignId)} AND reason = 'sender_id') >= ${mostRefused}`;
};
