import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { leastKbps } from "./plans.ts";
import { Said, says } from "./said.ts";

// A provider's free trial: minutes for nothing, once per phone, which is proven by a code that an SMS brings.

const minutes = says("trial_minutes");
const speed = says("plan_speed");
const perDay = says("trial_per_day");
const again = says("trial_again");

const Mbps = z
  .number(speed)
  .min(leastKbps / 1_000, speed)
  .max(10_000, speed);

export const TrialInput = z.strictObject({
  isOn: z.boolean(),
  minutes: z.int(minutes).min(1, minutes).max(240, minutes),
  speedMbps: Mbps,
  uploadMbps: Mbps,
  /** Trials of one router in a day. */
  perDay: z.int(perDay).min(1, perDay).max(500, perDay),
  /** A phone or device may have another one after so many days; absent: never. */
  againAfterDays: optional(z.int(again).min(1, again).max(730, again)),
});
export type TrialInput = z.infer<typeof TrialInput>;

export const Trial = z.object({
  isOn: z.boolean(),
  minutes: z.int(),
  speedMbps: z.number(),
  uploadMbps: z.number(),
  perDay: z.int(),
  againAfterDays: z.int().nullable(),
  /** Codes that one router lets be sent in a day: a number may be mistyped, and some codes are never entered. */
  codesPerDay: z.int(),
  /** KES for each code, as far as is known; one that takes two segments costs both. */
  smsPrice: z.number(),
  /** Why it is not offered although it is on, or cannot be turned on; null where nothing is in the way. */
  hindrance: z.enum(["no_account", "untried", "paused", "budget", "credits"]).nullable(),
  /** Of the routers at which something was asked for today. */
  today: z.array(z.object({ routerId: z.string(), name: z.string(), codes: z.int(), given: z.int() })),
});
export type Trial = z.infer<typeof Trial>;

export const readTrial = endpoint({
  name: "readTrial",
  summary: "The free trial, what stands in its way, and how many were given today",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/trial",
  answer: Trial,
});

export const saveTrial = endpoint({
  name: "saveTrial",
  summary: "Turn the free trial on or off, and say what it is; it needs an SMS account that took a test",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/trial",
  body: TrialInput,
  answer: z.object({ success: z.literal(true), message: Said, trial: Trial }),
  hasSuccess: true,
});
