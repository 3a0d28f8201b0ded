import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { newPassword } from "./fields.ts";
import { says } from "./said.ts";

// The second factor by an authenticator app (RFC 6238) with recovery codes, of super admins and of a provider's people; and a super
// admin's own password.

export const platformPassword = endpoint({
  name: "platformPassword",
  summary: "A new password for the signed-in super admin; every other session of theirs ends",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/password",
  body: z.strictObject({
    currentPassword: z
      .string(says("current_password_enter"))
      .min(1, says("current_password_enter"))
      .max(1_000),
    newPassword,
  }),
  withoutSecondFactor: true,
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

export const SecondFactor = z.object({
  isOn: z.boolean(),
  /** How many recovery codes are left. */
  recoveryCodes: z.int(),
  /** The platform asks every super admin for one, or this one came by an invitation; the owner asks all the provider's people. */
  isRequired: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

const code = z.string(says("code_of_six")).trim().max(40);
const currentPassword = z.string(says("current_password_enter")).max(1_000);
const Password = z.strictObject({ currentPassword });
const Code = z.strictObject({ code });
const Proof = z.strictObject({ currentPassword, code: optional(code) });

const NewKey = z.object({
  /** `otpauth://totp/…`, for a QR code. */
  address: z.string(),
  /** Base32, for typing. */
  key: z.string(),
});
/** Shown this once. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const success = z.object({ success: z.literal(true) });

export const getSecondFactor = endpoint({
  name: "getSecondFactor",
  summary: "Whether the signed-in super admin needs a code beside the password",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/second-factor",
  withoutSecondFactor: true,
  answer: SecondFactor,
});

export const beginSecondFactor = endpoint({
  name: "beginSecondFactor",
  summary: "A new key for an authenticator app; it counts once a code of it was given",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/second-factor",
  body: Password,
  withoutSecondFactor: true,
  answer: NewKey,
});

export const confirmSecondFactor = endpoint({
  name: "confirmSecondFactor",
  summary: "Turns the second factor on; the recovery codes are shown this once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/second-factor/confirm",
  body: Code,
  withoutSecondFactor: true,
  answer: RecoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  name: "renewRecoveryCodes",
  summary: "New recovery codes in place of those that are left; they are shown this once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/second-factor/recovery-codes",
  body: Proof,
  answer: RecoveryCodes,
});

export const endSecondFactor = endpoint({
  name: "endSecondFactor",
  summary: "Turns the second factor off",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/second-factor",
  body: Proof,
  answer: success,
  hasSuccess: true,
});

export const getAdminSecondFactor = endpoint({
  name: "getAdminSecondFactor",
  summary: "Whether the signed-in admin needs a code beside the password",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/second-factor",
  withoutSecondFactor: true,
  whileSuspended: true,
  answer: SecondFactor,
});

export const beginAdminSecondFactor = endpoint({
  name: "beginAdminSecondFactor",
  summary: "A new key for an authenticator app; it counts once a code of it was given",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  atEntry: true,
  method: "POST",
  path: "/api/admin/second-factor",
  body: Password,
  withoutSecondFactor: true,
  whileSuspended: true,
  answer: NewKey,
});

export const confirmAdminSecondFactor = endpoint({
  name: "confirmAdminSecondFactor",
  summary: "Turns the second factor on; the recovery codes are shown this once",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "POST",
  path: "/api/admin/second-factor/confirm",
  body: Code,
  withoutSecondFactor: true,
  whileSuspended: true,
  answer: RecoveryCodes,
});

export const renewAdminRecoveryCodes = endpoint({
  name: "renewAdminRecoveryCodes",
  summary: "New recovery codes in place of those that are left; they are shown this once",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  atEntry: true,
  method: "POST",
  path: "/api/admin/second-factor/recovery-codes",
  body: Proof,
  whileSuspended: true,
  answer: RecoveryCodes,
});

export const endAdminSecondFactor = endpoint({
  name: "endAdminSecondFactor",
  summary: "Turns the second factor off",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  atEntry: true,
  method: "DELETE",
  path: "/api/admin/second-factor",
  body: Proof,
  whileSuspended: true,
  answer: success,
  hasSuccess: true,
});
