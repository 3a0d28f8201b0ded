import * as z from "zod";
import { BilledProvider } from "./billing.ts";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said } from "./said.ts";
import { ListQuery } from "./transactions.ts";

export const NotificationType = z.enum(["invoice", "reminder", "overdue", "suspension", "payment", "site"]);

const Notification = z.object({
  id: z.string(),
  title: Said,
  message: Said,
  createdAt: Moment,
  notificationType: NotificationType,
});

/** A letter that tells the same by e-mail. One that failed is tried again by itself, at `nextAt`. */
export const Letter = z.object({
  id: z.string(),
  recipient: z.string(),
  state: z.enum(["sent", "waiting", "failed"]),
  /** Why the last try failed. */
  fault: z.string().nullable(),
  attempts: z.int(),
  sentAt: Moment.nullable(),
  nextAt: Moment.nullable(),
});
export type Letter = z.infer<typeof Letter>;

export const BillingNotification = z.object({
  provider_billing_notifications: Notification,
  providers: BilledProvider,
  letters: z.array(Letter),
});
export type BillingNotification = z.infer<typeof BillingNotification>;

export const listBillingNotifications = endpoint({
  name: "listBillingNotifications",
  summary: "What billing told the providers, newest first",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/billing-notifications",
  query: ListQuery.extend({
    type: optional(NotificationType),
    /** `failed`: only those of which a letter could not be delivered yet. */
    letters: optional(z.enum(["failed"])),
  }),
  answer: z.array(BillingNotification),
});

export const sendLetter = endpoint({
  name: "sendLetter",
  summary: "Hand over a letter now that could not be delivered",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/billing-letters/:id/send",
  params: z.object({ id: z.string().max(64) }),
  answer: Letter,
});

export const listNotifications = endpoint({
  name: "listNotifications",
  summary: "What billing told the signed-in provider, newest first",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/billing/notifications",
  query: ListQuery,
  answer: z.array(Notification.extend({ readAt: Moment.nullable() })),
  whileSuspended: true,
});

export const readNotifications = endpoint({
  name: "readNotifications",
  summary: "Mark everything that billing told until now as read",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/billing/notifications/read",
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
  whileSuspended: true,
});
