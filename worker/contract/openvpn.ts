import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";

// Routers that come in at the platform's hosts by an OpenVPN configuration which the operator generated
// (docs/behaviour/operator-console.md, "OpenVPN").

const RouterosVersion = z.enum(["7.x", "6.x"], says("choose_routeros"));

/** What a generated configuration carries; the private key exists in this answer alone. */
export const GeneratedOvpn = z.object({
  serverHost: z.string(),
  serverPort: z.int(),
  username: z.string(),
  password: z.string(),
  tunnelIp: z.string(),
  /** PEM. */
  clientCertificate: z.string(),
  clientPrivateKey: z.string(),
  caCertificate: z.string(),
  routerName: z.string(),
  mikrotikScript: z.string(),
  /** Markdown. */
  setupGuide: z.string(),
  /** A ready client configuration, with everything inline. */
  ovpnFile: z.string(),
});
export type GeneratedOvpn = z.infer<typeof GeneratedOvpn>;

export const generateOvpn = endpoint({
  name: "generateOvpn",
  summary:
    "A certificate, a tunnel address and a script for a router, which every host lets in; it ends after 24 hours unless a router is saved with it. 409 before there is a host",
  audience: ["platform"],
  method: "POST",
  path: "/api/admin/routers/generate-ovpn",
  body: z.strictObject({
    routerName: z
      .string(says("router_name_first"))
      .trim()
      .min(1, says("router_name_first"))
      .max(100, says("router_name_long")),
    routerosVersion: RouterosVersion.default("7.x"),
  }),
  answer: GeneratedOvpn,
});

export const regenerateScript = endpoint({
  name: "regenerateScript",
  summary:
    "Script and guide once more, for the same configuration under either version; RouterOS 6 cannot use one that was made for 7 (409)",
  audience: ["platform"],
  method: "POST",
  path: "/api/admin/routers/regenerate-script",
  body: z.strictObject({
    /** As it was generated; keys that are not needed are ignored. */
    config: z.object({
      serverHost: z.string().max(255),
      serverPort: z.coerce.number().int().min(1).max(65_535),
      username: z.string().max(100),
      password: z.string().max(300),
      tunnelIp: z.string().max(64),
      routerName: z.string().trim().min(1, says("router_name_first")).max(100),
      clientCertificate: z.string().max(20_000).default(""),
      clientPrivateKey: z.string().max(20_000).default(""),
      caCertificate: z.string().max(20_000).default(""),
    }),
    routerosVersion: RouterosVersion.default("7.x"),
  }),
  answer: z.object({ mikrotikScript: z.string(), setupGuide: z.string() }),
});

export const VpnClient = z.object({
  id: z.string(),
  /** For which it was generated: 7 comes in over UDP, 6 over TCP. */
  routerosVersion: RouterosVersion,
  username: z.string(),
  routerName: z.string(),
  /** Null: generated, and no router was saved with it (yet). */
  routerId: z.string().nullable(),
  tunnelIp: z.string(),
  fingerprint: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
  revokedAt: Moment.nullable(),
});
export type VpnClient = z.infer<typeof VpnClient>;

export const listVpnClients = endpoint({
  name: "listVpnClients",
  summary: "Every certificate that was handed out, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/openvpn/clients",
  query: ListQuery.extend({ status: optional(z.enum(["valid", "revoked"])) }),
  answer: z.array(VpnClient),
});

export const revokeVpnClient = endpoint({
  name: "revokeVpnClient",
  summary: "A certificate is good no more: hosts cut its connection at once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/openvpn/clients/:id/revoke",
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});
