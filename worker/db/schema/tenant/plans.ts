import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** What a sale promised, frozen when it was made; later changes of the plan do not touch it. */
export type Terms = {
  planId: string;
  planName: string;
  priceCents: number;
  durationMs: number;
  upKbps: number;
  downKbps: number;
  /** Both directions together; null = unlimited. */
  dataBytes: number | null;
  devices: number;
};

export const plans = sqliteTable("plans", {
  id: text().primaryKey(),
  name: text().notNull(),
  priceCents: integer().notNull(),
  durationHours: integer().notNull(),
  downKbps: integer().notNull(),
  upKbps: integer().notNull(),
  dataBytes: integer(),
  devices: integer().notNull().default(1),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  archivedAt: integer(),
});
