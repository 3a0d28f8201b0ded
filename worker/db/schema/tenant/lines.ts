import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { lineHindrances } from "../../../contract/values/line-hindrances.ts";
import type { LinePeriod } from "../../../contract/values/line-period.ts";
import type { FairUse } from "../../../contract/values/speed.ts";
import { providerRouters } from "./routers.ts";

// Homes and offices: customers with a number and a balance, and the lines that keep them online. Money is the customer's, periods a line's.

/** What a line costs and gives, as it was when it was chosen. */
export type LineTerms = {
  packageId: string;
  packageName: string;
  priceCents: number;
  period: LinePeriod;
  upKbps: number;
  downKbps: number;
  /** How long a line stays on after its end; taken off the next period that is paid. */
  graceDays: number;
  /** From this amount a rest buys whole days of a line that ended; null = whole periods alone. */
  daysFromCents: number | null;
  /** Absent: it never slows down. `afterBytes` of a whole period, both ways. */
  fairUse?: FairUse;
};

/** What the router's own row said before it was a line. */
export type AdoptedSecret = { profile: string; comment: string; service: string; isOff: boolean };
/** The same of a device's lease. A row that stays is never changed, so nothing has to be put back. */
export type AdoptedLease = { comment: string; isFixed: boolean };

export const packages = sqliteTable("packages", {
  id: text().primaryKey(),
  name: text().notNull(),
  priceCents: integer().notNull(),
  period: text({ mode: "json" }).$type<LinePeriod>().notNull(),
  upKbps: integer().notNull(),
  downKbps: integer().notNull(),
  graceDays: integer().notNull().default(0),
  daysFromCents: integer(),
  /** From so many bytes of a period on, at that speed; both null = it does not slow down. */
  fairUseBytes: integer(),
  fairUseKbps: integer(),
  /** Customers may change to it themselves, on their own page. */
  isOffered: integer({ mode: "boolean" }).notNull().default(true),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  /** UTC ms; null = new lines can have it. */
  archivedAt: integer(),
});

export const customerAccounts = sqliteTable(
  "customer_accounts",
  {
    id: text().primaryKey(),
    /** Eight digits that are this customer's for ever, over the whole platform. */
    number: text().notNull(),
    name: text().notNull(),
    /** 254 and nine digits; "" = not known yet. */
    phone: text().notNull(),
    language: text({ enum: ["en", "sw"] }),
    notes: text().notNull(),
    /** Typed, or as the file of another system had it, and never proven; "" = none. */
    email: text().notNull().default(""),
    /** In the system that the customer came from; "" = none. By it the search finds a customer, too. */
    formerNumber: text().notNull().default(""),
    /** Paid and not used yet; always the sum of its entries, by a trigger. */
    balanceCents: integer().notNull().default(0),
    /** When its lines are to be looked at: now, as its balance changed, or when one ends or begins another package; null = nothing is due. */
    settleAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("customer_accounts_due").on(table.settleAt).where(sql`settle_at IS NOT NULL`),
    uniqueIndex("customer_accounts_number").on(table.number),
    index("customer_accounts_phone").on(table.phone),
    index("customer_accounts_former").on(table.formerNumber).where(sql`former_number <> ''`),
  ],
);

/** What raised or lowered a customer's balance, each once; never changed. */
export const customerEntries = sqliteTable(
  "customer_entries",
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customerAccounts.id),
    at: integer().notNull(),
    cents: integer().notNull(),
    /**
     * payment: money came in; taken-back: the gateway denied it; period: spent on a line; returned: of a period that is not to be. cash:
     * taken or given by hand; cash-undone: it was not so after all. refund: on its way back by the gateway, or back; refund-failed: it
     * did not go. brought-in: the balance in another system, no sale here; brought-back: that was undone.
     */
    kind: text({
      enum: [
        ...(["payment", "taken-back", "period", "returned"] as const),
        ...(["cash", "cash-undone", "refund", "refund-failed"] as const),
        ...(["brought-in", "brought-back"] as const),
      ],
    }).notNull(),
    paymentId: text(),
    lineId: text(),
    cashId: text(),
  },
  (table) => [index("customer_entries_newest").on(table.customerId, table.at)],
);

/** Cash that the provider's people took for an account, or gave back out of one. Only `undone` is ever added to a row. */
export const customerCash = sqliteTable(
  "customer_cash",
  {
    id: text().primaryKey(),
    /** The receipt's: from 1, without a gap. */
    number: integer().notNull(),
    customerId: text()
      .notNull()
      .references(() => customerAccounts.id),
    /** Whose sales it counts among. */
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    /** Below zero: it was given back. */
    cents: integer().notNull(),
    at: integer().notNull(),
    /** The admin, and the name under which it was done; "" where the platform acted. */
    takenBy: text().notNull(),
    takenByName: text().notNull(),
    note: text().notNull(),
    undoneAt: integer(),
    undoneByName: text(),
    /** Why it was undone. */
    undoneWhy: text(),
  },
  (table) => [
    uniqueIndex("customer_cash_number").on(table.number),
    index("customer_cash_newest").on(table.customerId, table.at),
    index("customer_cash_taken").on(table.takenBy, table.at),
    index("customer_cash_at").on(table.at),
    index("customer_cash_undone").on(table.undoneAt).where(sql`undone_at IS NOT NULL`),
  ],
);

