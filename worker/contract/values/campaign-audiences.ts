import { stopPath } from "./voucher-link.ts";

/** To whom a campaign goes, of those who agreed. */
export const campaignAudiences = ["all", "ended", "unseen", "router"] as const;
export type CampaignAudience = (typeof campaignAudiences)[number];

/** Their time ended within so many days, and they did not buy again. */
export const endedWithinDays = 7;
/** They were not online for so many days. */
export const unseenForDays = 14;
/** Two campaigns reach one phone at least so many hours apart. */
export const apartHours = 24;

/** What stands below a campaign's text. `Stop` is said in both languages. @param page address of the portal @param code names the customer */
export function campaignEnding(page: string, code: string): string {
  return `\nStop: ${page.replace(/^https?:\/\//, "")}${stopPath(code)}`;
}
