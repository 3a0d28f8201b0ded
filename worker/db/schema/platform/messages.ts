import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { smsServiceNames } from "../../../contract/values/sms-services.ts";

/** One row, `platform`: the operator's SMS account, by which messages of all providers go out that have credits. */
export const smsAccounts = sqliteTable("sms_accounts", {
  id: text().primaryKey(),
  driver: text({ enum: smsServiceNames }).notNull(),
  /** Empty where the service knows an account by its key alone. */
  username: text().notNull(),
  senderId: text(),
  /** Sealed. */
  apiKey: text().notNull(),
  /** What a provider pays for a segment. */
  segmentCents: integer().notNull(),
  /** What a provider is given once KSh 1 has arrived at an account of its own; 0 = nothing. */
  giftCents: integer().notNull(),
  /** When it took a test message; providers have it from then on. */
  triedAt: integer(),
  /** Refused a message for a reason that holds for any. */
  fault: text(),
  faultAt: integer(),
  updatedAt: integer().notNull(),
});

/** Whose message it is that the platform's account names in a delivery report. Kept for days; whichever comes first waits for the other. */
export const smsReports = sqliteTable(
  "sms_reports",
  {
    /** The account's own name of it. */
    ref: text().primaryKey(),
    providerId: text(),
    /** To which it went: who answers is understood by whom. */
    phone: text(),
    /** What the account reports of it, as JSON. */
    said: text(),
    at: integer().notNull(),
  },
  (table) => [index("sms_reports_phone").on(table.phone), index("sms_reports_oldest").on(table.at)],
);

/** An account at which KSh 1 arrived brings credits once: to the provider whose it was then. */
export const creditGifts = sqliteTable("credit_gifts", {
  /** Kind and number. */
  account: text().primaryKey(),
  providerId: text().notNull(),
  cents: integer().notNull(),
  at: integer().notNull(),
});