/**
 * Another package that a customer chose on the own page. It is changed once its code was typed there: that follows from the id, and is kept
 * nowhere.
 */
export const packageChanges = sqliteTable(
  "package_changes",
  {
    /** Random: known to the one who asked alone. */
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customerAccounts.id),
    lineId: text().notNull(),
    /** As they were shown: no others are agreed to. */
    terms: text({ mode: "json" }).$type<LineTerms>().notNull(),
    begins: text({ enum: ["now", "renewal"] }).notNull(),
    /** To which the code went. */
    phone: text().notNull(),
    askedAt: integer().notNull(),
    /** Codes that were typed, right or wrong. */
    tries: integer().notNull().default(0),
    /** When the code was proven; it is of no more use then. */
    doneAt: integer(),
  },
  (table) => [
    index("package_changes_asked").on(table.askedAt),
    index("package_changes_customer").on(table.customerId),
  ],
);

/** What a customer is told by e-mail, once an event, until the platform's outbox has it. */
export const customerLetters = sqliteTable(
  "customer_letters",
  {
    /** The event that it tells of. */
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customerAccounts.id),
    language: text({ enum: ["en", "sw"] }).notNull(),
    /** What its text is made of; the customer's link is not in it. */
    given: text({ mode: "json" }).$type<Record<string, string | number>>().notNull(),
    createdAt: integer().notNull(),
    /** When it is handed over: at once, unless its provider has sent too many. */
    nextAt: integer().notNull(),
    /** Of no use to its receiver from then on. */
    until: integer().notNull(),
    /** When it was handed over, or dropped; null = it waits. */
    handedAt: integer(),
  },
  (table) => [
    index("customer_letters_waiting").on(table.nextAt).where(sql`handed_at IS NULL`),
    index("customer_letters_handed").on(table.handedAt).where(sql`handed_at IS NOT NULL`),
    index("customer_letters_customer").on(table.customerId),
  ],
);

/** `rev` rises with every change for the router. */
export const lines = sqliteTable(
  "lines",
  {
    id: text().primaryKey(),
    customerId: text()
      .notNull()
      .references(() => customerAccounts.id),
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    terms: text({ mode: "json" }).$type<LineTerms>().notNull(),
    /** By a PPPoE name, or a fixed device in one of the router's networks. */
    kind: text({ enum: ["pppoe", "device"] })
      .notNull()
      .default("pppoe"),
    /** The PPPoE name as it is on the router, and the same in small letters: two that differ in nothing else are one. Of a device: its MAC. */
    login: text().notNull(),
    loginSmall: text().notNull(),
    /** Sealed. A device has none: "". */
    password: text().notNull(),
    /** Of a device: the interface of its network, and the IPv4 address that stays its own; both null for a name. */
    network: text(),
    fixedAddress: text(),
    rev: integer().notNull(),
    confirmedRev: integer().notNull().default(0),
    /** Until then it is paid, UTC ms; null = never yet. The end of its last period that stands. */
    paidUntil: integer(),
    /** Of the month, on which its months end, if the month has it; null = never paid yet. */
    periodDay: integer(),
    /** Blocked from then on, UTC ms: the end with days of grace, within the hours for it; null = never by itself. */
    blocksAt: integer().default(0),
    /** Never blocked by itself: what hangs on it is more than a home. */
    isKeptOn: integer({ mode: "boolean" }).notNull().default(false),
    /** Blocked by hand since then; null = it is not. */
    heldAt: integer(),
    /** Its time stands still since then; null = it runs. */
    pausedAt: integer(),
    /** What it is on after its present end; `nextAt`: when that begins, once it is paid for. */
    nextTerms: text({ mode: "json" }).$type<LineTerms>(),
    nextAt: integer(),
    /** Slower by fair use since then, and in which of its periods; both null = at the full speed. */
    slowedAt: integer(),
    slowedIn: integer(),
    /** When the next of its periods begins, with which it is fast again; null = none is paid yet, or it is not slower. */
    fasterAt: integer(),
    /** Null = it was made here. */
    adopted: text({ mode: "json" }).$type<AdoptedSecret | AdoptedLease>(),
    /** At its end it is the router's own again, as `adopted` says. */
    isHandedBack: integer({ mode: "boolean" }).notNull().default(false),
    /** What its router was last made to do, as its bridge says. */
    applied: text({ enum: ["open", "blocked", "closed"] }),
    /** Why its bridge cannot make it, as it last said; null = nothing is in the way. */
    hindrance: text({ enum: lineHindrances }),
    /** Since when it is dialled in, with which address and by which device; all null = it is not. */
    dialledAt: integer(),
    address: text(),
    callerId: text(),
    /** When it last dialled in or hung up; null = never. */
    changedAt: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** UTC ms; null = it is the customer's. */
    closedAt: integer(),
  },
  (table) => [
    uniqueIndex("lines_login").on(table.routerId, table.loginSmall).where(sql`closed_at IS NULL`),
    uniqueIndex("lines_address")
      .on(table.routerId, table.fixedAddress)
      .where(sql`closed_at IS NULL AND fixed_address IS NOT NULL`),
    index("lines_customer").on(table.customerId),
    index("lines_paid").on(table.paidUntil).where(sql`closed_at IS NULL`),
    index("lines_unconfirmed").on(table.updatedAt).where(sql`rev > confirmed_rev`),
    index("lines_faster_due").on(table.fasterAt).where(sql`faster_at IS NOT NULL`),
  ],
);

