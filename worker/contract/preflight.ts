import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { WhyUnread } from "./router-facts.ts";
import { RouterParams } from "./routers.ts";
import { Said } from "./said.ts";
import { checkNames, findingCodes } from "./values/preflight-checks.ts";

/** `blocks`: nobody can be sold internet here. `mend`: it works, and costs money or safety. `unknown`: not read. */
export const Verdict = z.enum(["fine", "mend", "blocks", "unknown"]);
export type Verdict = z.infer<typeof Verdict>;

export const Finding = z.object({
  check: z.enum(checkNames),
  verdict: Verdict,
  code: z.enum(findingCodes),
  /** What the sentence names. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** With `unread`: why. */
  why: WhyUnread.nullable(),
  /** For the router's terminal, one or more lines; null where no command mends it. */
  command: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const Preflight = z.object({
  /** Null: never checked yet. */
  checkedAt: Moment.nullable(),
  /** One for each check; empty before the first check. */
  findings: z.array(Finding),
  /** Why the last check could not read everything; "" where it could. */
  note: Said,
  /** A check that runs now: menus read, of how many. */
  running: z.object({ checked: z.int(), total: z.int() }).nullable(),
  /** Why nothing can be checked now; "" where it can. */
  hindrance: Said,
  /** False: one has to be installed before anything can be checked. */
  hasBridge: z.boolean(),
});
export type Preflight = z.infer<typeof Preflight>;

export const readPreflight = endpoint({
  name: "readPreflight",
  summary: "The checklist of a router as its bridge last read it",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/routers/:id/preflight",
  params: RouterParams,
  answer: Preflight,
});

export const runPreflight = endpoint({
  name: "runPreflight",
  summary: "Have the bridge read the router anew; the checklist tells how far it is",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/:id/preflight",
  params: RouterParams,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});
