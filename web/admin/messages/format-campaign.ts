import type { Campaign, CampaignGroup } from "#contract/campaigns";
import { endedWithinDays, unseenForDays } from "#contract/values/campaign-audiences";
import { t } from "../../console/language.ts";

export const campaignsPath = "/api/admin/campaigns";

export function groupName({ audience, routerName }: Pick<CampaignGroup, "audience" | "routerName">): string {
  switch (audience) {
    case "all":
      return t("Everybody who agreed");
    case "ended":
      return t("Time ended within {days} days, not bought again", { days: endedWithinDays });
    case "unseen":
      return t("Not online for {days} days", { days: unseenForDays });
    case "router":
      return t("At {router}", { router: routerName ?? "" });
    default:
      return audience satisfies never;
  }
}

/** What became of its messages, the rarer of it only where there is any. */
export function outcomeText({ states }: Pick<Campaign, "states">): string {
  const { waiting, sent, delivered, failed, unclear, held } = states;
  const parts = [
    [waiting, t("{count} waiting", { count: waiting })],
    [delivered, t("{count} arrived", { count: delivered })],
    [sent, t("{count} sent", { count: sent })],
    [unclear, t("{count} perhaps sent", { count: unclear })],
    [failed, t("{count} not sent", { count: failed })],
    [held, t("{count} held back", { count: held })],
  ] as const;
  return parts.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(" · ");
}
