import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Line, linePassword } from "./lines.ts";
import { Said, says } from "./said.ts";
import { lineBlockings } from "./values/line-choices.ts";

// The life of a line after it was made: when it is blocked, and what a provider does with it by hand.

const time = z.string(says("plan_hours")).regex(/^([01]\d|2[0-3]):[0-5]\d$/, says("plan_hours"));

export const LineSettings = z.strictObject({
  /** Nairobi time; a line whose end is outside of them stays on until they begin. Null: at any hour. */
  cutHours: z
    .strictObject({ from: time, until: time })
    .refine(({ from, until }) => from !== until, says("plan_hours"))
    .nullable(),
});
export type LineSettings = z.infer<typeof LineSettings>;

export const getLineSettings = endpoint({
  name: "getLineSettings",
  summary: "Between which hours lines are blocked",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/lines/settings",
  answer: LineSettings,
});

export const saveLineSettings = endpoint({
  name: "saveLineSettings",
  summary: "Choose between which hours lines are blocked; lines that are on are told anew",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/lines/settings",
  body: LineSettings,
  answer: z.object({ success: z.literal(true), message: Said, settings: LineSettings }),
  hasSuccess: true,
});

const params = z.object({ id: z.string().max(64) });
const LineChanged = z.object({ success: z.literal(true), message: Said, line: Line });

/** A line that was on after its time, as its router or its bridge was away. It is not charged. */
const ServedUnpaid = z.object({
  lineId: z.string(),
  /** The customer's. */
  name: z.string(),
  login: z.string(),
  /** In the last 31 days. */
  minutes: z.int(),
  /** It goes on. */
  isNow: z.boolean(),
});
export type ServedUnpaid = z.infer<typeof ServedUnpaid>;

export const listServedUnpaid = endpoint({
  name: "listServedUnpaid",
  summary:
    "Lines that were on in the last 31 days after they were to be blocked, as their router was away; 200 at most",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/lines/served-unpaid",
  answer: z.array(ServedUnpaid),
});

export const giveLineDays = endpoint({
  name: "giveLineDays",
  summary: "Gives a line days for nothing: it is on so much longer, or again from now",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/lines/:id/days",
  params,
  body: z.strictObject({
    days: z.int(says("line_days")).min(1, says("line_days")).max(31, says("line_days")),
  }),
  answer: LineChanged,
  hasSuccess: true,
  idempotent: true,
});

export const pauseLine = endpoint({
  name: "pauseLine",
  summary: "For a journey: the time of a line that is paid stands still, and it is blocked meanwhile",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "POST",
  path: "/api/admin/lines/:id/pause",
  params,
  answer: LineChanged,
  hasSuccess: true,
});

export const resumeLine = endpoint({
  name: "resumeLine",
  summary: "Ends the pause of a line: what was left of its time runs on from now",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "POST",
  path: "/api/admin/lines/:id/resume",
  params,
  answer: LineChanged,
  hasSuccess: true,
});

export const setLineBlocking = endpoint({
  name: "setLineBlocking",
  summary: "When a line is blocked: when its time is over, now and by hand, or (by an owner) never by itself",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "PUT",
  path: "/api/admin/lines/:id/blocking",
  params,
  body: z.strictObject({ blocking: z.enum(lineBlockings) }),
  answer: LineChanged,
  hasSuccess: true,
});

export const setLinePassword = endpoint({
  name: "setLinePassword",
  summary: "Another PPPoE password for a line: its device dials with it from its next dial on",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "PUT",
  path: "/api/admin/lines/:id/password",
  params,
  body: z.strictObject({ password: linePassword }),
  answer: LineChanged,
  hasSuccess: true,
});

export const moveLine = endpoint({
  name: "moveLine",
  summary:
    "A line goes on at another router, under its name and password and with all that was paid; its id is another one there",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/lines/:id/router",
  params,
  body: z.strictObject({
    routerId: z.string(says("choose_router")).min(1, says("choose_router")).max(100),
  }),
  answer: LineChanged,
  hasSuccess: true,
  idempotent: true,
});

export const previewLinePackage = endpoint({
  name: "previewLinePackage",
  summary: "What another package would make of a line's time, now and at renewal; changes nothing",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/lines/:id/package",
  params,
  query: z.object({
    /** Absent: the one that it has. */
    packageId: z.string().max(100).optional(),
  }),
  answer: z.object({
    /** Days that are left now, and that would be left on the other package; to one place. */
    daysLeft: z.number(),
    daysThen: z.number(),
    /** The end on the other package; null where nothing is left. */
    paidUntil: Moment.nullable(),
  }),
});

export const changeLinePackage = endpoint({
  name: "changeLinePackage",
  summary:
    "Another package for a line: now, with what is left as days of the new one, or when it is paid next",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/lines/:id/package",
  params,
  body: z.strictObject({
    packageId: z.string(says("choose_package")).min(1, says("choose_package")).max(100),
    when: z.enum(["now", "renewal"]),
  }),
  answer: LineChanged,
  hasSuccess: true,
});

export const removeLine = endpoint({
  name: "removeLine",
  summary:
    "A line is given up: its name dials in no more, and periods that have not begun go back into the balance",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/lines/:id",
  params,
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

/**
 * The first that holds. `behind`: its router was not made to do what it should yet. `refused`: it is on, and dials with a wrong password.
 * `silent`: it is on and does not dial. `no_address`: it is dialled in, and its router gave it none.
 */
export const lineCauses = [
  "router_away",
  "unpaid",
  "over",
  "held",
  "paused",
  "behind",
  "refused",
  "silent",
  "no_address",
  "none",
] as const;

export const whyLineOffline = endpoint({
  name: "whyLineOffline",
  summary: "Why a line has no internet now, in words, by what its router and its bridge say; `none`: it has",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  method: "GET",
  path: "/api/admin/lines/:id/offline",
  params,
  answer: z.object({ cause: z.enum(lineCauses), sentence: Said }),
});

const carried = { bytesUploaded: z.number(), bytesDownloaded: z.number() };

export const lineUsage = endpoint({
  name: "lineUsage",
  summary:
    "What went through a line on each of the last 30 days, and this month; told by its bridge, up to half an hour old",
  audience: ["provider"],
  roles: ["owner", "cashier", "technician"],
  scope: "read:lines",
  method: "GET",
  path: "/api/admin/lines/:id/usage",
  params,
  answer: z.object({
    /** Since the first of it, in Nairobi. */
    month: z.object(carried),
    /** Of what is paid for, or was last; null before its first payment. */
    period: z.object({ since: Moment, ...carried }).nullable(),
    /** Oldest first, each of them. */
    days: z.array(z.object({ day: z.string(), ...carried })),
  }),
});
export type LineUsage = z.infer<typeof lineUsage.answer>;
