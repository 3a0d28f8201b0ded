import * as z from "zod";
import { oneLine } from "./one-line.ts";
import { says } from "./said.ts";
import type { FieldKey } from "./texts.ts";
import { leastPassword } from "./values/code-strength.ts";
import { subdomainFault, subdomainTexts } from "./values/host.ts";
import { parseKenyanMobile } from "./values/phone.ts";

// Fields that several forms have. No call stands here: a form that checks them loads nothing of another audience's calls.

/** Of who signs in with it from now on. */
export const newUsername = z.string(says("username_enter")).trim().min(1, says("username_enter")).max(200);

export const newPassword = z
  .string(says("password_required"))
  .min(1, { error: says("password_required"), abort: true })
  .max(1_000)
  .refine((typed) => [...typed].length >= leastPassword, says("password_short", { least: leastPassword }));

export const required = (field: FieldKey, most: number) => {
  const missing = says("field_required", { field: { say: field } });
  const tooLong = says("field_long", { field: { say: field }, most });
  return oneLine(z.string(missing).trim().min(1, missing).max(most, tooLong), field);
};

export const requiredEmail = (field: FieldKey) => {
  const missing = says("field_required", { field: { say: field } });
  return z
    .string(missing)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(200)
    .email(says("email_invalid"));
};

const phoneNeeded = says("field_required", { field: { say: "field_phone_number" } });
/** As people paste it; kept as `254` and nine digits: M-Pesa's statements are asked for by it. */
export const Phone = z
  .string(phoneNeeded)
  .trim()
  .min(1, phoneNeeded)
  .max(60, says("provider_phone"))
  .refine((typed) => parseKenyanMobile(typed) !== undefined, says("provider_phone"))
  .transform((typed) => parseKenyanMobile(typed) ?? typed);

export const Subdomain = z
  .string(says("subdomain_required"))
  .max(200)
  .trim()
  .toLowerCase()
  .superRefine((subdomain, { addIssue }) => {
    const fault = subdomainFault(subdomain);
    if (fault) addIssue({ code: "custom", message: says(subdomainTexts[fault]) });
  });
