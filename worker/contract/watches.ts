import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { watchIds } from "./values/watches.ts";

export const Watch = z.object({
  id: z.enum(watchIds),
  /** Seconds, or bytes (`isBytes`); null = nothing to measure yet. */
  value: z.number().nullable(),
  /** What is above it is told to the operators by mail, once. */
  limit: z.number(),
  /** Since when it is above; null = it is not. */
  badSince: Moment.nullable(),
});
export type Watch = z.infer<typeof Watch>;

export const listWatches = endpoint({
  name: "listWatches",
  summary: "How the platform's own work goes: what is watched each minute, against its limits",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/watches",
  answer: z.array(Watch),
});

export const metrics = endpoint({
  name: "metrics",
  summary:
    "What is watched and how much the platform does, for a Prometheus with the platform's token for it",
  audience: ["visitor"],
  kind: "text",
  method: "GET",
  path: "/metrics",
  answer: z.string(),
  atEntry: true,
});
