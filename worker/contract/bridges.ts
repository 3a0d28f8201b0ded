import * as z from "zod";
import { UpdatedBy } from "./bridge-release.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";

export const enrolBridge = endpoint({
  name: "enrolBridge",
  summary: "A bridge exchanges its enrolment code and public key for an identity",
  audience: ["bridge"],
  method: "POST",
  path: "/api/bridge/enrol",
  body: z.object({
    code: z.string().max(60),
    /** raw 32-byte Ed25519 public key, base64 */
    publicKey: z.string().max(100),
  }),
  answer: z.object({ bridgeId: z.string(), name: z.string() }),
});

export const bridgeLink = endpoint({
  name: "bridgeLink",
  summary: "The bridge's WebSocket",
  audience: ["bridge"],
  kind: "socket",
  method: "GET",
  // The path that bridges of 0.2.0 dial.
  path: "/api/bridge/line/:id",
  params: z.object({ id: z.string().max(80) }),
  answer: z.unknown(),
});

export const installBridge = endpoint({
  name: "installBridge",
  summary: "A shell script that installs the bridge on a Linux machine, or updates it",
  audience: ["visitor"],
  kind: "text",
  method: "GET",
  path: "/bridge/install",
  answer: z.string(),
});

export const createBridgeCode = endpoint({
  name: "createBridgeCode",
  summary: "A code by which a new bridge of this provider enrols: single use, 15 minutes",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/bridges",
  body: z.strictObject({
    name: oneLine(z.string().trim().min(1, says("bridge_name")).max(60), "field_name"),
  }),
  answer: z.object({
    code: z.string(),
    expiresAt: Moment,
    /** For a shell of any Linux machine at the site: installs the bridge there, enrols and starts it. */
    installCommand: z.string(),
  }),
});

export const BridgeProgram = z.object({
  /** Null: it has not dialled in since this is kept. */
  version: z.string().nullable(),
  /** Whether the server has a newer one. */
  isOld: z.boolean(),
  /** The line that updates it, for a shell of its machine; null where it is not old, or is a container's image. */
  updateCommand: z.string().nullable(),
  /** Null: it has not dialled in since this is kept. */
  updatedBy: UpdatedBy.nullable(),
  isUpdating: z.boolean(),
  /** Why its last update did not succeed, in the words of its machine. */
  updateFailure: z.string().nullable(),
});

/** A bridge of the signed-in provider. */
export const OwnBridge = BridgeProgram.extend({
  id: z.string(),
  name: z.string(),
  isOnline: z.boolean(),
  lastSeen: Moment.nullable(),
  enrolledAt: Moment,
  routers: z.array(z.string()),
});
export type OwnBridge = z.infer<typeof OwnBridge>;

export const listBridges = endpoint({
  name: "listBridges",
  summary: "Bridges of the signed-in provider",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/bridges",
  answer: z.array(OwnBridge),
});

export const revokeBridge = endpoint({
  name: "revokeBridge",
  summary: "A bridge is no longer trusted: its link closes and its routers have none",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/bridges/:id",
  params: z.object({ id: z.string().max(80) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

export const updateBridge = endpoint({
  name: "updateBridge",
  summary:
    "A bridge replaces itself by the server's signed version; the one before comes back where it fails",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/bridges/:id/update",
  params: z.object({ id: z.string().max(80) }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const PlatformBridge = BridgeProgram.extend({
  id: z.string(),
  name: z.string(),
  /** Null: the platform's own, for routers of several providers. */
  provider: z.object({ id: z.string(), businessName: z.string() }).nullable(),
  isOnline: z.boolean(),
  lastSeen: Moment.nullable(),
  enrolledAt: Moment,
  /** Names of the routers that it serves. */
  routers: z.array(z.string()),
});
export type PlatformBridge = z.infer<typeof PlatformBridge>;

export const listPlatformBridges = endpoint({
  name: "listPlatformBridges",
  summary: "All bridges that are trusted, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/bridges",
  /** `provider` is an id: that provider's and the platform's own; or `platform`: the platform's own alone. */
  query: ListQuery.extend({ provider: optional(z.string().max(64)) }),
  answer: z.array(PlatformBridge),
});

export const createPlatformBridgeCode = endpoint({
  name: "createPlatformBridgeCode",
  summary: "A code by which a bridge enrols, for one provider or (none given) for the whole platform",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/bridges",
  body: z.strictObject({
    name: oneLine(z.string().trim().min(1, says("bridge_name")).max(60), "field_name"),
    providerId: optional(z.string().max(64)),
  }),
  answer: z.object({ code: z.string(), expiresAt: Moment, installCommand: z.string() }),
});

export const revokePlatformBridge = endpoint({
  name: "revokePlatformBridge",
  summary: "A bridge is no longer trusted: its link closes and its routers have none",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/bridges/:id",
  params: z.object({ id: z.string().max(80) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

/** An update of all bridges that can update themselves, step by step: it stops where one does not come back. */
const UpdateWave = z.object({
  version: z.string(),
  /** `ended`: no bridge is left that can be told. */
  state: z.enum(["running", "stopped", "ended"]),
  /** 0: one bridge, 1: one in twenty, 2: all. */
  step: z.int().min(0).max(2),
  startedAt: Moment,
  done: z.int(),
  updating: z.int(),
  /** Went on without them: they did not come back. */
  left: z.int(),
  stoppedAt: Moment.nullable(),
  /** At which bridge and why; empty where it runs. */
  stoppedFor: Said,
});

export const bridgeUpdates = endpoint({
  name: "bridgeUpdates",
  summary: "Which versions the bridges run, and how their update stands",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/bridge-updates",
  answer: z.object({
    /** The server's. */
    version: z.string(),
    /** Whether it is signed: only then can bridges update themselves. */
    isSigned: z.boolean(),
    /** Of bridges that are trusted, the newest first. */
    versions: z.array(z.object({ version: z.string(), bridges: z.int() })),
    /** Of those that are older: how many can update themselves, how many a person updates, and how many get a new image. */
    older: z.object({ itself: z.int(), hand: z.int(), image: z.int() }),
    /** The last one, where it is of this version or still open. */
    wave: UpdateWave.nullable(),
  }),
});

export const steerBridgeUpdates = endpoint({
  name: "steerBridgeUpdates",
  summary: "Starts the update of all bridges, stops it, or goes on without those that did not come back",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/bridge-updates",
  body: z.strictObject({ act: z.enum(["start", "stop", "go_on"]) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});
