import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Phone } from "./fields.ts";
import { Said, says } from "./said.ts";
import { ListQuery } from "./transactions.ts";
import { askedKinds, longestTemplate, messageKinds, ownerMessageKinds } from "./values/message-templates.ts";
import { smsServiceNames } from "./values/sms-services.ts";

// Messages to a provider's customers (SMS), by the platform's account or by one of the provider's own.

/** Services whose interface is spoken. */
export const SmsService = z.enum(smsServiceNames);
export type SmsService = z.infer<typeof SmsService>;

export const MessageKind = z.enum(messageKinds);
export const MessageLanguage = z.enum(["en", "sw"]);

/**
 * unclear: its answer was lost, so it may have been sent. held: it was not sent, and will not be by itself, unless for want of credits that
 * come while it is of use.
 */
export const MessageState = z.enum(["waiting", "sent", "delivered", "failed", "unclear", "held"]);
export type MessageState = z.infer<typeof MessageState>;

/** Why it waits, failed or was held back. */
export const MessageReason = z.enum([
  ...(["quiet_hours", "opted_out", "budget", "credits", "price", "off", "late", "stopped", "apart"] as const),
  ...(["phone", "blacklisted", "no_route", "risk_hold", "network", "sender_id"] as const),
]);

export type MessageReason = z.infer<typeof MessageReason>;

export const Message = z.object({
  id: z.string(),
  kind: z.enum([...messageKinds, ...ownerMessageKinds, ...askedKinds, "campaign", "test"]),
  phoneNumber: z.string(),
  language: MessageLanguage,
  /** Null until it is made. The code of a claim link, and a one-time code, are left out. */
  text: z.string().nullable(),
  segments: z.int().nullable(),
  /** KES. */
  price: z.number().nullable(),
  state: MessageState,
  reason: MessageReason.nullable(),
  createdAt: Moment,
  /** When it is looked at next; of waiting ones. */
  nextAt: Moment.nullable(),
  sentAt: Moment.nullable(),
});
export type Message = z.infer<typeof Message>;

export const AccountFault = z.enum([
  ...(["key", "balance", "sender_id", "busy", "refused", "unreachable", "silent"] as const),
]);

export const MessageSettings = z.object({
  /** By which account messages go out. */
  sender: z.enum(["platform", "own"]),
  /** The platform's, where it has one that sends; KES. */
  platform: z.object({ segmentPrice: z.number(), credits: z.number() }).nullable(),
  /** Null until one is typed. */
  account: z
    .object({
      service: SmsService,
      /** Empty where the service has none. */
      username: z.string(),
      senderId: z.string().nullable(),
      /** The end by which people know it. */
      apiKey: z.string(),
      /** When it took a test message; null: nothing else is sent yet. */
      triedAt: Moment.nullable(),
      fault: AccountFault.nullable(),
      pausedUntil: Moment.nullable(),
      /** Where the account is to send its delivery reports, opt-outs and incoming messages; null: the service sends none. */
      reportsTo: z.string().nullable(),
    })
    .nullable(),
  receipt: z.boolean(),
  ending: z.boolean(),
  outage: z.boolean(),
  language: MessageLanguage,
  /** KES for each segment. */
  segmentPrice: z.number(),
  /** KES for each month, and what this one came to. */
  budget: z.number(),
  spent: z.number(),
  /** HH:MM in Nairobi; the same twice = none. */
  quietFrom: z.string(),
  quietTo: z.string(),
  templates: z.array(
    z.object({ kind: MessageKind, language: MessageLanguage, text: z.string(), isOwn: z.boolean() }),
  ),
  /** What previews are made with. */
  business: z.string(),
  page: z.string(),
});
export type MessageSettings = z.infer<typeof MessageSettings>;

const Settled = z.object({ success: z.literal(true), message: Said, settings: MessageSettings });

export const messageSettings = endpoint({
  name: "messageSettings",
  summary: "The provider's SMS account, and what it is used for",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/messages/settings",
  answer: MessageSettings,
});

const oneOf = (key: "message_username" | "message_sender_id" | "message_api_key") => says(key);

/** What is typed of an account. What its service needs beyond is judged with what is stored. */
export const smsAccountFields = {
  /** Absent: the one that is stored, else Africa's Talking. */
  service: optional(SmsService),
  /** Absent, or not looked at, where the service has none. */
  username: optional(
    z
      .string(oneOf("message_username"))
      .trim()
      .regex(/^[\w.-]{1,64}$/, oneOf("message_username")),
  ),
  /** A short code, or a name of at most 11 characters that the account has; none: the account's own. */
  senderId: optional(
    z
      .string(oneOf("message_sender_id"))
      .trim()
      .regex(/^(?=.{1,11}$)[\w.-]+(?: [\w.-]+)*$/, oneOf("message_sender_id")),
  ),
  /** Absent: as it was, of the same service and user name. */
  apiKey: optional(
    z
      .string(oneOf("message_api_key"))
      .trim()
      .regex(/^[\x21-\x7e]{8,200}$/, oneOf("message_api_key")),
  ),
};

