import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { OpenHours } from "../../../contract/values/open-hours.ts";
import type { FairUse } from "../../../contract/values/speed.ts";

/**
 * So much more data for so much.
 * @property share what its price buys once it comes too late for its purchase: that part of the plan, and never cheaper access
 */
export type TopUp = { bytes: number; priceCents: number; share: Pick<Terms, "durationMs" | "dataBytes"> };

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
  /** From so many bytes on (both directions, all devices) it runs at these speeds; absent = it does not slow down. */
  fairUse?: FairUse;
  /** Its time is spent, and it is open, in these hours of the day alone; absent = day and night. */
  hours?: OpenHours;
  /** More data may be bought for it, as often as wanted, until it ends; absent = it may not. */
  topUp?: TopUp;
  /** UTC ms: of imported time, which ends then, whenever it is begun; absent = it begins when it is first used. */
  endsBy?: number;
};

export const plans = sqliteTable("plans", {
  id: text().primaryKey(),
  name: text().notNull(),
  priceCents: integer().notNull(),
  durationMinutes: integer().notNull(),
  downKbps: integer().notNull(),
  upKbps: integer().notNull(),
  dataBytes: integer(),
  /** From so many bytes on it runs at `fairUseKbps`; both null = it does not slow down. */
  fairUseBytes: integer(),
  fairUseKbps: integer(),
  devices: integer().notNull().default(1),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  /** Not shown to visitors: for vouchers alone. */
  isHidden: integer({ mode: "boolean" }).notNull().default(false),
  /** Where it is sold; null = at all of its provider's routers. */
  routerIds: text({ mode: "json" }).$type<string[]>(),
  /** Shown crossed out beside the price. */
  regularPriceCents: integer(),
  /** UTC ms; null = without an end. */
  soldUntil: integer(),
  /** Minutes of the day in Nairobi; both null = open day and night. */
  openFrom: integer(),
  openUntil: integer(),
  /** More data for one that is used up; both null = it is not sold. */
  topUpBytes: integer(),
  topUpPriceCents: integer(),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  archivedAt: integer(),
});
