import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./texts.ts";
import { ListQuery } from "./transactions.ts";

// Routers that come in through the platform's OpenVPN server (docs/behaviour/operator-console.md, "OpenVPN"), and what
// the operator's VPN host needs to let them in.

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
    "A certificate, a tunnel address and a script for a router; nothing serves it until a router is saved with it",
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
    "Script and guide once more, for the same configuration under either version; RouterOS 6 cannot use a certificate that was made for 7 (409)",
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

/** `ec` serves RouterOS 7 over UDP, `rsa` RouterOS 6 over TCP. */
export const VpnKind = z.enum(["ec", "rsa"]);
export type VpnKind = z.infer<typeof VpnKind>;

export const VpnHost = z.object({
  serverHost: z.string(),
  listeners: z.array(
    z.object({
      kind: VpnKind,
      protocol: z.enum(["udp", "tcp"]),
      port: z.int(),
      /** The network of its tunnels, `10.66.0.0/17`, and the server's own address in it. */
      network: z.string(),
      serverIp: z.string(),
      /** Addresses that routers have, and how many there are. */
      used: z.int(),
      addresses: z.int(),
      fingerprint: z.string().nullable(),
      expiresAt: Moment.nullable(),
    }),
  ),
});
export type VpnHost = z.infer<typeof VpnHost>;

export const vpnHost = endpoint({
  name: "vpnHost",
  summary: "How the platform's OpenVPN server is reached, and how full it is",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/openvpn",
  answer: VpnHost,
});

export const VpnClient = z.object({
  id: z.string(),
  kind: VpnKind,
  username: z.string(),
  routerName: z.string(),
  /** Null: generated, and no router was saved with it (yet). */
  routerId: z.string().nullable(),
  tunnelIp: z.string(),
  /** Hex. */
  serial: z.string(),
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
  summary: "A certificate is good no more; the VPN host knows it with its next files",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/openvpn/clients/:id/revoke",
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

/** @property mode as `chmod` takes it */
export const VpnFile = z.object({
  name: z.string(),
  mode: z.enum(["0600", "0644", "0755"]),
  content: z.string(),
});
export type VpnFile = z.infer<typeof VpnFile>;

export const makeServerFiles = endpoint({
  name: "makeServerFiles",
  summary:
    "Everything that the VPN host runs on, with new server keys; they exist in this answer alone. Former ones go on working",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/openvpn/server-files",
  answer: z.object({ files: z.array(VpnFile), guide: z.string() }),
});

export const vpnClientFiles = endpoint({
  name: "vpnClientFiles",
  summary: "Addresses, log-ins and revocations as they are now, for a VPN host that runs already",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/openvpn/client-files",
  answer: z.object({ files: z.array(VpnFile), guide: z.string() }),
});
