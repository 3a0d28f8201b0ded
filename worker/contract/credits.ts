import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Phone } from "./fields.ts";
import { AccountFault, MessageSettings, SmsService, smsAccountFields } from "./messages.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";

// The platform's SMS account, and the prepaid credits with which providers use it. All amounts are KES.

export const CreditEntry = z.object({
  id: z.string(),
  kind: z.enum(["bought", "given", "used"]),
  /** YYYY-MM-DD in Africa/Nairobi. */
  day: z.string(),
  at: Moment,
  /** What the balance changed by. */
  amount: z.number(),
  /** Of messages. */
  segments: z.int().nullable(),
  /** Of what is bought: how far its payment is, and what was asked for. */
  state: z.enum(["waiting", "paid", "failed"]).nullable(),
  asked: z.number().nullable(),
  receipt: z.string().nullable(),
  /** Why it was given, or was not paid. */
  detail: z.string().nullable(),
});
export type CreditEntry = z.infer<typeof CreditEntry>;

export const Credits = z.object({
  /** The operator has an account that sends. */
  isOffered: z.boolean(),
  /** By M-Pesa, to the platform. */
  canBuy: z.boolean(),
  balance: z.number(),
  segmentPrice: z.number().nullable(),
  least: z.int(),
  most: z.int(),
  /** Newest first, 60 at most. */
  entries: z.array(CreditEntry),
});
export type Credits = z.infer<typeof Credits>;

export const readCredits = endpoint({
  name: "readCredits",
  summary: "The provider's prepaid credits for SMS, and what they were used for",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/messages/credits",
  answer: Credits,
});

export const leastCredits = 50;
export const mostCredits = 50_000;
const amount = says("credits_amount", { least: leastCredits, most: mostCredits });

export const buyCredits = endpoint({
  name: "buyCredits",
  summary: "Ask a phone to pay for SMS credits; they count once it has paid",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/messages/credits",
  body: z.strictObject({
    amount: z.int(amount).min(leastCredits, amount).max(mostCredits, amount),
    phoneNumber: Phone,
  }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
  idempotent: true,
});

export const chooseSender = endpoint({
  name: "chooseSender",
  summary: "By which account messages go out: the platform's, paid with credits, or the provider's own",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/messages/sender",
  body: z.strictObject({ sender: MessageSettings.shape.sender }),
  answer: z.object({ success: z.literal(true), message: Said, settings: MessageSettings }),
  hasSuccess: true,
});

export const PlatformSms = z.object({
  /** Null until one is typed. */
  account: z
    .object({
      service: SmsService,
      /** Empty where the service has none. */
      username: z.string(),
      senderId: z.string().nullable(),
      /** The end by which people know it. */
      apiKey: z.string(),
      /** When it took a test message; providers have it from then on. */
      triedAt: Moment.nullable(),
      fault: AccountFault.nullable(),
      faultAt: Moment.nullable(),
      /** Null: the service sends no reports. */
      reportsTo: z.string().nullable(),
    })
    .nullable(),
  /** What providers pay for a segment. */
  segmentPrice: z.number(),
  /** What a provider is given once KSh 1 has arrived at an account of its own; 0 = nothing. */
  gift: z.number(),
  /** Of all providers: what they have left, and what 30 days were paid, given and used. */
  books: z.object({
    left: z.number(),
    bought: z.number(),
    given: z.number(),
    used: z.number(),
    segments: z.int(),
  }),
});
export type PlatformSms = z.infer<typeof PlatformSms>;

const Settled = z.object({ success: z.literal(true), message: Said, settings: PlatformSms });

export const readPlatformSms = endpoint({
  name: "readPlatformSms",
  summary: "The operator's SMS account for providers without one of their own",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/sms",
  answer: PlatformSms,
});

const segment = says("message_price");
const giftFault = says("credits_gift");

export const PlatformSmsInput = z.strictObject({
  ...smsAccountFields,
  segmentPrice: z.number(segment).min(0.01, segment).max(100, segment),
  gift: z.number(giftFault).min(0, giftFault).max(1_000, giftFault),
});
export type PlatformSmsInput = z.infer<typeof PlatformSmsInput>;

export const savePlatformSms = endpoint({
  name: "savePlatformSms",
  summary: "Type the operator's SMS account, what a segment costs, and what a new provider is given",
  audience: ["platform"],
  method: "PUT",
  path: "/api/superadmin/sms",
  body: PlatformSmsInput,
  fresh: true,
  answer: Settled,
  hasSuccess: true,
});

export const tryPlatformSms = endpoint({
  name: "tryPlatformSms",
  summary: "Send a test message by the operator's SMS account; once it took one, providers may use it",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/sms/test",
  body: z.strictObject({ phoneNumber: Phone }),
  answer: Settled,
  hasSuccess: true,
});

export const removePlatformSms = endpoint({
  name: "removePlatformSms",
  summary:
    "Forget the operator's SMS account; providers keep their credits, and their messages wait for none",
  audience: ["platform"],
  method: "DELETE",
  path: "/api/superadmin/sms",
  fresh: true,
  answer: Settled,
  hasSuccess: true,
});

export const ProviderCredits = z.object({
  providerId: z.string(),
  businessName: z.string(),
  balance: z.number(),
  /** Of 30 days. */
  bought: z.number(),
  given: z.number(),
  used: z.number(),
  segments: z.int(),
});
export type ProviderCredits = z.infer<typeof ProviderCredits>;

export const listProviderCredits = endpoint({
  name: "listProviderCredits",
  summary: "SMS credits of each provider, those with the least left first; total in X-Total-Count",
  audience: ["platform"],
  method: "GET",
  path: "/api/superadmin/sms/credits",
  query: ListQuery,
  answer: z.array(ProviderCredits),
});

const given = says("credits_given_amount");
export const giveCredits = endpoint({
  name: "giveCredits",
  summary: "Give a provider SMS credits, or take back what was given by mistake",
  audience: ["platform"],
  method: "POST",
  path: "/api/superadmin/providers/:id/sms-credits",
  params: z.object({ id: z.string().max(64) }),
  body: z.strictObject({
    amount: z
      .number(given)
      .min(-10_000, given)
      .max(10_000, given)
      .refine((kes) => kes !== 0, given),
    note: z.string(says("credits_note")).trim().min(1, says("credits_note")).max(200),
  }),
  fresh: true,
  answer: z.object({ success: z.literal(true), message: Said, balance: z.number() }),
  hasSuccess: true,
  idempotent: true,
});
