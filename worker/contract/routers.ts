import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { Said, says } from "./said.ts";
import { routerStates } from "./values/router-state.ts";

/** `blocks`: nobody can be sold internet; `mend`: it works, and costs money or safety. */
export const FindingCounts = z.object({ blocks: z.int(), mend: z.int() });

export const AssignedRouter = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  port: z.int(),
  username: z.string(),
  isActive: z.boolean(),
  isOnline: z.boolean(),
  lastSeen: Moment.nullable(),
  location: z.string().nullable(),
  /** `tunnel`: the platform drives it through a tunnel, and no computer is needed at the site. */
  connectionType: z.enum(["direct", "ovpn_client", "tunnel"]),
  ovpnTunnelIp: z.string().nullable(),
  ovpnServerHost: z.string().nullable(),
  /** Null: assigned to nobody yet. */
  providerId: z.string().nullable(),
  /** Null: nothing can reach this router yet. */
  bridgeId: z.string().nullable(),
  /** How many known findings it is in (the checklist names them); null before it was ever checked. */
  findings: FindingCounts.nullable(),
  state: z.enum(routerStates),
  /** The same as a sentence: "No bridge installed", or what its bridge last said. */
  statusText: Said,
});
export type AssignedRouter = z.infer<typeof AssignedRouter>;

export const RouterParams = z.object({ id: z.string().max(64) });

export const listRouters = endpoint({
  name: "listRouters",
  summary: "Routers assigned to the signed-in provider",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/routers",
  answer: z.array(AssignedRouter),
});

