import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Said } from "./said.ts";

// What buyers lost while their router was away, and what a provider does about it.

export const Outage = z.object({
  id: z.string(),
  routerId: z.string(),
  /** Of a router that the provider has no more: as it was called. */
  formerName: z.string().nullable(),
  beganAt: Moment,
  endedAt: Moment,
  /** That lost a minute or more and can be given it; 0 once it is settled. */
  purchases: z.int(),
  /** Null: not settled. `purchases`: how many were given their time; 0 = none was given. */
  settled: z.object({ at: Moment, purchases: z.int() }).nullable(),
});
export type Outage = z.infer<typeof Outage>;

export const listOutages = endpoint({
  name: "listOutages",
  summary: "Outages of the last seven days, newest first, with how many purchases lost time by them",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/outages",
  answer: z.array(Outage),
});

export const settleOutage = endpoint({
  name: "settleOutage",
  summary: "Give each purchase the time back that an outage took, once; or leave it so",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/outages/:id/settle",
  params: z.object({ id: z.string().max(100) }),
  body: z.strictObject({ giveBack: z.boolean() }),
  answer: z.object({ success: z.literal(true), message: Said, purchases: z.int() }),
  hasSuccess: true,
});
