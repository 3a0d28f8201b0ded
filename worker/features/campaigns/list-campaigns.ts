import { desc, eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { type Campaign, campaignsPerPage } from "../../contract/campaigns.ts";
import { MessageState } from "../../contract/messages.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs, hourMs } from "../../contract/values/time.ts";
import { campaigns } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { messagesOf, sendingNow, usefulHours } from "../messages/index.ts";
import { routerNames } from "../routers/index.ts";

type StoredCampaign = typeof campaigns.$inferSelect;

/** Money that came so soon after a message counts as brought back by it. */
const returnMs = 7 * dayMs;

/** Certainly not sent, not for the phone's sake, and its phone still agrees. What has a price may have gone out before it was held back. */
export const isResumable = sql`((messages.state = 'held' AND messages.cents IS NULL OR messages.state = 'failed'
    AND messages.reason IN ('late', 'sender_id'))
  AND EXISTS (SELECT 1 FROM message_consents c WHERE c.phone = messages.phone AND c.withdrawn_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM message_opt_outs o WHERE o.phone = messages.phone))`;

export async function listCampaigns(
  ctx: Context,
  providerId: string,
  page: number,
): Promise<{ rows: Campaign[]; total: number }> {
  const db = ctx.tenant(providerId);
  const [found, count] = await Promise.all([
    db.select(campaigns, {
      orderBy: [desc(campaigns.createdAt), desc(campaigns.id)],
      limit: campaignsPerPage,
      offset: (page - 1) * campaignsPerPage,
    }),
    db.first(sql<{ total: number }>`SELECT count(*) AS total FROM campaigns`),
  ]);
  return { rows: await answersOf(ctx, providerId, found), total: count?.total ?? 0 };
}

/** Null for one that does not exist. */
export async function campaignById(ctx: Context, providerId: string, id: string): Promise<Campaign | null> {
  const found = await ctx.tenant(providerId).select(campaigns, { where: eq(campaigns.id, id), limit: 1 });
  const [campaign] = await answersOf(ctx, providerId, found);
  return campaign ?? null;
}

async function answersOf(ctx: Context, providerId: string, found: StoredCampaign[]): Promise<Campaign[]> {
  if (found.length === 0) return [];
  const [names, { segmentCents }] = await Promise.all([
    routerNames(ctx, providerId),
    sendingNow(ctx, providerId),
  ]);
  return Promise.all(
    found.map(async (campaign): Promise<Campaign> => {
      const { id, audience, routerId, text, createdAt, stoppedAt, people, segments } = campaign;
      const [messages, returned] = await Promise.all([
        messagesNow(ctx, providerId, id),
        returnedBy(ctx, providerId, campaign),
      ]);
      return {
        id,
        audience,
        routerName: routerId === null ? null : (names.get(routerId) ?? ""),
        text,
        createdAt: new Date(createdAt).toISOString(),
        stoppedAt: stoppedAt === null ? null : new Date(stoppedAt).toISOString(),
        people,
        segments,
        price: shillings(people * segments * campaign.segmentCents),
        ...messages,
        resumePrice: shillings(messages.resumable * segments * segmentCents),
        returned,
      };
    }),
  );
}

type MessagesNow = Pick<Campaign, "states" | "spent" | "resumable">;

async function messagesNow(ctx: Context, providerId: string, id: string): Promise<MessagesNow> {
  const rows = await ctx.tenant(providerId).all(
    sql<{ state: MessageState; count: number; cents: number; resumable: number }>`SELECT
        iif(state = 'sending', 'waiting', state) AS state, count(*) AS count, coalesce(sum(cents), 0) AS cents,
        sum(${isResumable}) AS resumable
      FROM messages WHERE ${messagesOf(id)} GROUP BY 1`,
  );
  const states = Object.fromEntries(MessageState.options.map((state) => [state, 0])) as Campaign["states"];
  let cents = 0;
  let resumable = 0;
  for (const row of rows) {
    states[row.state] = row.count;
    cents += row.cents;
    resumable += row.resumable;
  }
  return { states, spent: shillings(cents), resumable };
}

/** Reads the payments of the days since, and no message that was not sent. */
async function returnedBy(
  ctx: Context,
  providerId: string,
  { id, createdAt, startedAt }: StoredCampaign,
): Promise<Campaign["returned"]> {
  const until = startedAt + usefulHours * hourMs + returnMs;
  const row = await ctx.tenant(providerId).first(
    sql<{ people: number; cents: number }>`SELECT count(DISTINCT p.phone) AS people,
        coalesce(sum(p.amount_cents - p.refunded_cents), 0) AS cents
      FROM payments p JOIN messages m ON m.id = ${`campaign.${id}.`} || p.phone
      WHERE p.created_at > ${createdAt} AND p.created_at <= ${until} AND p.status = 'completed'
        AND p.created_at > m.sent_at AND p.created_at <= m.sent_at + ${returnMs}`,
  );
  return { people: row?.people ?? 0, amount: shillings(row?.cents ?? 0) };
}
