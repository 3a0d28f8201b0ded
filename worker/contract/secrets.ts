import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Said } from "./said.ts";

const RootSecret = z.object({
  /** Names it, and tells nothing of it. */
  id: z.string(),
  /** `missing`: something is sealed with it, and it is not set. */
  use: z.enum(["current", "previous", "missing"]),
  /** Records that it sealed. */
  sealed: z.number().int(),
  /** Recovery codes of purchases that have not ended. */
  recoveryCodes: z.number().int(),
  /** Pay bills in use that were registered at Safaricom with an address of it. */
  payBills: z.number().int(),
});

export const rootSecrets = endpoint({
  name: "rootSecrets",
  summary:
    "Which root secrets are in use, what is left with earlier ones, and whether those can be taken out",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/secrets",
  answer: z.object({
    secrets: z.array(RootSecret),
    /** Since when the current one is in use; null = not for a minute yet. */
    since: Moment.nullable(),
    /** When everything was sealed with it. */
    finishedAt: Moment.nullable(),
    /** What to do about earlier ones, as a sentence. */
    advice: Said,
    canTakeOut: z.boolean(),
  }),
});
