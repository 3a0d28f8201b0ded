import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { campaignAudiences } from "../../../contract/values/campaign-audiences.ts";
import { askedKinds, messageKinds, ownerMessageKinds } from "../../../contract/values/message-templates.ts";
import { copiedColumns } from "./copied.ts";

/** One row, `own`, once a provider has looked at its messages: the SMS account and what it is used for. */
export const messageSettings = sqliteTable("message_settings", {
  id: text().primaryKey(),
  /** By which account messages go out: the platform's, paid with credits, or the provider's own once it took a test message. */
  sender: text({ enum: ["platform", "own"] })
    .notNull()
    .default("platform"),
  /** Another one with each service and user name; part of the address that delivery reports come to. */
  accountId: text(),
  driver: text({ enum: ["africastalking"] }),
  /** A service that 0.2.0 did not know, in place of `driver`: that version then sends nothing, and loses nothing. */
  service: text({ enum: ["talksasa"] }),
  /** Empty where the service knows an account by its key alone. */
  username: text(),
  senderId: text(),
  /** Sealed. */
  apiKey: text(),
  /** When the account took a test message; nothing else is sent before. */
  triedAt: integer(),
  /** The account refused: nothing is sent until then. */
  pausedUntil: integer(),
  fault: text(),
  /** Refusals in a row. */
  faults: integer().notNull().default(0),
  receipt: integer({ mode: "boolean" }).notNull().default(false),
  ending: integer({ mode: "boolean" }).notNull().default(false),
  outage: integer({ mode: "boolean" }).notNull().default(false),
  language: text({ enum: ["en", "sw"] })
    .notNull()
    .default("en"),
  /** What a segment costs, as far as is known. */
  segmentCents: integer().notNull().default(80),
  /** The most that a month may cost. */
  budgetCents: integer().notNull().default(50_000),
  /** Minutes of the day in Nairobi; the same twice = no quiet hours. */
  quietFrom: integer().notNull().default(1_260),
  quietTo: integer().notNull().default(420),
  /** Purchases that end by then were looked at for a reminder. */
  remindedUntil: integer().notNull().default(0),
  /** The same for the ends of lines. */
  linesRemindedUntil: integer().notNull().default(0),
});

/** A message to a customer, or to the provider itself. One for each event, however often the event is told. */
export const messages = sqliteTable(
  "messages",
  {
    /** The event that it tells of. */
    id: text().primaryKey(),
    kind: text({
      enum: [...messageKinds, ...ownerMessageKinds, ...askedKinds, "campaign", "test"],
    }).notNull(),
    phone: text().notNull(),
    language: text({ enum: ["en", "sw"] }).notNull(),
    /** What its text is made of. */
    given: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
    /** Made when it is first taken up. The code of a claim link, and a one-time code, are not in it: they give access. */
    text: text(),
    segments: integer(),
    /** What it is taken to cost, then what the account charged. */
    cents: integer(),
    /** unclear: its answer was lost, so it may have been sent. held: quiet hours, opted out, budget or kind turned off. */
    state: text({
      enum: ["waiting", "sending", "sent", "delivered", "failed", "unclear", "held"],
    }).notNull(),
    reason: text(),
    createdAt: integer().notNull(),
    /** When it is looked at next; of one that is being sent, when its answer counts as lost. */
    nextAt: integer().notNull(),
    /** Of no use to its receiver from then on. */
    until: integer().notNull(),
    sentAt: integer(),
    endedAt: integer(),
    accountId: text(),
    /** The account's own name of it. */
    ref: text(),
    /** When the account is asked next whether it arrived; of services that do not report it by themselves. */
    askAt: integer(),
  },
  (table) => [
    index("messages_waiting").on(table.nextAt).where(sql`state IN ('waiting', 'sending')`),
    index("messages_newest").on(table.createdAt),
    index("messages_phone").on(table.phone),
    index("messages_ref").on(table.ref).where(sql`ref IS NOT NULL`),
    index("messages_asked").on(table.askAt).where(sql`ask_at IS NOT NULL`),
  ],
);

/**
 * The book of prepaid credits for the platform's SMS account: what was bought or given, and what each day's messages cost. The sum of all
 * is the balance, which a trigger keeps in `message_credits`.
 */
