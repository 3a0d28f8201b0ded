import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { says } from "./said.ts";
import { roles } from "./values/roles.ts";

const bothNeeded = { error: says("log_in_both") };

export const LogIn = z.strictObject({
  username: z.string(bothNeeded).max(200),
  password: z.string(bothNeeded).max(1_000),
  /** Of an authenticator app, or one of the recovery codes; asked for once the password was right. */
  code: optional(z.string().trim().max(40)),
});

export const ProviderAdmin = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  providerId: z.string(),
  /** Name of the super admin who acts for this provider in this session; null = its own admin. */
  actingAs: z.string().nullable(),
});
export type ProviderAdmin = z.infer<typeof ProviderAdmin>;

export const PlatformAdmin = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
});
export type PlatformAdmin = z.infer<typeof PlatformAdmin>;

const success = z.object({ success: z.literal(true) });

export const adminLogIn = endpoint({
  name: "adminLogIn",
  summary: "Sign in to a provider's console",
  audience: ["visitor"],
  atEntry: true,
  method: "POST",
  path: "/api/admin/login",
  body: LogIn,
  answer: ProviderAdmin,
});

export const adminLogOut = endpoint({
  name: "adminLogOut",
  summary: "End this session",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "POST",
  path: "/api/admin/logout",
  whileSuspended: true,
  withoutSecondFactor: true,
  answer: success,
});

export const adminSession = endpoint({
  name: "adminSession",
  summary: "Who is signed in",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/session",
  whileSuspended: true,
  withoutSecondFactor: true,
  answer: ProviderAdmin,
});

export const platformLogIn = endpoint({
  name: "platformLogIn",
  summary: "Sign in to the super admin console; main domain only",
  audience: ["visitor"],
  method: "POST",
  path: "/api/superadmin/login",
  body: LogIn,
  answer: PlatformAdmin,
});

export const platformLogOut = endpoint({
  name: "platformLogOut",
  summary: "End this session",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/logout",
  withoutSecondFactor: true,
  answer: success,
});

export const platformSession = endpoint({
  name: "platformSession",
  summary: "Who is signed in",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/session",
  withoutSecondFactor: true,
  answer: PlatformAdmin,
});
