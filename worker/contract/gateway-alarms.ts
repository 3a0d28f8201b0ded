import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";

export const GatewayAlarm = z.object({
  /** `host`: a gateway itself, by any credentials. */
  what: z.enum(["app", "relay", "host", "gateway", "switch"]),
  /** `stopped`: nothing is sent by it. `failing`: what is sent by it fails. */
  level: z.enum(["stopped", "failing"]),
  service: z.enum(["mpesa", "airtel_money", "kcb", "coop", "equity", "bank"]).nullable(),
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
