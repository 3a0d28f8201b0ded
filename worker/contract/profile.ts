import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { says } from "./said.ts";
import { roles } from "./values/roles.ts";

export const Profile = z.object({
  name: z.string(),
  email: z.string(),
  username: z.string(),
  role: z.enum(roles),
  /** A forgotten password is reset by a link to a confirmed address alone. */
  isEmailConfirmed: z.boolean(),
});
export type Profile = z.infer<typeof Profile>;

const ProfileParams = z.object({ id: z.string().max(64) });

export const getProfile = endpoint({
  name: "getProfile",
  summary: "The signed-in admin; another's id is not found",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/profile/:id",
  params: ProfileParams,
  whileSuspended: true,
  answer: Profile,
});

/** Texts of docs/behaviour/provider-console.md, PC-115; shared by the form and the server. */
export const ProfileInput = z
  .strictObject({
    name: oneLine(z.string().trim().min(1, says("name_required")).max(100), "field_name"),
    email: z.email(says("email_invalid")).max(200),
    currentPassword: optional(z.string().max(1_000)),
    newPassword: optional(z.string().min(8, says("password_8")).max(1_000)),
    confirmPassword: optional(z.string().max(1_000)),
  })
  .refine(({ newPassword, confirmPassword }) => (newPassword ?? "") === (confirmPassword ?? ""), {
    path: ["confirmPassword"],
    message: says("passwords_differ"),
  })
  .refine(({ newPassword, currentPassword }) => !newPassword || Boolean(currentPassword), {
    path: ["currentPassword"],
    message: says("current_password_required"),
  });
export type ProfileInput = z.infer<typeof ProfileInput>;

export const updateProfile = endpoint({
  name: "updateProfile",
  summary:
    "Change name, e-mail and, with the current one, the password; other sessions end with a new password",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  atEntry: true,
  method: "PATCH",
  path: "/api/admin/profile/:id",
  params: ProfileParams,
  body: ProfileInput,
  whileSuspended: true,
  answer: Profile,
});
