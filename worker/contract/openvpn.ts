import * as z from "zod";
import { endpoint } from "./endpoint.ts";

// Routers that come in through the platform's OpenVPN server (specification, super admin console 3 and 7).

const RouterosVersion = z.enum(["7.x", "6.x"], "Choose RouterOS 7.x or 6.x");

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
      .string("Please enter a router name first")
      .trim()
      .min(1, "Please enter a router name first")
      .max(100, "The router name is too long"),
    routerosVersion: RouterosVersion.default("7.x"),
  }),
  answer: GeneratedOvpn,
});

export const regenerateScript = endpoint({
  name: "regenerateScript",
  summary: "Script and guide once more, for the same configuration under either version",
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
      routerName: z.string().trim().min(1, "Please enter a router name first").max(100),
      clientCertificate: z.string().max(20_000).default(""),
      clientPrivateKey: z.string().max(20_000).default(""),
      caCertificate: z.string().max(20_000).default(""),
    }),
    routerosVersion: RouterosVersion.default("7.x"),
  }),
  answer: z.object({ mikrotikScript: z.string(), setupGuide: z.string() }),
});