/** Networks that were closed for fixed devices, with the owner's word. Closed while a device has a line in it; the row stays. */
export const lineNetworks = sqliteTable(
  "line_networks",
  {
    routerId: text()
      .notNull()
      .references(() => providerRouters.routerId),
    /** The interface's name. */
    network: text().notNull(),
    /** What the owner said of the interface's `arp`; null = nothing, and it is left alone. */
    arp: text({ enum: ["reply-only", "enabled"] }),
    confirmedAt: integer().notNull(),
    /** Under which name it was confirmed. */
    confirmedBy: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.routerId, table.network] })],
);

/** What a line has or had, one after the other. What was returned counts for nothing. */
export const linePeriods = sqliteTable(
  "line_periods",
  {
    lineId: text()
      .notNull()
      .references(() => lines.id),
    number: integer().notNull(),
    /** period: whole; days: of a rest; given: by the provider, for nothing. */
    kind: text({ enum: ["period", "days", "given"] })
      .notNull()
      .default("period"),
    fromAt: integer().notNull(),
    untilAt: integer().notNull(),
    /** The line's day of the month after it. */
    day: integer().notNull().default(1),
    cents: integer().notNull(),
    boughtAt: integer().notNull(),
    /** Of days that were given: the request, so that a repeat gives none twice. */
    askId: text(),
    returnedAt: integer(),
    /** Its moments move with a pause, another package, or what was returned before it. */
    updatedAt: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.lineId, table.number] })],
);

/** Lines that were on after they were to be blocked, as their router or its bridge was away. It is not charged. */
export const lineOverruns = sqliteTable(
  "line_overruns",
  {
    lineId: text()
      .notNull()
      .references(() => lines.id),
    /** When it was to be blocked, and until when it was on, UTC ms. */
    fromAt: integer().notNull(),
    untilAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineId, table.fromAt] }),
    index("line_overruns_newest").on(table.untilAt),
  ],
);

/**
 * Sessions that were dialled while open and blocked where they stood: ten minutes after their bridge went they came on again. Served unpaid
 * is what of it their router was away (`outages`), which is told later.
 */
export const blockedSessions = sqliteTable(
  "blocked_sessions",
  {
    lineId: text()
      .notNull()
      .references(() => lines.id),
    /** When it was blocked, and until when it stood or was blocked, UTC ms. */
    fromAt: integer().notNull(),
    untilAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineId, table.fromAt] }),
    index("blocked_sessions_newest").on(table.untilAt),
  ],
);

/**
 * What went through a line on one Nairobi day in one of its periods. Its newest row says as well how far its bridge's totals are
 * counted.
 */
export const lineUsage = sqliteTable(
  "line_usage",
  {
    lineId: text()
      .notNull()
      .references(() => lines.id),
    /** YYYY-MM-DD */
    day: text().notNull(),
    /** Its number (`line_periods`); 0 = none had begun. */
    period: integer().notNull(),
    bytesUp: integer().notNull(),
    bytesDown: integer().notNull(),
    /** Since when its bridge has counted it, by that site's clock: under another moment its totals began at 0. */
    countedSince: integer().notNull(),
    /** The bridge's totals of which all is in these rows. */
    totalUp: integer().notNull(),
    totalDown: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.lineId, table.day, table.period] }),
    index("line_usage_day").on(table.day),
  ],
);

/** How the provider has its lines blocked; no row: by default. */
export const lineSettings = sqliteTable("line_settings", {
  id: integer().primaryKey(),
  /** Minutes of the day in Nairobi between which lines are blocked; both null = at any hour. */
  cutFrom: integer(),
  cutUntil: integer(),
});
