import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";

// How a bridge comes into being and dials in. What is said on its line then is bridge.ts.

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

export const bridgeLine = endpoint({
  name: "bridgeLine",
  summary: "The bridge's WebSocket",
  audience: ["bridge"],
  kind: "socket",
  method: "GET",
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
  method: "POST",
  path: "/api/admin/bridges",
  body: z.strictObject({
    name: oneLine(z.string().trim().min(1, "Give the bridge a name").max(60), "The name"),
  }),
  answer: z.object({
    code: z.string(),
    expiresAt: Moment,
    /** For a shell of any Linux machine at the site: installs the bridge there, enrols and starts it. */
    installCommand: z.string(),
  }),
});
