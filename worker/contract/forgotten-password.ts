import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { newPassword } from "./fields.ts";
import { Said, says } from "./said.ts";
import { roles } from "./values/roles.ts";

// A provider's people who have forgotten their password get a link by mail, good once and for 30 minutes since it was sent. It goes to an
// address alone that its reader confirmed before.

const done = z.object({ success: z.literal(true), message: Said });
// Visitors share no schema with consoles: what is added for these reaches nobody else.
const doneForAdmin = z.object({ success: z.literal(true), message: Said });
const code = z.string(says("mailed_link_incomplete")).regex(/^[0-9a-f]{64}$/, says("mailed_link_incomplete"));
const username = z.string(says("log_in_username")).trim().min(1, says("log_in_username")).max(200);

export const askPasswordReset = endpoint({
  name: "askPasswordReset",
  summary:
    "Mails a link to who has this username, if there is one with a confirmed address; the answer is always the same",
  audience: ["visitor"],
  atEntry: true,
  method: "POST",
  path: "/api/admin/password/forgotten",
  body: z.strictObject({ username }),
  answer: done,
  hasSuccess: true,
});

export const resetPassword = endpoint({
  name: "resetPassword",
  summary:
    "A new password by the mailed link, which is used up; all sessions end. What else opens the provider in this name is told; at the provider's host",
  audience: ["visitor"],
  atEntry: true,
  method: "POST",
  path: "/api/admin/password/reset",
  body: z.strictObject({ code, password: newPassword }),
  answer: done.extend({
    /** API tokens and open invitations of theirs, which go on. */
    waysIn: z.object({
      tokens: z.array(z.object({ name: z.string(), createdAt: Moment, lastUsedAt: Moment.nullable() })),
      invitations: z.array(z.object({ name: z.string(), role: z.enum(roles), createdAt: Moment })),
    }),
  }),
  hasSuccess: true,
});

export const endWaysInAfterReset = endpoint({
  name: "endWaysInAfterReset",
  summary:
    "All API tokens and open invitations of who set a password by this link open nothing from now on: within 30 minutes; repeatable; at the provider's host",
  audience: ["visitor"],
  method: "POST",
  path: "/api/admin/password/reset/ways-in",
  body: z.strictObject({ code }),
  answer: done,
  hasSuccess: true,
});

export const askEmailConfirmation = endpoint({
  name: "askEmailConfirmation",
  summary: "Mails a link by which the signed-in admin confirms their address",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "POST",
  path: "/api/admin/email/confirmation",
  fresh: true,
  answer: doneForAdmin,
  hasSuccess: true,
});

export const confirmEmail = endpoint({
  name: "confirmEmail",
  summary: "The address of the mailed link is confirmed, if it is still the admin's; at the provider's host",
  audience: ["visitor"],
  method: "POST",
  path: "/api/admin/email/confirm",
  body: z.strictObject({ code }),
  answer: done,
  hasSuccess: true,
});
