import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { Said, says } from "./said.ts";
import { Day } from "./transactions.ts";

// The shilling guard: what was paid and not served, what is served and not paid, and whether statement and books agree.

export const LeakKind = z.enum(["kept_out", "pass", "user", "secret", "session", "connection", "copy"]);
export type LeakKind = z.infer<typeof LeakKind>;

export const Leak = z.object({
  id: z.string(),
  kind: LeakKind,
  routerId: z.string(),
  routerName: z.string(),
  /** What it is called at the router. */
  name: z.string(),
  macAddress: z.string().nullable(),
  /** What helps to know it again: a comment, a service, an address. */
  about: z.string(),
  isOnline: z.boolean(),
  /** Of what is kept out: what was paid, in KES; null of anything else. */
  amount: z.number().nullable(),
  foundAt: Moment,
  canEnd: z.boolean(),
  /** Somebody let it be, as it is. */
  allowed: z.object({ note: z.string(), by: z.string(), at: Moment }).nullable(),
});
export type Leak = z.infer<typeof Leak>;

export const Guard = z.object({
  /** The last look; null before the first one. Money is of the day before it, in KES. */
  look: z
    .object({
      at: Moment,
      sentence: Said,
      moneyOf: Day,
      taken: z.number(),
      lost: z.number(),
      unpaidOnline: z.int(),
      /** `none`: there was nothing to compare. `waiting`: it was not compared yet. `missing`: the gateway gave no statement. */
      statement: z.enum(["agrees", "differs", "waiting", "missing"]),
    })
    .nullable(),
  /** Undecided ones first. */
  leaks: z.array(Leak),
  routers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** When it was last looked at. */
      at: Moment.nullable(),
      /** Why not the last time; empty = it was. */
      hindrance: Said,
      /** Rows that its bridge did not tell: there were too many. */
      left: z.int(),
    }),
  ),
  /** Newest first. */
  nights: z.array(
    z.object({
      day: Day,
      taken: z.number(),
      lost: z.number(),
      found: z.int(),
      unpaidOnline: z.int(),
      unlooked: z.int(),
    }),
  ),
});
export type Guard = z.infer<typeof Guard>;

export const readGuard = endpoint({
  name: "readGuard",
  summary: "What the shilling guard saw at its last look, and what it found night by night",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/guard",
  answer: Guard,
});

export const lookNow = endpoint({
  name: "lookNow",
  summary: "Look at all routers now for what nobody pays for; one that cannot be asked stops no other",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/guard/look",
  answer: Guard,
});

const done = z.object({ success: z.literal(true), message: Said });
const LeakParams = z.object({ id: z.string().max(64) });

export const allowLeaks = endpoint({
  name: "allowLeaks",
  summary:
    "Let what was found be, as it is: it is not named again until it changes. Nothing is written at the router",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/guard/allowed",
  body: z.strictObject({
    ids: z.array(z.string().max(64)).min(1, says("leak_unknown")).max(500, says("leak_unknown")),
    note: optional(oneLine(z.string().trim().max(200, says("leak_note_long")), "field_note")),
  }),
  answer: done,
  hasSuccess: true,
});

export const nameLeakAgain = endpoint({
  name: "nameLeakAgain",
  summary: "Name something again that was let be",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/guard/allowed/:id",
  params: LeakParams,
  answer: done,
  hasSuccess: true,
});

export const endLeak = endpoint({
  name: "endLeak",
  summary: "End a way in at its router: a pass is removed, a user or a name that dials in is switched off",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/guard/leaks/:id/end",
  params: LeakParams,
  answer: done,
  hasSuccess: true,
});
