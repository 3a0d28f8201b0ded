import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { FindingCounts, RouterParams } from "./routers.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";
import { routerStates } from "./values/router-state.ts";

// The operator's routers and bridges (docs/behaviour/operator-console-calls.md, "Routers, bridges, OpenVPN").

export const PlatformRouter = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  port: z.int(),
  username: z.string(),
  routerosVersion: z.enum(["7.x", "6.x"]),
  connectionType: z.enum(["direct", "ovpn_client", "tunnel"]),
  /** Another word for `status`: true = active. */
  isActive: z.boolean(),
  status: z.enum(["active", "suspended"]),
  isOnline: z.boolean(),
  findings: FindingCounts.nullable(),
  state: z.enum(routerStates),
  /** The same as a sentence. */
  statusText: Said,
  lastSeen: Moment.nullable(),
  providerId: z.string().nullable(),
  provider: z.object({ businessName: z.string() }).nullable(),
  location: z.string().nullable(),
  bridgeId: z.string().nullable(),
  bridgeName: z.string().nullable(),
  ovpnServerHost: z.string().nullable(),
  ovpnServerPort: z.int().nullable(),
  ovpnUsername: z.string().nullable(),
  ovpnTunnelIp: z.string().nullable(),
  /** PEM; public. */
  ovpnCertificate: z.string().nullable(),
  ovpnCaFile: z.string().nullable(),
  /** Secrets are said to be there, never shown. */
  hasPassword: z.boolean(),
  hasOvpnPassword: z.boolean(),
  /** The bridges of the provider that has it may have its log-in. */
  sharesLogIn: z.boolean(),
  /** A provider that has it no more could read its log-in, which was not changed since. */
  isLogInKnown: z.boolean(),
});
export type PlatformRouter = z.infer<typeof PlatformRouter>;

export const listPlatformRouters = endpoint({
  name: "listPlatformRouters",
  summary: "All routers that are not archived",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/routers",
  /** `provider` is an id, or `unassigned`. */
  query: ListQuery.extend({ provider: optional(z.string().max(64)) }),
  answer: z.array(PlatformRouter),
});

export const routerCounts = endpoint({
  name: "routerCounts",
  summary: "How many routers there are",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/routers/counts",
  answer: z.object({ total: z.int(), online: z.int(), assigned: z.int(), unassigned: z.int() }),
});

export const IdleRouter = z.object({
  id: z.string(),
  name: z.string(),
  providerId: z.string(),
  provider: z.string(),
  lastSeen: Moment,
  /** Things on its checklist that keep visitors from buying; 0: it is away. */
  blocks: z.int(),
});
export type IdleRouter = z.infer<typeof IdleRouter>;

export const listIdleRouters = endpoint({
  name: "listIdleRouters",
  summary:
    "Routers of active providers that sell nothing: reached within a week and not now, or blocked by their checklist; seen last first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/routers/idle",
  query: z.object({ pageSize: ListQuery.shape.pageSize }),
  answer: z.array(IdleRouter),
});

const done = z.object({ success: z.literal(true), message: Said });

export const assignRouter = endpoint({
  name: "assignRouter",
  summary: "Give a router to a provider; history stays with the one it had",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/routers/assign",
  body: z.strictObject({
    routerId: z.string(says("choose_router")).max(64),
    providerId: z.string(says("choose_provider")).min(1, says("choose_provider")).max(64),
    location: optional(oneLine(z.string().trim().max(200), "field_location")),
    /** A bridge of the provider's own may have the log-in that is kept; without it the provider sets the router up by its line. */
    sharesLogIn: optional(z.boolean()),
  }),
  answer: done,
  hasSuccess: true,
});

const Confirm = z.object({ confirm: optional(z.literal("true")) });

export const unassignRouter = endpoint({
  name: "unassignRouter",
  summary: "Take a router from its provider. Running purchases are named first (409)",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/routers/:id/unassign",
  params: RouterParams,
  query: Confirm,
  answer: done,
  hasSuccess: true,
});

export const suspendRouter = endpoint({
  name: "suspendRouter",
  summary: "No new sales on this router; running access keeps running",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/routers/:id/suspend",
  params: RouterParams,
  answer: done,
  hasSuccess: true,
});

export const activateRouter = endpoint({
  name: "activateRouter",
  summary: "Sell on this router again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/routers/:id/activate",
  params: RouterParams,
  answer: done,
  hasSuccess: true,
});
