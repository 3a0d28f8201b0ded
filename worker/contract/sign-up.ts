import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Phone, required, Subdomain } from "./providers.ts";
import { Said, says } from "./said.ts";
import { newPassword } from "./sessions.ts";

// A business signs up by itself, on the main host: what it is, a code by mail that proves the address, then the operator's yes.

const address = says("sign_up_email");

export const SignUpInput = z.strictObject({
  businessName: required("field_business_name", 100),
  /** Of who signs up and becomes the owner. */
  name: required("field_own_name", 100),
  phone: Phone,
  /** Also the username: nobody learns of a name by trying it here, for a letter alone tells. */
  email: z.string(address).trim().max(60, says("sign_up_email_long")).pipe(z.email(address)),
  subdomain: Subdomain,
  password: newPassword,
});
export type SignUpInput = z.infer<typeof SignUpInput>;

export const signUpSubdomain = endpoint({
  name: "signUpSubdomain",
  summary: "Whether a new provider can have this subdomain; main domain only",
  audience: ["visitor"],
  atEntry: true,
  method: "GET",
  path: "/api/signup/subdomain",
  query: z.strictObject({ name: z.string().max(200) }),
  answer: z.object({
    subdomain: z.string(),
    isFree: z.boolean(),
    /** Why not; empty where it is free. */
    message: z.union([Said, z.literal("")]),
  }),
});

export const signUp = endpoint({
  name: "signUp",
  summary: "A code goes to the address; nothing is made before it comes back; main domain only",
  audience: ["visitor"],
  atEntry: true,
  method: "POST",
  path: "/api/signup",
  body: SignUpInput,
  answer: z.object({ id: z.string(), email: z.string(), expiresAt: Moment }),
});

const six = says("sign_up_six");

export const confirmSignUp = endpoint({
  name: "confirmSignUp",
  summary: "The code proves the address; then the operator decides, or the provider is made at once",
  audience: ["visitor"],
  atEntry: true,
  method: "POST",
  path: "/api/signup/code",
  body: z.strictObject({
    id: z.uuid(says("sign_up_ended")),
    code: z
      .string(six)
      .transform((typed) => typed.replace(/\s/g, ""))
      .pipe(z.string().regex(/^\d{6}$/, six)),
  }),
  answer: z.object({
    state: z.enum(["waiting", "approved"]),
    /** Of the new provider's console; null while the operator decides. */
    address: z.string().nullable(),
    message: Said,
  }),
});

export const WaitingSignUp = z.object({
  id: z.string(),
  businessName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subdomain: z.string(),
  /** When the address was proved. */
  provedAt: Moment,
});
export type WaitingSignUp = z.infer<typeof WaitingSignUp>;

export const listSignUps = endpoint({
  name: "listSignUps",
  summary:
    "Who signed up, proved an address and waits for a decision, newest first; of more than 100, of each mail domain in turn",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/sign-ups",
  answer: z.object({
    waiting: z.array(WaitingSignUp),
    /** How many wait, also those that are not in the list. */
    total: z.int(),
    approvesItself: z.boolean(),
  }),
});

const params = z.object({ id: z.string().max(64) });

export const approveSignUp = endpoint({
  name: "approveSignUp",
  summary: "Makes the provider and its owner, who is told by mail; repeatable",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/sign-ups/:id/approve",
  params,
  answer: z.object({ success: z.literal(true), providerId: z.string(), message: Said }),
  hasSuccess: true,
});

export const refuseSignUp = endpoint({
  name: "refuseSignUp",
  summary: "The reason is mailed; subdomain and address are free again",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/sign-ups/:id/refuse",
  params,
  body: z.strictObject({
    reason: z.string(says("sign_up_reason")).trim().min(1, says("sign_up_reason")).max(500),
  }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const saveSignUpRules = endpoint({
  name: "saveSignUpRules",
  summary: "Whether who proved an address is approved without an operator",
  audience: ["platform"],
  method: "PUT",
  path: "/api/superadmin/sign-up-rules",
  body: z.strictObject({ approvesItself: z.boolean(says("sign_up_rule")) }),
  fresh: true,
  answer: z.object({ approvesItself: z.boolean() }),
});
