import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { says } from "./texts.ts";

// The super admin's own account: password, and the second factor by an authenticator app (RFC 6238) with recovery codes.

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
    newPassword: z.string(says("new_password_enter")).min(1, says("new_password_enter")).max(1_000),
  }),
  withoutSecondFactor: true,
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

export const SecondFactor = z.object({
  isOn: z.boolean(),
  /** How many recovery codes are left. */
  recoveryCodes: z.int(),
  /** The platform asks every super admin for one, or this one came by an invitation. */
  isRequired: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

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
  body: z.strictObject({ currentPassword: z.string(says("current_password_enter")).max(1_000) }),
  withoutSecondFactor: true,
  answer: z.object({
    /** `otpauth://totp/…`, for a QR code. */
    address: z.string(),
    /** Base32, for typing. */
    key: z.string(),
  }),
});

const code = z.string(says("code_of_six")).trim().max(40);

export const confirmSecondFactor = endpoint({
  name: "confirmSecondFactor",
  summary: "Turns the second factor on; the recovery codes are shown this once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/second-factor/confirm",
  body: z.strictObject({ code }),
  withoutSecondFactor: true,
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const endSecondFactor = endpoint({
  name: "endSecondFactor",
  summary: "Turns the second factor off",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/second-factor",
  body: z.strictObject({
    currentPassword: z.string(says("current_password_enter")).max(1_000),
    code: optional(code),
  }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});
