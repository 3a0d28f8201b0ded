import * as contract from "../../contract/campaigns.ts";
import { say } from "../../contract/texts.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, record } from "../audit/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { saveAsks } from "./ask-for-offers.ts";
import { outlookOf } from "./campaign-outlook.ts";
import { listCampaigns } from "./list-campaigns.ts";
import { resumeCampaign, sendCampaign, stopCampaign } from "./send-campaign.ts";

const success = true as const;

export function mountCampaigns(app: App): void {
  route(app, contract.campaignOutlook, ({ ctx, caller }) => outlookOf(ctx, providerOf(caller).providerId));

  route(app, contract.listCampaigns, async ({ ctx, caller, query, headers }) => {
    const { rows, total } = await listCampaigns(ctx, providerOf(caller).providerId, query.page ?? 1);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, contract.askForOffers, async ({ ctx, caller, body }) => {
    await saveAsks(ctx, providerOf(caller).providerId, body.asks, actorOf(caller));
    return { success, message: say(body.asks ? "campaign_asks" : "campaign_asks_not") };
  });

  route(app, contract.sendCampaign, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const claim = await claimIdempotencyKey(ctx, { providerId }, idempotencyKey, body, crypto.randomUUID());
    const { campaign, isNew } = await sendCampaign(ctx, providerId, claim.result, body);
    const { id, audience, people, price } = campaign;
    if (isNew)
      await record(ctx, {
        ...actorOf(caller),
        action: "campaign.send",
        subject: id,
        detail: { audience, people, price },
      });
    return { success, message: say("campaign_sent", { people }), campaign };
  });

  route(app, contract.stopCampaign, async ({ ctx, caller, params }) => {
    const campaign = await stopCampaign(ctx, providerOf(caller).providerId, params.id);
    await record(ctx, { ...actorOf(caller), action: "campaign.stop", subject: params.id });
    return { success, message: say("campaign_stopped"), campaign };
  });

  route(app, contract.resumeCampaign, async ({ ctx, caller, params, body }) => {
    const campaign = await resumeCampaign(ctx, providerOf(caller).providerId, params.id, body.cost);
    const detail = { price: body.cost };
    await record(ctx, { ...actorOf(caller), action: "campaign.resume", subject: params.id, detail });
    return { success, message: say("campaign_resumed"), campaign };
  });
}