export const listRoutersOfProvider = endpoint({
  name: "listRoutersOfProvider",
  summary: "The same by the provider's id; another's is not found",
  audience: ["provider", "platform"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/routers/provider/:providerId",
  params: z.object({ providerId: z.string().max(64) }),
  answer: z.array(AssignedRouter),
});

export const testRouter = endpoint({
  name: "testRouter",
  summary: "Ask the site's bridge to reach the router now; a test that ran and failed is `success: false`",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/:id/test",
  params: RouterParams,
  answer: z.object({ success: z.boolean(), message: Said }),
  hasSuccess: true,
});

/** A bridge of the provider's; needed only where there are several. */
const through = { bridgeId: optional(z.string().max(80)) };

/** A router that the bridge found and that could be added. */
export const FoundRouter = z.object({
  address: z.string(),
  macAddress: z.string().nullable(),
  identity: z.string().nullable(),
  version: z.string().nullable(),
  board: z.string().nullable(),
  /** Ports of its API that answered; empty where only its announcement was heard. */
  ports: z.array(z.int()),
  /** Already one of ours, by address. */
  routerId: z.string().nullable(),
});
export type FoundRouter = z.infer<typeof FoundRouter>;

export const discoverRouters = endpoint({
  name: "discoverRouters",
  summary: "Listen for MikroTik announcements (MNDP) at the bridge's site; takes about five seconds",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/discover",
  body: z.strictObject(through),
  answer: z.object({
    success: z.boolean(),
    message: Said,
    bridgeId: z.string(),
    found: z.array(FoundRouter),
  }),
  hasSuccess: true,
});

export const Scan = z.object({
  id: z.string(),
  bridgeId: z.string(),
  done: z.boolean(),
  checked: z.int(),
  total: z.int(),
  subnets: z.array(z.string()),
  found: z.array(FoundRouter),
  message: Said,
});
export type Scan = z.infer<typeof Scan>;

export const scanNetwork = endpoint({
  name: "scanNetwork",
  summary: "Try the API ports of at most 256 addresses of the bridge's own private networks",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/scan-network",
  body: z.strictObject(through),
  answer: z.object({ success: z.boolean(), message: Said, scan: Scan }),
  hasSuccess: true,
});

export const readScan = endpoint({
  name: "readScan",
  summary: "How far a scan is, and what it found",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/routers/scans/:id",
  params: z.object({ id: z.string().max(80) }),
  answer: Scan,
});

export const cancelScan = endpoint({
  name: "cancelScan",
  summary: "Stop a scan",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "DELETE",
  path: "/api/admin/routers/scans/:id",
  params: z.object({ id: z.string().max(80) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

/** A provider adds routers at bridges of its own; what concerns the tunnel and the version is the platform's to say. */
export const RouterInput = z.strictObject({
  name: oneLine(z.string(says("router_name")).trim().min(1, says("router_name")).max(100), "field_name"),
  /** `auto-detect` (or nothing) behind the tunnel: the tunnel address. */
  host: z
    .string()
    .trim()
    .max(255)
    .regex(/^[\w.:-]*$/, says("router_host"))
    .default(""),
  port: z.int(says("router_port")).min(1, says("router_port")).max(65_535, says("router_port")).default(8728),
  username: z.string(says("router_user")).trim().min(1, says("router_user")).max(100),
  /** On PUT an absent or empty one keeps the stored one. */
  password: z.string().max(200).default(""),
  location: optional(oneLine(z.string().trim().max(200), "field_location")),
  /** On PUT `none` takes it from its bridge, an absent one keeps it. */
  bridgeId: optional(z.string().max(80)),
  routerosVersion: z.enum(["7.x", "6.x"], says("choose_routeros")).default("7.x"),
  /** `tunnel` only where it is so already: such a router is added by its provider. */
  connectionType: z.enum(["direct", "ovpn_client", "tunnel"], says("choose_connection")).default("direct"),
  /** Absent: as it is; a new one is active. */
  isActive: optional(z.boolean()),
  /** The operator's to say: whether a bridge of its provider's own may have the log-in. Absent: as it is. */
  sharesLogIn: optional(z.boolean()),
  ovpnServerHost: optional(z.string().trim().max(255)),
  ovpnServerPort: optional(z.coerce.number().int().min(1).max(65_535)),
  ovpnUsername: optional(z.string().max(100)),
  ovpnPassword: optional(z.string().max(300)),
  ovpnTunnelIp: optional(z.string().max(64)),
  ovpnCertificate: optional(z.string().max(20_000)),
  /** Accepted because the observed client sends it; never stored. */
  ovpnPrivateKey: optional(z.string().max(20_000)),
  ovpnCaFile: optional(z.string().max(20_000)),
});
export type RouterInput = z.infer<typeof RouterInput>;

export const addRouter = endpoint({
  name: "addRouter",
  summary: "Add a router: a provider at an own bridge, the platform anywhere",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers",
  body: RouterInput,
  answer: AssignedRouter,
});

/** What a provider may change of its router; an absent or empty password keeps the stored one. */
export const OwnRouterInput = z.strictObject({
  name: RouterInput.shape.name,
  host: z
    .string(says("router_address"))
    .trim()
    .min(1, says("router_address"))
    .max(255)
    .regex(/^[\w.:-]*$/, says("router_host")),
  port: RouterInput.shape.port,
  username: RouterInput.shape.username,
  password: RouterInput.shape.password,
  location: RouterInput.shape.location,
  /** Kept although the router could not be asked by it. */
  untested: optional(z.boolean()),
});
export type OwnRouterInput = z.infer<typeof OwnRouterInput>;

export const changeOwnRouter = endpoint({
  name: "changeOwnRouter",
  summary: "Change an own router; how it is reached is tried by its bridge first, and kept if that works",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "PATCH",
  path: "/api/admin/routers/:id",
  params: RouterParams,
  body: OwnRouterInput,
  answer: AssignedRouter,
});

export const changeRouter = endpoint({
  name: "changeRouter",
  summary: "Change a router; absent secrets stay as they are",
  audience: ["platform"],
  method: "PUT",
  path: "/api/admin/routers/:id",
  params: RouterParams,
  body: RouterInput,
  answer: AssignedRouter,
});

export const chooseRouterBridge = endpoint({
  name: "chooseRouterBridge",
  summary:
    "Let a bridge at the site of a router with a tunnel drive it, found there by the router's own addresses; null: the platform does again",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/:id/bridge",
  params: RouterParams,
  body: z.strictObject({ bridgeId: z.string().max(80).nullable() }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const reclaimRouter = endpoint({
  name: "reclaimRouter",
  summary:
    "Let its bridge run a router again that another bridge took over; that one stops by itself. A provider: by its own bridge",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/:id/reclaim",
  params: RouterParams,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const readSetAside = endpoint({
  name: "readSetAside",
  summary:
    "Paid purchases that wait because the provider's former router at this one's address was taken away",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/routers/:id/set-aside",
  params: RouterParams,
  /** `routers`: what those were called. */
  answer: z.object({ purchases: z.int(), routers: z.array(z.string()) }),
});

export const carryPurchases = endpoint({
  name: "carryPurchases",
  summary: "Let those purchases go on at this router, with the devices that had them",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/routers/:id/set-aside",
  params: RouterParams,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const removeRouter = endpoint({
  name: "removeRouter",
  summary:
    "Take a router out of service: it is archived, its history stays. Running purchases are named first (409)",
  audience: ["provider", "platform"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/routers/:id",
  params: RouterParams,
  query: z.object({ confirm: optional(z.literal("true")) }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});
