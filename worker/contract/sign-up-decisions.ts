import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Said, says } from "./said.ts";

// Who signed up and proved an address waits for the operator's yes, unless the rules say it for them.

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
