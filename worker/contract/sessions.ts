import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { says } from "./said.ts";

// Where one is signed in, and the password that is asked for again before money or access is changed.

const success = z.object({ success: z.literal(true) });

const Password = z.strictObject({
  currentPassword: z.string(says("current_password_enter")).min(1, says("current_password_enter")).max(1_000),
});

export const confirmAdminPassword = endpoint({
  name: "confirmAdminPassword",
  summary: "Give the password again: for ten minutes, calls that ask for it work in this session",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  atEntry: true,
  method: "POST",
  path: "/api/admin/password/confirm",
  body: Password,
  whileSuspended: true,
  answer: success,
  hasSuccess: true,
});

export const confirmPlatformPassword = endpoint({
  name: "confirmPlatformPassword",
  summary: "Give the password again: for ten minutes, calls that ask for it work in this session",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/password/confirm",
  body: Password,
  withoutSecondFactor: true,
  answer: success,
  hasSuccess: true,
});

export const OpenSession = z.object({
  id: z.string(),
  /** `Chrome, Android`; null = the browser said nothing known. */
  browser: z.string().nullable(),
  host: z.string(),
  createdAt: Moment,
  lastSeenAt: Moment,
  /** The one that asks. */
  isThis: z.boolean(),
  /** Business name of the provider for whom a super admin acts in it. */
  actingFor: z.string().nullable(),
});
export type OpenSession = z.infer<typeof OpenSession>;

const SessionPath = z.object({ id: z.string().max(64) });

export const listAdminSessions = endpoint({
  name: "listAdminSessions",
  summary: "Where the signed-in admin is signed in, last seen first",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/sessions",
  whileSuspended: true,
  answer: z.array(OpenSession),
});

export const endAdminSession = endpoint({
  name: "endAdminSession",
  summary: "Sign one of one's own browsers out",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "DELETE",
  path: "/api/admin/sessions/:id",
  params: SessionPath,
  whileSuspended: true,
  answer: success,
  hasSuccess: true,
});

export const endAdminSessions = endpoint({
  name: "endAdminSessions",
  summary: "Sign out everywhere, here too",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "DELETE",
  path: "/api/admin/sessions",
  whileSuspended: true,
  answer: success,
  hasSuccess: true,
});

export const listPlatformSessions = endpoint({
  name: "listPlatformSessions",
  summary: "Where the signed-in super admin is signed in, consoles entered for providers among them",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/sessions",
  withoutSecondFactor: true,
  answer: z.array(OpenSession),
});

export const endPlatformSession = endpoint({
  name: "endPlatformSession",
  summary: "Sign one of one's own browsers out, and the consoles that were entered from it",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/sessions/:id",
  params: SessionPath,
  withoutSecondFactor: true,
  answer: success,
  hasSuccess: true,
});

export const endPlatformSessions = endpoint({
  name: "endPlatformSessions",
  summary: "Sign out everywhere, here and in every provider's console too",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/sessions",
  withoutSecondFactor: true,
  answer: success,
  hasSuccess: true,
});

export const listSessionsOfOperator = endpoint({
  name: "listSessionsOfOperator",
  summary: "Where an operator of the platform is signed in, consoles entered for providers among them",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/admins/:id/sessions",
  params: SessionPath,
  answer: z.array(OpenSession),
});

export const endSessionOfOperator = endpoint({
  name: "endSessionOfOperator",
  summary: "Sign one browser of an operator out, and the consoles that were entered from it",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/admins/:id/sessions/:sessionId",
  params: SessionPath.extend({ sessionId: z.string().max(64) }),
  answer: success,
  hasSuccess: true,
});

export const endSessionsOfOperator = endpoint({
  name: "endSessionsOfOperator",
  summary: "Sign an operator out everywhere, in every provider's console too; they can sign in again",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/admins/:id/sessions",
  params: SessionPath,
  answer: success,
  hasSuccess: true,
});
