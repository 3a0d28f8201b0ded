import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { says } from "./said.ts";

// Who may sign in: the operators of the platform and the admins of its providers, and what is asked of operators.

export const Admin = z.object({
  id: z.string(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** Null = an operator of the platform. */
  providerId: z.string().nullable(),
  createdAt: Moment,
  /** Since when they cannot sign in; null = they can. */
  disabledAt: Moment.nullable(),
  hasSecondFactor: z.boolean(),
  /** When one of their sessions was last used, as far as sessions are kept. */
  lastSeenAt: Moment.nullable(),
  /** The one who asks. */
  isMe: z.boolean(),
});
export type Admin = z.infer<typeof Admin>;

const AdminPath = z.object({ id: z.string().max(64) });

export const listAdmins = endpoint({
  name: "listAdmins",
  summary: "The operators of the platform, or the admins of one provider, in the order of their names",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/admins",
  query: z.strictObject({ providerId: optional(z.string().max(64)) }),
  answer: z.array(Admin),
});

export const disableAdmin = endpoint({
  name: "disableAdmin",
  summary: "They sign in no more, and everything they have open ends at once",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/admins/:id/disable",
  params: AdminPath,
  fresh: true,
  answer: Admin,
});

export const enableAdmin = endpoint({
  name: "enableAdmin",
  summary: "They may sign in again, with the password they had",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/admins/:id/enable",
  params: AdminPath,
  fresh: true,
  answer: Admin,
});

export const endAdminsSecondFactor = endpoint({
  name: "endAdminsSecondFactor",
  summary:
    "Turn the second factor of a provider's admin off, who lost it; they are signed out and told by letter",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/admins/:id/second-factor",
  params: AdminPath,
  fresh: true,
  answer: Admin,
});

export const OperatorRules = z.strictObject({
  /** Without a second factor of their own they can do nothing but set one up. */
  secondFactorRequired: z.boolean(says("second_factor_say")),
});
export type OperatorRules = z.infer<typeof OperatorRules>;

export const getOperatorRules = endpoint({
  name: "getOperatorRules",
  summary: "What is asked of every operator",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/operator-rules",
  answer: OperatorRules,
});

export const saveOperatorRules = endpoint({
  name: "saveOperatorRules",
  summary: "Change what is asked of every operator; who asks for a second factor needs to have one",
  audience: ["platform"],
  method: "PUT",
  path: "/api/superadmin/operator-rules",
  body: OperatorRules,
  fresh: true,
  answer: OperatorRules,
});
