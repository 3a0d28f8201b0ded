import * as z from "zod";
import { PlatformAdmin } from "./auth.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { newPassword, newUsername } from "./fields.ts";
import { oneLine } from "./one-line.ts";
import { says } from "./said.ts";

// How somebody becomes an operator of the platform: by a link that one of them makes, good once and for three days.

export const Invitation = z.object({
  id: z.string(),
  /** Of who is invited. */
  name: z.string(),
  email: z.string(),
  /** Username of who invites. */
  invitedBy: z.string(),
  createdAt: Moment,
  expiresAt: Moment,
});
export type Invitation = z.infer<typeof Invitation>;

export const listInvitations = endpoint({
  name: "listInvitations",
  summary: "The invitations that still open, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/invitations",
  answer: z.array(Invitation),
});

const nameNeeded = says("invitation_name");

export const createInvitation = endpoint({
  name: "createInvitation",
  summary: "A link by which somebody becomes an operator; it is told this once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/invitations",
  body: z.strictObject({
    name: oneLine(z.string(nameNeeded).trim().min(1, nameNeeded).max(100, nameNeeded), "field_name"),
    email: optional(z.email(says("invitation_email")).trim().max(200, says("invitation_email"))),
  }),
  fresh: true,
  answer: z.object({
    invitation: Invitation,
    /** The code stands behind the `#`, which browsers do not send. */
    address: z.string(),
  }),
});

export const withdrawInvitation = endpoint({
  name: "withdrawInvitation",
  summary: "The link opens nothing any more",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/invitations/:id",
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

const code = z.string(says("invitation_incomplete")).regex(/^[0-9a-f]{64}$/, says("invitation_incomplete"));

export const platformInvitation = endpoint({
  name: "platformInvitation",
  summary: "Whom a link invites, for its page; main domain only",
  audience: ["visitor"],
  method: "POST",
  path: "/api/superadmin/invitation",
  body: z.strictObject({ code }),
  answer: Invitation.pick({ name: true, invitedBy: true, expiresAt: true }),
});

export const acceptPlatformInvitation = endpoint({
  name: "acceptPlatformInvitation",
  summary:
    "The invited one chooses username and password and is signed in; the link is used up; main domain only",
  audience: ["visitor"],
  method: "POST",
  path: "/api/superadmin/invitation/accept",
  body: z.strictObject({ code, username: newUsername, password: newPassword }),
  answer: PlatformAdmin,
});
