import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { says } from "./said.ts";

// The platform collects visitors' money for a provider at its own pay bill, where the provider consents. What it owes then is paid
// out (payouts.ts).

const Shillings = z.int(says("payout_shillings")).min(0, says("payout_shillings"));

/** How the platform collects and pays out, for all providers. Of the credentials only whether they are there. */
export const CollectionSettings = z.object({
  collects: z.boolean(),
  /** KES, whole. */
  fee: z.number(),
  least: z.number(),
  /** So many hours what was sold waits before it is paid out. */
  holdHours: z.number(),
  account: z.object({ shortCode: z.string(), initiatorName: z.string(), ownApp: z.boolean() }).nullable(),
  /** The platform's own M-Pesa app, at whose pay bill it collects; null = it has none, and nothing can be collected. */
  collectsAt: z
    .object({
      shortCode: z.string(),
      environment: z.enum(["sandbox", "production"]),
      /** Since when the gateway reports what is typed there by hand; null = it does not. */
      typedSince: Moment.nullable(),
      typedFault: z.string().nullable(),
    })
    .nullable(),
  /** Providers for which it collects. */
  consents: z.number(),
});
export type CollectionSettings = z.infer<typeof CollectionSettings>;

export const readCollectionSettings = endpoint({
  name: "readCollectionSettings",
  summary: "Whether the platform collects for providers, and how it pays out",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/collection",
  answer: CollectionSettings,
});

const secret = (most: number) => optional(z.string().trim().max(most, says("payout_secret_long")));

export const CollectionSettingsInput = z.strictObject({
  collects: z.boolean(),
  fee: Shillings.max(1_000, says("payout_fee_range")),
  least: Shillings.min(10, says("payout_least_range")).max(100_000, says("payout_least_range")),
  holdHours: z
    .int(says("payout_hold_range"))
    .min(0, says("payout_hold_range"))
    .max(168, says("payout_hold_range")),
  shortCode: optional(
    z
      .string()
      .trim()
      .regex(/^\d{5,7}$/, says("payout_short_code")),
  ),
  initiatorName: secret(80),
  /** Absent: those that are stored. */
  securityCredential: secret(1_000),
  /** Of the app of that short code; both absent: the platform's own app, or those that are stored. */
  consumerKey: secret(200),
  consumerSecret: secret(200),
});
export type CollectionSettingsInput = z.infer<typeof CollectionSettingsInput>;

export const saveCollectionSettings = endpoint({
  name: "saveCollectionSettings",
  summary:
    "Say whether the platform collects for providers, what a payout costs, and from which account it goes",
  audience: ["platform"],
  method: "PUT",
  path: "/api/superadmin/collection",
  body: CollectionSettingsInput,
  fresh: true,
  answer: CollectionSettings,
});

/** `offered`: the platform would collect for this provider if an owner consented. */
export const Collection = z.object({ state: z.enum(["off", "offered", "consented", "stopped"]) });
export type Collection = z.infer<typeof Collection>;

export const consentToCollection = endpoint({
  name: "consentToCollection",
  summary:
    "Let the platform collect M-Pesa for the signed-in provider, from now on; what it owes is paid out",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/collection",
  fresh: true,
  answer: Collection,
});

export const withdrawCollection = endpoint({
  name: "withdrawCollection",
  summary: "The platform collects no more for the signed-in provider; what it owes is still paid out",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/collection",
  fresh: true,
  answer: Collection,
});
