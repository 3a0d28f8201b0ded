import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { RouterParams } from "./routers.ts";
import { says } from "./texts.ts";

// A router becomes a hotspot of ours by one line in its terminal: the line fetches a script from an address that is good
// for 30 minutes, or until the router's bridge has logged in by it.

const Version = z.enum(["7.x", "6.x"], says("choose_routeros"));

export const RouterSetup = z.object({
  routerosVersion: Version,
  /** From where the bridge reaches this router; null where it could not be asked, or is not there. */
  bridgeAddress: z.string().nullable(),
  /** The set-up that was asked for last; null: none ever. */
  latest: z
    .object({
      id: z.string(),
      createdAt: Moment,
      expiresAt: Moment,
      /** When the bridge logged in by it; null: not yet. */
      usedAt: Moment.nullable(),
    })
    .nullable(),
  /** For the router's terminal: takes everything of ours away. Holds no secret. */
  undoScript: z.string(),
});
export type RouterSetup = z.infer<typeof RouterSetup>;

export const readRouterSetup = endpoint({
  name: "readRouterSetup",
  summary: "What is known before a router is set up, and how its last set-up stands",
  audience: ["provider", "platform"],
  method: "GET",
  path: "/api/admin/routers/:id/setup",
  params: RouterParams,
  answer: RouterSetup,
});

export const createRouterSetup = endpoint({
  name: "createRouterSetup",
  summary:
    "A script that makes a router a hotspot of ours, at an address that is good for 30 minutes; ends the one before it",
  audience: ["provider", "platform"],
  method: "POST",
  path: "/api/admin/routers/:id/setup",
  params: RouterParams,
  body: z.strictObject({
    routerosVersion: Version,
    interface: z
      .string(says("interface_enter"))
      .trim()
      .min(1, says("interface_enter"))
      .max(60, says("interface_long"))
      .regex(/^[^\p{Cc}]+$/u, says("interface_enter")),
    bridgeAddress: z
      .ipv4(says("bridge_machine_address"))
      .refine((address) => !/^(0|127)\./.test(address), says("bridge_machine_unreachable")),
  }),
  answer: z.object({
    id: z.string(),
    /** One line for the router's terminal. */
    command: z.string(),
    expiresAt: Moment,
    /** The same as a file, for routers that may not fetch. It holds the first password of the API user. */
    script: z.string(),
    fileName: z.string(),
  }),
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
