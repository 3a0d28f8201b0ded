import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { messageKinds } from "../../../contract/values/message-templates.ts";

/** One row, `own`, once a provider has looked at its messages: the SMS account and what it is used for. */
export const messageSettings = sqliteTable("message_settings", {
  id: text().primaryKey(),
  /** Another one with each user name; part of the address that delivery reports come to. */
  accountId: text(),
  driver: text({ enum: ["africastalking"] }),
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
});

/** A message to a customer. One for each event, however often the event is told. */
export const messages = sqliteTable(
  "messages",
  {
    /** The event that it tells of. */
    id: text().primaryKey(),
    kind: text({ enum: [...messageKinds, "code", "test"] }).notNull(),
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
  },
  (table) => [
    index("messages_waiting").on(table.nextAt).where(sql`state IN ('waiting', 'sending')`),
    index("messages_newest").on(table.createdAt),
    index("messages_phone").on(table.phone),
    index("messages_ref").on(table.ref).where(sql`ref IS NOT NULL`),
  ],
);

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
