import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { goLiveStepIds } from "./values/go-live.ts";
import { watchIds } from "./values/watches.ts";

export const Watch = z.object({
  id: z.enum(watchIds),
  /** Seconds, or bytes (`isBytes`); null = nothing to measure yet. */
  value: z.number().nullable(),
  /** What is above it is told to the operators by mail, once. */
  limit: z.number(),
  /** Since when it is above; null = it is not. */
  badSince: Moment.nullable(),
  /** Whom it is about, with the error, where that is known; at most 20. */
  about: z.array(z.object({ providerId: z.string(), businessName: z.string(), fault: z.string() })),
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

export const openProviders = endpoint({
  name: "openProviders",
  summary:
    "Opens the databases of the next providers, so that a new version's migrations have run at all of them; for the deployment, by a token that it put into the platform's database",
  audience: ["visitor"],
  method: "POST",
  path: "/api/deployment/open-providers",
  body: z.strictObject({
    /** The `next` of the answer before; empty = from the first one on. */
    after: z.string().max(64),
  }),
  answer: z.object({
    /** How many of these opened. */
    opened: z.int().min(0),
    /** How many of them opened in an object of the answering version; absent from 0.2.0. */
    ofThisVersion: z.int().min(0),
    failed: z.array(z.object({ providerId: z.string(), businessName: z.string(), fault: z.string() })),
    /** How many there are, the platform's own books among them. */
    total: z.int().min(0),
    /** Null = these were the last ones. */
    next: z.string().nullable(),
    version: z.string(),
  }),
  atEntry: true,
});

/** Whether one gateway answers the worker: itself (`refused`: not by the platform's own key), something in front of it, or nobody. */
export const GatewayReach = z.object({
  gateway: z.string(),
  host: z.string(),
  state: z.enum(["reached", "refused", "turned_away", "silent"]),
  detail: z.string(),
});
export type GatewayReach = z.infer<typeof GatewayReach>;

export const reachGateways = endpoint({
  name: "reachGateways",
  summary:
    "Asks each gateway of the platform for a token with a key that nobody has, to see whether it lets this worker in, and then with the platform's own; for the deployment, by its token",
  audience: ["visitor"],
  method: "POST",
  path: "/api/deployment/reach-gateways",
  body: z.strictObject({}),
  answer: z.array(GatewayReach),
  atEntry: true,
});

/** For consoles: a schema of its own, so that fields added to it stay out of the deployment's answer. */
const ShownReach = GatewayReach.extend({});

export const GoLive = z.object({
  /** Each step of docs/go-live.md, in its order. */
  steps: z.array(
    z.object({
      id: z.enum(goLiveStepIds),
      /** By what the platform sees that it is done: whose or which, and when; null = it does not see it. */
      seen: z.object({ about: z.string(), at: Moment.nullable() }).nullable(),
      /** The operator who said that it is done; null = nobody did. */
      marked: z.object({ by: z.string(), at: Moment }).nullable(),
      /** Settings that it still wants, by their names. */
      lacks: z.array(z.string()),
    }),
  ),
  /** Whether the gateways let the worker in, as it was asked last; null = never. */
  gateways: z.object({ at: Moment, reach: z.array(ShownReach) }).nullable(),
});
export type GoLive = z.infer<typeof GoLive>;

export const readGoLive = endpoint({
  name: "readGoLive",
  summary: "The way from an account to a real sale, with what of it the platform sees done",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/go-live",
  answer: GoLive,
});

export const markGoLive = endpoint({
  name: "markGoLive",
  summary: "Say that a step of it is done, or is not after all, where the platform can't see it",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/go-live/steps/:step",
  params: z.object({ step: z.enum(goLiveStepIds) }),
  body: z.strictObject({ isDone: z.boolean() }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

export const askGateways = endpoint({
  name: "askGateways",
  summary:
    "Ask each gateway of the platform for a token with a key that nobody has: does it let this worker in",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/go-live/gateways",
  answer: z.array(ShownReach),
});
