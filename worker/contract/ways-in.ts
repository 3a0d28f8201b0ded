import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Said } from "./said.ts";
import { roles } from "./values/roles.ts";

// What still opens the provider in a person's name after a change of password.

const tokens = z.array(z.object({ name: z.string(), createdAt: Moment, lastUsedAt: Moment.nullable() }));
const invitations = z.array(z.object({ name: z.string(), role: z.enum(roles), createdAt: Moment }));

export const WaysIn = z.object({
  /** Live API tokens that they made, newest first. */
  tokens,
  /** Open invitations that they gave out, newest first. */
  invitations,
});
export type WaysIn = z.infer<typeof WaysIn>;

export const listWaysIn = endpoint({
  name: "listWaysIn",
  summary: "Live API tokens and open invitations of the signed-in owner, which a new password does not end",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/ways-in",
  whileSuspended: true,
  answer: WaysIn,
});

export const endWaysIn = endpoint({
  name: "endWaysIn",
  summary: "All of them open nothing from now on; repeatable",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/ways-in",
  whileSuspended: true,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});
