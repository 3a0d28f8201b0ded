import type { Context } from "../../context.ts";
import type { Campaign, CampaignInput } from "../../contract/campaigns.ts";
import { formatShillings } from "../../contract/values/money.ts";
import { hourMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { messagesOf, usefulHours } from "../messages/index.ts";
import { audienceStatement, groupsNow } from "./audiences.ts";
import { type Means, meansOf, segmentsOf } from "./campaign-outlook.ts";
import { campaignById, isResumable } from "./list-campaigns.ts";

const usefulMs = usefulHours * hourMs;

/**
 * All of its messages are written in one transaction, one for each phone; the outbox sends them. Told twice it is the same campaign.
 * @param id names it; a repeat has the same
 * @throws AppError refused without an account or money; conflict where it is not any more what was shown
 */
export async function sendCampaign(
  ctx: Context,
  providerId: string,
  id: string,
  { audience, text, people, cost, ...input }: CampaignInput,
): Promise<{ campaign: Campaign; isNew: boolean }> {
  const routerId = input.routerId ?? null;
  const db = ctx.tenant(providerId);
  const known = await campaignById(ctx, providerId, id);
  if (known) return { campaign: known, isNew: false };
  const now = ctx.now();
  const means = await meansOf(ctx, providerId);
  // The platform's account writes for all: whose message it is, its text says.
  if (means.purse === "credits" && !text.toLowerCase().includes(means.business.toLowerCase()))
    throw refuse("invalid", "campaign_business", { business: means.business }).at("text");
  const segments = segmentsOf(means, text);
  const count = async () => {
    const groups = await groupsNow(ctx, providerId);
    return groups.find((one) => one.audience === audience && one.routerId === routerId)?.people ?? 0;
  };
  const reached = await count();
  if (reached === 0) throw refuse("refused", "campaign_nobody");
  const cents = reached * segments * means.segmentCents;
  expectShown(reached, segments * means.segmentCents, { people, cost });
  expectMoney(means, cents);
  const audienceNow = audienceStatement({ audience, routerId }, now);
  await db.batch([
    // Where a phone joined or left since they were counted, it is not what was shown.
    sql`INSERT INTO campaigns (id, audience, router_id, text, segments, segment_cents, people, created_at, started_at)
      SELECT ${id}, ${audience}, ${routerId}, ${text}, ${segments}, ${means.segmentCents}, ${reached}, ${now}, ${now}
      WHERE (SELECT count(*) FROM (${audienceNow})) = ${reached}`,
    sql`INSERT INTO messages (id, kind, phone, language, given, state, created_at, next_at, until)
      SELECT ${`campaign.${id}.`} || phone, 'campaign', phone, ${means.language},
        ${JSON.stringify({ text, mostCents: segments * means.segmentCents })}, 'waiting', ${now}, ${now}, ${now + usefulMs}
      FROM (${audienceNow}) WHERE EXISTS (SELECT 1 FROM campaigns WHERE id = ${id})
      ON CONFLICT DO NOTHING`,
  ]);
  const campaign = await campaignById(ctx, providerId, id);
  if (!campaign) throw changed(await count(), segments * means.segmentCents);
  return { campaign, isNew: true };
}

/** What waits is held back; what went out is gone. @throws AppError not_found */
export async function stopCampaign(ctx: Context, providerId: string, id: string): Promise<Campaign> {
  await expectCampaign(ctx, providerId, id);
  const now = ctx.now();
  await ctx.tenant(providerId).batch([
    sql`UPDATE messages SET state = 'held', reason = 'stopped', ended_at = ${now}
      WHERE ${messagesOf(id)} AND state = 'waiting'`,
    // Also where all are on their way: what the account does not take of them is held back, too.
    sql`UPDATE campaigns SET stopped_at = ${now} WHERE id = ${id} AND stopped_at IS NULL`,
  ]);
  return expectCampaign(ctx, providerId, id);
}

/**
 * What certainly did not go out goes on, at today's price. What may have gone out is not sent a second time.
 * @throws AppError not_found; refused without an account or money; conflict where the price is another than was shown
 */
export async function resumeCampaign(
  ctx: Context,
  providerId: string,
  id: string,
  cost: number,
): Promise<Campaign> {
  const [before, means] = await Promise.all([expectCampaign(ctx, providerId, id), meansOf(ctx, providerId)]);
  const { resumable, resumePrice } = before;
  if (resumable === 0) throw refuse("refused", "campaign_nothing_left");
  const cents = Math.round(resumePrice * 100);
  expectShown(resumable, cents / resumable, { people: resumable, cost });
  expectMoney(means, cents);
  const now = ctx.now();
  await ctx.tenant(providerId).batch([
    sql`UPDATE messages SET state = 'waiting', reason = NULL, ended_at = NULL, next_at = ${now},
        until = ${now + usefulMs}, given = json_set(given, '$.mostCents', ${means.segmentCents} * (SELECT segments FROM campaigns WHERE id = ${id}))
      WHERE ${messagesOf(id)} AND ${isResumable}`,
    sql`UPDATE campaigns SET stopped_at = NULL, started_at = ${now}, segment_cents = max(segment_cents, ${means.segmentCents})
      WHERE id = ${id}`,
  ]);
  return expectCampaign(ctx, providerId, id);
}

async function expectCampaign(ctx: Context, providerId: string, id: string): Promise<Campaign> {
  const found = await campaignById(ctx, providerId, id);
  if (!found) throw refuse("not_found", "campaign_unknown");
  return found;
}

type Shown = { people: number; cost: number };

/** @param eachCents of one message */
function expectShown(people: number, eachCents: number, shown: Shown): void {
  if (people !== shown.people || people * eachCents !== Math.round(shown.cost * 100))
    throw changed(people, eachCents);
}

const changed = (people: number, eachCents: number) =>
  refuse("conflict", "campaign_changed", { people, price: formatShillings(people * eachCents) });

function expectMoney({ hindrance, purse, leftCents }: Means, cents: number): void {
  if (hindrance !== null)
    throw refuse("refused", hindrance === "untried" ? "message_account_untried" : "message_account_missing");
  if (cents <= leftCents) return;
  const sums = { price: formatShillings(cents), left: formatShillings(Math.max(0, leftCents)) };
  throw refuse("refused", purse === "credits" ? "campaign_credits" : "campaign_budget", sums);
}
