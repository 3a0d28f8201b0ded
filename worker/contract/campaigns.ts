import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { MessageState } from "./messages.ts";
import { Said, says } from "./said.ts";
import { campaignAudiences } from "./values/campaign-audiences.ts";
import { longestTemplate } from "./values/message-templates.ts";

// Campaigns: one message to a group of customers who agreed at a purchase. All amounts are KES.

const Audience = z.enum(campaignAudiences);

export const CampaignGroup = z.object({
  audience: Audience,
  /** Of the audience at one router. */
  routerId: z.string().nullable(),
  routerName: z.string().nullable(),
  /** To whom it would go now: who was written to within a day, or wants no messages, is not among them. */
  people: z.int(),
});
export type CampaignGroup = z.infer<typeof CampaignGroup>;

/** Why none can be sent now. */
export const CampaignHindrance = z.enum(["no_account", "untried"]);

export const CampaignOutlook = z.object({
  /** The payment form asks buyers whether they want to be told of offers. */
  asks: z.boolean(),
  agreed: z.int(),
  groups: z.array(CampaignGroup),
  hindrance: CampaignHindrance.nullable(),
  segmentPrice: z.number(),
  /** What is left to send with: credits, or what the month's budget has room for. */
  purse: z.object({ kind: z.enum(["credits", "budget"]), left: z.number() }),
  /** It is quiet hours: it goes out from then on. */
  startsAt: Moment.nullable(),
  /** With what texts begin. */
  business: z.string(),
  /** What is added to each text; its code is another one for each customer. */
  ending: z.string(),
});
export type CampaignOutlook = z.infer<typeof CampaignOutlook>;

export const Campaign = z.object({
  id: z.string(),
  audience: Audience,
  routerName: z.string().nullable(),
  text: z.string(),
  createdAt: Moment,
  stoppedAt: Moment.nullable(),
  people: z.int(),
  segments: z.int(),
  /** The most that it costs: as it was shown before. */
  price: z.number(),
  /** What it has cost. */
  spent: z.number(),
  /** How many messages are how far; one that is being sent waits. */
  states: z.record(MessageState, z.int()),
  /** How many can go on: stopped, or held back for want of money, an account or time. */
  resumable: z.int(),
  /** What going on would cost at today's price. */
  resumePrice: z.number(),
  /** Who paid within a week of the message, and how much that was less what was given back. */
  returned: z.object({ people: z.int(), amount: z.number() }),
});
export type Campaign = z.infer<typeof Campaign>;

export const campaignOutlook = endpoint({
  name: "campaignOutlook",
  summary: "Who can be written to by a campaign, and what that costs",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/campaigns/outlook",
  answer: CampaignOutlook,
});

export const listCampaigns = endpoint({
  name: "listCampaigns",
  summary: "Campaigns with what became of them, newest first; total in X-Total-Count",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/campaigns",
  query: z.object({ page: z.coerce.number().int().min(1).max(1_000).optional() }),
  answer: z.array(Campaign),
});
/** A page of them. */
export const campaignsPerPage = 10;

export const askForOffers = endpoint({
  name: "askForOffers",
  summary: "Whether the payment form asks buyers if they want to be told of offers",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/campaigns/asks",
  body: z.strictObject({ asks: z.boolean() }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

const Settled = z.object({ success: z.literal(true), message: Said, campaign: Campaign });

export const CampaignInput = z.strictObject({
  audience: Audience,
  routerId: optional(z.string().max(100)),
  text: z
    .string(says("campaign_text"))
    .trim()
    .min(1, says("campaign_text"))
    .max(longestTemplate, says("message_template_long")),
  /** As they were shown: where they are others by now, nothing is sent. */
  people: z.int().min(0),
  cost: z.number().min(0),
});
export type CampaignInput = z.infer<typeof CampaignInput>;

export const sendCampaign = endpoint({
  name: "sendCampaign",
  summary: "Write to all of a group, once each, at the price that was shown",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/campaigns",
  body: CampaignInput,
  answer: Settled,
  hasSuccess: true,
  idempotent: true,
});

const params = z.object({ id: z.string().max(64) });

export const stopCampaign = endpoint({
  name: "stopCampaign",
  summary: "Send no more of a campaign's messages",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/campaigns/:id/stop",
  params,
  answer: Settled,
  hasSuccess: true,
});

export const resumeCampaign = endpoint({
  name: "resumeCampaign",
  summary: "Go on with what was stopped, or held back for want of money, an account or time",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/campaigns/:id/resume",
  params,
  body: z.strictObject({ cost: z.number().min(0) }),
  answer: Settled,
  hasSuccess: true,
});
