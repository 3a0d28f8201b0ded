import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { gatewayTypes, issuers } from "./values/gateway-types.ts";

export const GatewayAlarm = z.object({
  /** `host`: a gateway itself, by any credentials. */
  what: z.enum(["app", "relay", "host", "gateway", "switch"]),
  /** `stopped`: nothing is sent by it. `failing`: what is sent by it fails. */
  level: z.enum(["stopped", "failing"]),
  service: z.enum([...issuers, "bank"]).nullable(),
  environment: z.enum(["sandbox", "production"]).nullable(),
  /** Of the provider or the switch that it is about. */
  name: z.string().nullable(),
  /** Of the provider, or of the switch. */
  id: z.string().nullable(),
  /** What is wrong and what to do, with the gateway's own words behind. */
  why: z.string(),
  /** Payments in a row that it failed; null where it was counted elsewhere. */
  count: z.int().nullable(),
  since: Moment,
});
export type GatewayAlarm = z.infer<typeof GatewayAlarm>;

export const listGatewayAlarms = endpoint({
  name: "listGatewayAlarms",
  summary: "Ways to take money that are stopped or fail right now, those that concern most providers first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/gateway-alarms",
  answer: z.array(GatewayAlarm),
});

/** How many of the payments of the last 15 minutes were paid, of those that have an outcome. */
export const SuccessRate = z.object({
  /** `app`: the platform's own, whichever provider sold by it. A provider's gateway is named where it fell alone. */
  what: z.enum(["app", "gateway", "switch"]),
  service: z.enum(gatewayTypes).nullable(),
  environment: z.enum(["sandbox", "production"]).nullable(),
  /** Of the provider or the switch. */
  name: z.string().nullable(),
  id: z.string().nullable(),
  ended: z.int(),
  paid: z.int(),
  /** Percent of the hour and three quarters before; null where too few were asked for. */
  before: z.int().nullable(),
  /** Less than half are paid, and half as many as before at most. */
  hasFallen: z.boolean(),
});
export type SuccessRate = z.infer<typeof SuccessRate>;

export const listSuccessRates = endpoint({
  name: "listSuccessRates",
  summary: "How many payments of the last 15 minutes were paid, by gateway and switch; those that fell first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/success-rates",
  answer: z.array(SuccessRate),
});
