import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { morningHours, morningWays } from "./values/morning.ts";

// What a provider's owner is told, and how: yesterday each morning, and by an alarm which router is away.

export const OwnerNews = z.object({
  morning: z.enum(morningWays),
  /** Of the day in Nairobi. */
  hour: z.int(),
  /** By SMS, when a router is away and when it is back. A letter comes in any case. */
  alarms: z.boolean(),
  language: z.enum(["en", "sw"]),
  /** Where it goes: the provider's own, as the operator keeps them. */
  email: z.string(),
  phoneNumber: z.string(),
  /** Why no SMS can be sent now: a morning then comes by e-mail. Null: it can. */
  hindrance: z.enum(["no_account", "untried", "paused", "budget", "credits", "no_phone"]).nullable(),
});
export type OwnerNews = z.infer<typeof OwnerNews>;

export const OwnerNewsInput = z.strictObject({
  morning: z.enum(morningWays),
  hour: z
    .int(says("owner_news_hour"))
    .min(morningHours[0], says("owner_news_hour"))
    .max(Math.max(...morningHours), says("owner_news_hour")),
  alarms: z.boolean(),
  language: z.enum(["en", "sw"]),
});
export type OwnerNewsInput = z.infer<typeof OwnerNewsInput>;

export const getOwnerNews = endpoint({
  name: "getOwnerNews",
  summary: "What the owner is told each morning and by alarms, and how",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/owner-news",
  answer: OwnerNews,
});

export const saveOwnerNews = endpoint({
  name: "saveOwnerNews",
  summary: "Choose what the owner is told, and how; an hour that is over today begins tomorrow",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/owner-news",
  body: OwnerNewsInput,
  answer: z.object({ success: z.literal(true), message: Said, settings: OwnerNews }),
  hasSuccess: true,
});
