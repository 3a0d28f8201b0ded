import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { Said } from "./said.ts";

const EntitlementParams = z.object({ id: z.string().max(80) });
const done = z.object({ success: z.literal(true), message: Said });

export const disconnectUser = endpoint({
  name: "disconnectUser",
  summary: "Cut a purchase off now; its time runs on, and it can be allowed again",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/entitlements/:id/disconnect",
  params: EntitlementParams,
  answer: done,
  hasSuccess: true,
});

export const allowUser = endpoint({
  name: "allowUser",
  summary: "Undo a disconnect",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/entitlements/:id/allow",
  params: EntitlementParams,
  answer: done,
  hasSuccess: true,
});