export const SmsAccountInput = z.strictObject(smsAccountFields);
export type SmsAccountInput = z.infer<typeof SmsAccountInput>;

export const saveSmsAccount = endpoint({
  name: "saveSmsAccount",
  summary: "Type the SMS account; a changed one is to be tried before anything is sent",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/messages/account",
  body: SmsAccountInput,
  answer: Settled,
  hasSuccess: true,
});

export const removeSmsAccount = endpoint({
  name: "removeSmsAccount",
  summary: "Forget the SMS account; what waits is not sent",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/messages/account",
  answer: Settled,
  hasSuccess: true,
});

export const sendTestMessage = endpoint({
  name: "sendTestMessage",
  summary: "Send a test message at once; an account that takes it may be used",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/messages/test",
  body: z.strictObject({ phoneNumber: Phone }),
  answer: Settled,
  hasSuccess: true,
});

const price = (most: number) =>
  z.number(says("message_price")).min(0.01, says("message_price")).max(most, says("message_price"));
const HourMinute = z.string(says("message_quiet")).regex(/^([01]\d|2[0-3]):[0-5]\d$/, says("message_quiet"));

export const MessageSettingsInput = z.strictObject({
  receipt: z.boolean(),
  ending: z.boolean(),
  outage: z.boolean(),
  language: MessageLanguage,
  segmentPrice: price(100),
  budget: z
    .number(says("message_budget"))
    .min(0, says("message_budget"))
    .max(1_000_000, says("message_budget")),
  quietFrom: HourMinute,
  quietTo: HourMinute,
});
export type MessageSettingsInput = z.infer<typeof MessageSettingsInput>;

export const saveMessageSettings = endpoint({
  name: "saveMessageSettings",
  summary: "Which messages are sent, when, and what a month may cost",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/messages/settings",
  body: MessageSettingsInput,
  answer: Settled,
  hasSuccess: true,
});

export const saveMessageTemplate = endpoint({
  name: "saveMessageTemplate",
  summary: "The text of one kind of message in one language; without a text ours",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/messages/template",
  body: z.strictObject({
    kind: MessageKind,
    language: MessageLanguage,
    text: optional(z.string().trim().max(longestTemplate, says("message_template_long"))),
  }),
  answer: Settled,
  hasSuccess: true,
});

export const listMessages = endpoint({
  name: "listMessages",
  summary: "Messages to customers, newest first; total in X-Total-Count",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "GET",
  path: "/api/admin/messages",
  query: ListQuery.extend({
    state: optional(MessageState),
    kind: optional(MessageKind),
    /** Those to one number. */
    phone: optional(z.string().max(40)),
  }),
  answer: z.array(Message),
});

export const sendMessageAgain = endpoint({
  name: "sendMessageAgain",
  summary:
    "Send a message now that failed, was held back or has no clear answer: an unclear one may arrive twice",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/messages/:id/send",
  params: z.object({ id: z.string().max(200) }),
  answer: z.object({ success: z.boolean(), message: Said, sent: Message }),
  hasSuccess: true,
});

export const listOptOuts = endpoint({
  name: "listOptOuts",
  summary: "Numbers that get no messages, newest first",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "GET",
  path: "/api/admin/messages/opt-outs",
  answer: z.array(z.object({ phoneNumber: z.string(), at: Moment })),
});

export const setOptOut = endpoint({
  name: "setOptOut",
  summary: "Send no messages to a number any more, or again",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "PUT",
  path: "/api/admin/messages/opt-outs",
  body: z.strictObject({ phoneNumber: Phone, optedOut: z.boolean() }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const IncomingMessage = z.object({
  id: z.string(),
  /** `254…`; as it came where that is no mobile number. */
  phoneNumber: z.string(),
  text: z.string(),
  at: Moment,
});
export type IncomingMessage = z.infer<typeof IncomingMessage>;

export const listIncomingMessages = endpoint({
  name: "listIncomingMessages",
  summary:
    "Messages of 30 days to the account's short code that were no opt-out, newest first: 3 of each number, 50 in all",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "GET",
  path: "/api/admin/messages/incoming",
  answer: z.array(IncomingMessage),
});

export const removeIncomingMessage = endpoint({
  name: "removeIncomingMessage",
  summary: "Take a message to the account's short code off the list: somebody has read it",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "DELETE",
  path: "/api/admin/messages/incoming/:id",
  params: z.object({ id: z.string().max(64) }),
  answer: z.object({ success: z.literal(true) }),
  hasSuccess: true,
});

/** A form; answered alike whatever it says. */
export const messageReport = endpoint({
  name: "messageReport",
  summary: "Delivery report of a message, an opt-out, or a message to the account's short code",
  audience: ["gateway"],
  kind: "callback",
  method: "POST",
  path: "/cb/m/:id/:secret",
  params: z.object({ id: z.string(), secret: z.string() }),
  body: z.looseObject({}),
  answer: z.object({ received: z.literal(true) }),
});
