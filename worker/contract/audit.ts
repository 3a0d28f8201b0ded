import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Day, ListQuery } from "./sales.ts";

export const AuditLine = z.object({
  id: z.string(),
  at: Moment,
  actor: z.enum(["provider", "platform", "bridge", "system"]),
  actorId: z.string().nullable(),
  /** Username of an admin, name of a bridge; null when nobody known did it. */
  actorName: z.string().nullable(),
  providerId: z.string().nullable(),
  providerName: z.string().nullable(),
  /** Subject and verb: `plan.update`. */
  action: z.string(),
  subject: z.string().nullable(),
  /** Network address that it came from. */
  network: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditLine = z.infer<typeof AuditLine>;

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
