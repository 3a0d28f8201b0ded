import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";

/** A router as its provider sees it. */
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
  connectionType: z.enum(["direct", "ovpn_client"]),
  providerId: z.string(),
});
export type AssignedRouter = z.infer<typeof AssignedRouter>;

export const RouterParams = z.object({ id: z.string().max(64) });

export const listRouters = endpoint({
  name: "listRouters",
  summary: "Routers assigned to the signed-in provider",
  audience: ["provider"],
  method: "GET",
  path: "/api/admin/routers",
  answer: z.array(AssignedRouter),
});

export const testRouter = endpoint({
  name: "testRouter",
  summary: "Ask the site's bridge to reach the router now; a test that ran and failed is `success: false`",
  audience: ["provider"],
  method: "POST",
  path: "/api/admin/routers/:id/test",
  params: RouterParams,
  answer: z.object({ success: z.boolean(), message: z.string() }),
  hasSuccess: true,
});
