import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { RouterParams } from "./routers.ts";
import { Said, says } from "./said.ts";

// A router becomes a hotspot of ours by one line in its terminal: the line fetches a script from an address that is good
// for 30 minutes, or until the router's bridge has logged in by it.

const Version = z.enum(["7.x", "6.x"], says("choose_routeros"));

/** How far a set-up without a computer at the site has come; each step needs the one before it. */
export const tunnelSteps = ["fetched", "keyed", "tunnel", "logged_in", "hotspot", "device"] as const;

const TunnelProgress = z.object({
  /** Those that are done. */
  done: z.array(z.enum(tunnelSteps)),
  /** Why it does not go on, and what to do; null while it does, or may. */
  stopped: z.object({ why: Said, next: Said }).nullable(),
});

export const RouterSetup = z.object({
  routerosVersion: Version,
  /** From where the bridge reaches this router; null where it could not be asked, or is not there. */
  bridgeAddress: z.string().nullable(),
  /** By a generated configuration: the form does not ask for its bridge's address, which is known. 0.2.1 does not say it. */
  comesInAtHost: z.boolean().optional(),
  /** The set-up that was asked for last; null: none ever. */
  latest: z
    .object({
      id: z.string(),
      createdAt: Moment,
      expiresAt: Moment,
      /** When the bridge logged in by it; null: not yet. */
      usedAt: Moment.nullable(),
      /** The script was asked for from another network than the one that fetched it first, and refused there. */
      isSeenElsewhere: z.boolean(),
    })
    .nullable(),
  /** While nothing has asked for the script of `latest` for a minute: that, and what to do first; else null. */
  unfetched: z.object({ why: Said, next: Said }).nullable(),
  /** Null: a bridge at its site drives it. */
  tunnel: TunnelProgress.nullable(),
  /** For the router's terminal: takes everything of ours away. Holds no secret. */
  undoScript: z.string(),
  /** The same as one line, which fetches it. */
  undoCommand: z.string(),
});
export type RouterSetup = z.infer<typeof RouterSetup>;

export const readRouterSetup = endpoint({
  name: "readRouterSetup",
  summary: "What is known before a router is set up, and how its last set-up stands",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/routers/:id/setup",
  params: RouterParams,
  answer: RouterSetup,
});

const Interface = z
  .string(says("interface_enter"))
  .trim()
  .min(1, says("interface_enter"))
  .max(60, says("interface_long"))
  .regex(/^[^\p{Cc}]+$/u, says("interface_enter"));

const Made = z.object({
  id: z.string(),
  /** One line for the router's terminal. */
  command: z.string(),
  expiresAt: Moment,
  /** The same as a file, for routers that may not fetch. It holds the first password of the API user. */
  script: z.string(),
  fileName: z.string(),
  /** For which version the file is; a line for a tunnel is for both. */
  routerosVersion: Version,
});

export const createRouterSetup = endpoint({
  name: "createRouterSetup",
  summary:
    "A script that makes a router a hotspot of ours, at an address that is good for 30 minutes; ends the one before it",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/:id/setup",
  params: RouterParams,
  body: z.strictObject({
    routerosVersion: Version,
    interface: Interface,
    /** Needed where a bridge at the site drives the router; of one that comes in at a host it is known. */
    bridgeAddress: optional(
      z
        .ipv4(says("bridge_machine_address"))
        .refine((address) => !/^(0|127)\./.test(address), says("bridge_machine_unreachable")),
    ),
  }),
  answer: Made,
});

export const readTunnelOffer = endpoint({
  name: "readTunnelOffer",
  summary: "Whether the platform has hosts for routers at whose site no computer stands",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/routers/tunnel",
  answer: z.object({ isOffered: z.boolean() }),
});

export const addTunnelRouter = endpoint({
  name: "addTunnelRouter",
  summary:
    "Add a router at whose site no computer stands: the line makes it a hotspot of ours that the platform drives through a tunnel",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/tunnel",
  body: z.strictObject({
    name: oneLine(z.string(says("router_name")).trim().min(1, says("router_name")).max(100), "field_name"),
    location: optional(oneLine(z.string().trim().max(200), "field_location")),
    interface: Interface,
  }),
  answer: Made.extend({ routerId: z.string() }),
});
export type NewRouterSetup = z.infer<typeof createRouterSetup.answer>;

export const routerSetupScript = endpoint({
  name: "routerSetupScript",
  summary: "The script itself, for the router: the token in the address is its only key",
  audience: ["bridge"],
  kind: "text",
  method: "GET",
  path: "/api/router-setup/:token",
  params: z.object({ token: z.string().max(64) }),
  answer: z.string(),
});

export const versionedSetupScript = endpoint({
  name: "versionedSetupScript",
  summary: "The same, where the router tells the first digit of its version",
  audience: ["bridge"],
  kind: "text",
  method: "GET",
  path: "/api/router-setup/:token/:major",
  params: z.object({ token: z.string().max(64), major: z.string().regex(/^\d$/) }),
  answer: z.string(),
});

export const giveTunnelCertificate = endpoint({
  name: "giveTunnelCertificate",
  summary:
    "A certificate with its key for the tunnel of a router with RouterOS 6; the platform's hosts let it in from then on, and its former one no more",
  audience: ["bridge"],
  kind: "text",
  method: "POST",
  path: "/api/router-setup/:token/certificate",
  params: z.object({ token: z.string().max(64) }),
  body: z.object({}),
  answer: z.string(),
});

export const postTunnelKey = endpoint({
  name: "postTunnelKey",
  summary:
    "The router tells the public key that it made for its tunnel, and the platform's hosts let it in from then on; or which certificate it has, and is told whether that is still good",
  audience: ["bridge"],
  method: "POST",
  path: "/api/router-setup/:token/key",
  params: z.object({ token: z.string().max(64) }),
  body: z.object({
    publicKey: optional(z.string().max(60)),
    /** Its SHA-256, in hex. */
    certificate: optional(z.string().max(64)),
  }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

/** Where a set-up script may end before its end, in the order in which it asks. */
export const setupStops = [
  "package",
  "device_mode",
  "interface",
  "bridge_port",
  "uplink",
  "hotspot",
  "other_interface",
  "address",
  "user",
  "wireguard",
  "network",
  "openvpn",
  "key",
  "certificate",
  "pages",
  "service",
  "off",
] as const;
export type SetupStop = (typeof setupStops)[number];

export const postSetupProgress = endpoint({
  name: "postSetupProgress",
  summary:
    "The script that runs on a router tells that it is done, or where it stopped; for the console that waits",
  audience: ["bridge"],
  method: "POST",
  path: "/api/router-setup/:token/progress",
  params: z.object({ token: z.string().max(64) }),
  body: z.object({ stopped: optional(z.enum(setupStops)) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

export const routerRoots = endpoint({
  name: "routerRoots",
  summary:
    "Root certificates for a router that has none: the pasted line carries their fingerprints, and takes no others",
  audience: ["bridge"],
  kind: "text",
  method: "GET",
  path: "/api/router-roots",
  answer: z.string(),
});

export const undoSetupScript = endpoint({
  name: "undoSetupScript",
  summary: "Takes everything of ours away from a router: the same for all, without a secret",
  audience: ["bridge"],
  kind: "text",
  method: "GET",
  path: "/api/router-undo",
  answer: z.string(),
});
