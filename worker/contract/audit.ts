import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { Day, ListQuery } from "./transactions.ts";

export const AuditLine = z.object({
  id: z.string(),
  at: Moment,
  actor: z.enum(["provider", "platform", "bridge", "system", "customer"]),
  actorId: z.string().nullable(),
  /** Username of an admin, name of a bridge; null when nobody known did it. */
  actorName: z.string().nullable(),
  providerId: z.string().nullable(),
  providerName: z.string().nullable(),
  /** Subject and verb: `plan.update`. */
  action: z.string(),
  what: Said,
  subject: z.string().nullable(),
  network: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditLine = z.infer<typeof AuditLine>;

const Export = z.strictObject({
  what: z.enum(["payments", "vouchers", "revenue"], says("export_say")),
  rows: z.int().min(0).max(100_000_000),
});
const noted = z.object({ success: z.literal(true) });

export const noteExport = endpoint({
  name: "noteExport",
  summary: "A file is about to be made of what the console read; it is made once this is in the audit",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/exports",
  body: Export,
  answer: noted,
  hasSuccess: true,
});

export const notePlatformExport = endpoint({
  name: "notePlatformExport",
  summary: "A file is about to be made of what the console read; it is made once this is in the audit",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/exports",
  body: Export,
  answer: noted,
  hasSuccess: true,
});

export const ActivityLine = z.object({
  id: z.string(),
  at: Moment,
  /** One of the provider's people, who acts for it from the platform, or a customer on the own page. */
  kind: z.enum(["person", "platform", "customer"]),
  /** Name of the person; null of the others. */
  who: z.string().nullable(),
  what: Said,
});

export const listActivity = endpoint({
  name: "listActivity",
  summary: "Who did what in the provider's console, in words, newest first; total in X-Total-Count",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/activity",
  query: ListQuery.omit({ q: true }).extend({ personId: optional(z.string().max(64)) }),
  answer: z.array(ActivityLine),
});

export const listAudit = endpoint({
  name: "listAudit",
  summary: "Who did what, when and from where; newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/audit",
  /** `action` is a beginning: `router.` finds all of routers. */
  query: ListQuery.extend({
    actor: optional(AuditLine.shape.actor),
    providerId: optional(z.string().max(64)),
    action: optional(z.string().max(60)),
    from: optional(Day),
    to: optional(Day),
  }),
  answer: z.array(AuditLine),
});
