import * as z from "zod";
import { ProviderAdmin } from "./auth.ts";
import { endpoint, Moment } from "./endpoint.ts";
import { ProviderParams } from "./providers.ts";
import { says } from "./said.ts";

// How the operator opens a provider's console (docs/behaviour/operator-console.md, OC-34): a one-time code, no password
// and no message.

export const createHandoff = endpoint({
  name: "createHandoff",
  summary: "A one-time code for a provider's console: 60 seconds, for that host and this super admin",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/handoff",
  params: ProviderParams,
  answer: z.object({
    /** Address of the console with the code in its fragment. */
    address: z.string(),
    expiresAt: Moment,
  }),
});

export const enterByHandoff = endpoint({
  name: "enterByHandoff",
  summary: "Exchange the code for a session of this host, marked as acting for the provider",
  audience: ["visitor"],
  method: "POST",
  path: "/api/admin/handoff",
  body: z.strictObject({ code: z.string(says("handoff_incomplete")).max(200) }),
  answer: ProviderAdmin,
});