export const creditEntries = sqliteTable(
  "credit_entries",
  {
    /** `bought.<payment>`, `given.<what for>`, `used.<day>`. */
    id: text().primaryKey(),
    kind: text({ enum: ["bought", "given", "used"] }).notNull(),
    /** YYYY-MM-DD in Africa/Nairobi. */
    day: text().notNull(),
    at: integer().notNull(),
    /** What the balance changes by: of one that is not paid 0, of messages less than 0. */
    cents: integer().notNull(),
    /** Of messages. */
    segments: integer(),
    /** Of one that is bought. */
    state: text({ enum: ["waiting", "paid", "failed"] }),
    askedCents: integer(),
    phone: text(),
    receipt: text(),
    /** Why it was given, or was not paid. */
    detail: text(),
    ...copiedColumns,
  },
  (table) => [
    index("credit_entries_newest").on(table.at),
    index("credit_entries_uncopied").on(table.copiedRev).where(sql`rev > copied_rev`),
    index("credit_entries_waiting").on(table.at).where(sql`state = 'waiting'`),
  ],
);

/** One row, `own`, kept by a trigger. */
export const messageCredits = sqliteTable("message_credits", {
  id: text().primaryKey(),
  balanceCents: integer().notNull(),
  /** The balance after credits came last; a letter goes out at a fifth of it. */
  fullCents: integer().notNull(),
  /** What a segment cost when credits last came or were used. */
  segmentCents: integer().notNull().default(100),
  lowToldAt: integer(),
});

/** What a month's messages cost, those on their way and unclear ones included. */
export const messageMonths = sqliteTable("message_months", {
  /** YYYY-MM in Africa/Nairobi. */
  month: text().primaryKey(),
  cents: integer().notNull(),
});

/** Who wants no messages. */
export const messageOptOuts = sqliteTable("message_opt_outs", {
  phone: text().primaryKey(),
  at: integer().notNull(),
});

/** Who agreed at a purchase to be told of offers, by the phone that paid. */
export const messageConsents = sqliteTable(
  "message_consents",
  {
    phone: text().primaryKey(),
    /** The payment with which it last agreed: the proof. */
    paymentId: text().notNull(),
    agreedAt: integer().notNull(),
    /** Null while it agrees. */
    withdrawnAt: integer(),
    /** Names it in the link that stands in each campaign's message. */
    stopCode: text().notNull(),
  },
  (table) => [uniqueIndex("message_consents_stop").on(table.stopCode)],
);

/** A message to a group of those who agreed. Each of its messages is `campaign.<id>.<phone>`. */
export const campaigns = sqliteTable(
  "campaigns",
  {
    id: text().primaryKey(),
    audience: text({ enum: campaignAudiences }).notNull(),
    /** Of the audience at one router. */
    routerId: text(),
    text: text().notNull(),
    /** Of each message. */
    segments: integer().notNull(),
    /** What a segment costs at most: as it was shown before. */
    segmentCents: integer().notNull(),
    people: integer().notNull(),
    createdAt: integer().notNull(),
    /** When it began, or went on last: its messages go out within three days of it. */
    startedAt: integer().notNull(),
    /** By a person; null where it goes on. */
    stoppedAt: integer(),
  },
  (table) => [index("campaigns_newest").on(table.createdAt), index("campaigns_started").on(table.startedAt)],
);

/** The newest messages to the account that are no opt-out, for the provider to read. */
export const incomingMessages = sqliteTable(
  "incoming_messages",
  {
    /** The service's own name of it, or what it says. */
    id: text().primaryKey(),
    /** `254…`; as it came where that is no mobile number. */
    phone: text().notNull(),
    text: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index("incoming_messages_newest").on(table.at)],
);

/** Texts that a provider wrote in place of ours. */
export const messageTemplates = sqliteTable(
  "message_templates",
  {
    kind: text({ enum: messageKinds }).notNull(),
    language: text({ enum: ["en", "sw"] }).notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.language] })],
);

/** One row, `own`, once a provider has chosen what its owner is told, and how. */
export const ownerNews = sqliteTable("owner_news", {
  id: text().primaryKey(),
  morningBy: text({ enum: ["off", "mail", "sms"] })
    .notNull()
    .default("off"),
  /** Of the day in Nairobi. */
  morningHour: integer().notNull().default(7),
  /** By SMS, when a router is away. */
  alarms: integer({ mode: "boolean" }).notNull().default(false),
  language: text({ enum: ["en", "sw"] })
    .notNull()
    .default("en"),
  /** The last Nairobi day whose morning was told, or is over; empty: none. */
  toldDay: text().notNull().default(""),
  /** When the last alarms were written, oldest first, UTC ms: no more than some in an hour. */
  alarmsAt: text({ mode: "json" }).$type<number[]>().notNull().default([]),
});
