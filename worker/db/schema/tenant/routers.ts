import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The routers that the provider has or had: its history refers to them. Never deleted. Who has a router now is decided by the
 * platform's `routers.provider_id`.
 */
export const providerRouters = sqliteTable("provider_routers", {
  routerId: text().primaryKey(),
  assignedAt: integer().notNull(),
  unassignedAt: integer(),
  /** As it was called when it was taken away; null for what was before this was kept, and for what it has had all along. */
  formerName: text(),
});

// What the shilling guard saw. Looks keep figures alone; what was found is that of the last look at each router.

/** The last look of a Nairobi day. Nothing of it is about a person. */
export const leakLooks = sqliteTable("leak_looks", {
  day: text().primaryKey(),
  at: integer().notNull(),
  /** Routers that were looked at, and those that were not. */
  looked: integer().notNull(),
  unlooked: integer().notNull(),
  /** Undecided: found and not allowed. */
  found: integer().notNull(),
  /** Devices online of those that nobody pays for. */
  unpaidOnline: integer().notNull(),
  /** Of the day before: what came in, and what of it was lost. */
  takenCents: integer().notNull(),
  lostCents: integer().notNull(),
  /** What its comparison with the gateways' statements came to. */
  statement: text({ enum: ["agrees", "differs", "waiting", "missing"] }).notNull(),
});

/** One row, `next`, while something was sold lately: when the next look is made by itself. */
export const leakNights = sqliteTable("leak_nights", {
  id: text().primaryKey(),
  at: integer().notNull(),
});

/** Why a router was not looked at the last time; null = it was. */
export const leakRouters = sqliteTable("leak_routers", {
  routerId: text().primaryKey(),
  at: integer().notNull(),
  /** A text, as JSON. */
  hindrance: text(),
  /** Rows that its bridge did not tell. */
  left: integer().notNull(),
});

export const leaks = sqliteTable("leaks", {
  /** Of router, kind and name: the same one has the same id at each look. */
  id: text().primaryKey(),
  routerId: text().notNull(),
  kind: text({ enum: ["kept_out", "pass", "user", "secret", "session", "connection", "copy"] }).notNull(),
  name: text().notNull(),
  /** The device that it is about, where it is about one. */
  subject: text(),
  /** What it is at the router: to end it, and to see whether it changed. JSON. */
  detail: text().notNull(),
  isOnline: integer({ mode: "boolean" }).notNull(),
  cents: integer().notNull(),
  foundAt: integer().notNull(),
  seenAt: integer().notNull(),
});

/** Let be, as it was then: once it is another one it is named again. */
export const allowedLeaks = sqliteTable("allowed_leaks", {
  id: text().primaryKey(),
  print: text().notNull(),
  subject: text(),
  note: text().notNull(),
  /** Who let it be, by name. */
  by: text().notNull(),
  at: integer().notNull(),
});
