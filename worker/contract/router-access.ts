import * as z from "zod";
import { Count, Id } from "./bridge-requests.ts";

// What gives access at a router, as its bridge reads it: never a password. Only what is not plainly ours is told whole.

/** Names and comments that people wrote at the router, cut. */
const Words = z.string().max(100);
const RowId = z.string().max(20);
const Mac = z.string().max(17);
const Address = z.string().max(64);

/** A log-in that runs. @property entitlementId by the mark of its user; null = that user is none of ours, or gone */
export const AccessSession = z.object({
  id: RowId,
  user: Words,
  mac: Mac,
  address: Address,
  /** As the router says it: "mac", "cookie", "trial" … */
  by: z.string().max(40),
  uptimeMs: Count,
  idleMs: Count,
  entitlementId: Id.nullable(),
  /** The bridge's journal lets this device out for that purchase now. */
  isServed: z.boolean(),
});
export type AccessSession = z.infer<typeof AccessSession>;

/** A device that waits or passes by, or one of several addresses of a device. */
export const AccessHost = z.object({
  mac: Mac,
  address: Address,
  uptimeMs: Count,
  idleMs: Count,
  /** By a log-in. */
  isLetIn: z.boolean(),
  /** By a pass. */
  isBypassed: z.boolean(),
});
export type AccessHost = z.infer<typeof AccessHost>;

/** What passes the hotspot by. `isOurs`: the bridge's own pass, or one of the provider's own devices. */
export const AccessBinding = z.object({
  id: RowId,
  mac: Mac,
  address: Address,
  comment: Words,
  isOurs: z.boolean(),
});
export type AccessBinding = z.infer<typeof AccessBinding>;

/** What keeps out a device that has a user of ours, whatever its log-in says. */
export const AccessBlock = AccessBinding.omit({ isOurs: true });
export type AccessBlock = z.infer<typeof AccessBlock>;

/** A hotspot user without our mark that may log in. `isUsed`: it was logged in before. */
export const AccessUser = z.object({
  id: RowId,
  name: Words,
  profile: Words,
  comment: Words,
  isUsed: z.boolean(),
});
export type AccessUser = z.infer<typeof AccessUser>;

/** A name that may dial in over PPP. */
export const AccessSecret = z.object({ id: RowId, name: Words, service: z.string().max(40), comment: Words });
export type AccessSecret = z.infer<typeof AccessSecret>;

/** Who is dialled in. */
export const AccessConnection = z.object({
  id: RowId,
  name: Words,
  service: z.string().max(40),
  address: Address,
});
export type AccessConnection = z.infer<typeof AccessConnection>;

/** Lists are cut at what a link bears; `left`: how many rows are not told. */
export const mostAccess = { sessions: 3_000, hosts: 2_000, bindings: 300, users: 300, secrets: 300 } as const;

/** The `result` of `access`. A router without the packages for it has none of these. */
export const AccessFacts = z.object({
  sessions: z.array(AccessSession).max(mostAccess.sessions),
  hosts: z.array(AccessHost).max(mostAccess.hosts),
  bindings: z.array(AccessBinding).max(mostAccess.bindings),
  /** A bridge from before there was such a list tells none. */
  blocks: z.array(AccessBlock).max(mostAccess.bindings).default([]),
  users: z.array(AccessUser).max(mostAccess.users),
  secrets: z.array(AccessSecret).max(mostAccess.secrets),
  connections: z.array(AccessConnection).max(mostAccess.secrets),
  left: Count,
});
export type AccessFacts = z.infer<typeof AccessFacts>;
