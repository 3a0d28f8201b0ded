import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { newPassword, Phone, required, Subdomain } from "./fields.ts";
import { Said, says } from "./said.ts";

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
