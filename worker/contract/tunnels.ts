import * as z from "zod";
import { BridgeProgram } from "./bridges.ts";
import { endpoint, Moment } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { Said, says } from "./said.ts";

// The platform's hosts: small machines at which the tunnels of routers end that have no computer at their site, each with a
// bridge of the platform beside it.

export const TunnelHost = BridgeProgram.extend({
  id: z.string(),
  name: z.string(),
  /** Where routers reach it. */
  address: z.string(),
  publicKey: z.string(),
  /** Null before its bridge enrolled. */
  bridgeId: z.string().nullable(),
  isOnline: z.boolean(),
  lastSeen: Moment.nullable(),
  /** Routers that its bridge drives now; every host lets all of them in. */
  routers: z.int(),
  /** Routers that it could not drive: they ran their line before it stood, and have no tunnel to it. */
  strangers: z.int(),
});
export type TunnelHost = z.infer<typeof TunnelHost>;

export const listTunnelHosts = endpoint({
  name: "listTunnelHosts",
  summary: "The machines at which routers' tunnels end, by their number",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/tunnel-hosts",
  answer: z.array(TunnelHost),
});

export const saveTunnelHost = endpoint({
  name: "saveTunnelHost",
  summary:
    "A line that makes a Debian machine a host, good for 15 minutes; the name of one that is away puts this machine in its place",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/tunnel-hosts",
  body: z.strictObject({
    name: oneLine(z.string(says("host_name")).trim().min(1, says("host_name")).max(60), "field_name"),
    address: z
      .string(says("host_address"))
      .trim()
      .toLowerCase()
      .max(253, says("host_address"))
      .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/, says("host_address")),
  }),
  answer: z.object({ id: z.string(), code: z.string(), expiresAt: Moment, installCommand: z.string() }),
});

export const removeTunnelHost = endpoint({
  name: "removeTunnelHost",
  summary: "A machine is no host any more: its bridge is revoked, and another host drives its routers",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/tunnel-hosts/:id",
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const tunnelHostFiles = endpoint({
  name: "tunnelHostFiles",
  summary:
    "What a host's machine needs besides its bridge, as a shell script that writes it; for an unused code of a host",
  audience: ["bridge"],
  kind: "text",
  method: "POST",
  path: "/api/bridge/host-files",
  body: z.object({ code: z.string().max(60) }),
  answer: z.string(),
});
