import type { Context } from "../../context.ts";
import type { CampaignOutlook } from "../../contract/campaigns.ts";
import { campaignEnding } from "../../contract/values/campaign-audiences.ts";
import { shillings } from "../../contract/values/money.ts";
import { smsSize } from "../../contract/values/sms-segments.ts";
import { sql } from "../../db/sql.ts";
import { providerOrigin } from "../../http/tenant.ts";
import { portalBrand } from "../branding/index.ts";
import { type SendingNow, sampleStopCode, sendingNow } from "../messages/index.ts";
import { readAsks } from "./ask-for-offers.ts";
import { groupsNow } from "./audiences.ts";

/** What a campaign is made with. @property page address of the portal */
export type Means = SendingNow & { business: string; page: string };

export async function meansOf(ctx: Context, providerId: string): Promise<Means> {
  const [sending, { brand, owner }] = await Promise.all([
    sendingNow(ctx, providerId),
    portalBrand(ctx, providerId, false),
  ]);
  const page = providerOrigin(ctx, owner?.subdomain ?? "");
  return { ...sending, business: brand.companyName, page };
}

/** What each of its messages takes: all have the same length. */
export function segmentsOf({ page }: Pick<Means, "page">, text: string): number {
  return smsSize(`${text}${campaignEnding(page, sampleStopCode)}`).segments;
}

export async function outlookOf(ctx: Context, providerId: string): Promise<CampaignOutlook> {
  const [means, groups, asks, agreed] = await Promise.all([
    meansOf(ctx, providerId),
    groupsNow(ctx, providerId),
    readAsks(ctx, providerId),
    ctx
      .tenant(providerId)
      .first(
        sql<{ count: number }>`SELECT count(*) AS count FROM message_consents WHERE withdrawn_at IS NULL`,
      ),
  ]);
  return {
    asks,
    agreed: agreed?.count ?? 0,
    groups,
    hindrance: means.hindrance,
    segmentPrice: shillings(means.segmentCents),
    purse: { kind: means.purse, left: shillings(means.leftCents) },
    startsAt: means.waitUntil === null ? null : new Date(means.waitUntil).toISOString(),
    business: means.business,
    ending: campaignEnding(means.page, sampleStopCode),
  };
}
