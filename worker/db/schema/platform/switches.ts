import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { FaultReport } from "../../../contract/values/gateway-faults.ts";

/** A projection of its SwitchObject, applied only with a higher `seq`; settings are written here first. */
export const switches = sqliteTable("switches", {
  id: text().primaryKey(),
  name: text().notNull(),
  accountType: text({ enum: ["mobile_money", "bank"] }).notNull(),
  /** Id in the list of mobile money services or of banks. */
  centralPaymentGatewayId: text().notNull(),
  centralAccountNumber: text().notNull(),
  targetCents: integer().notNull(),
  switchMode: text({ enum: ["manual", "automatic"] }).notNull(),
  isRecurring: integer({ mode: "boolean" }).notNull().default(false),
  /** Lower-case names of days in Africa/Nairobi. */
  recurringDays: text({ mode: "json" }).$type<string[]>().notNull().default([]),
  /** HH:MM in Africa/Nairobi. */
  recurringStartTime: text(),
  recurringEndTime: text(),
  allowEmergencyDeactivate: integer({ mode: "boolean" }).notNull().default(true),
  isActive: integer({ mode: "boolean" }).notNull().default(false),
  activatedAt: integer(),
  /** Rises with every activation after the target was reached; the counter begins anew with it. */
  cycle: integer().notNull().default(0),
  collectedCents: integer().notNull().default(0),
  reservedCents: integer().notNull().default(0),
  lastTargetReachedAt: integer(),
  /** What was said at the last emergency stop. */
  stopReason: text(),
  /** Its account refused several payments in a row: nothing is diverted until a verification of it succeeds. */
  suspendedAt: integer(),
  suspendedFor: text({ mode: "json" }).$type<FaultReport>(),
  /** The KSh 1 of its verification that was sent last: by which route, and what became of it. */
  trialPaymentId: text(),
  trialRoute: text(),
  trialPaidAt: integer(),
  trialFault: text({ mode: "json" }).$type<FaultReport>(),
  /** The route that was tried with success, whose payee an operator has named. */
  triedRoute: text(),
  triedAt: integer(),
  /** As the prompt of that verification named who receives. */
  triedPayee: text(),
  /** Rises with each change of the settings: a form that read an older one is refused. */
  revision: integer().notNull().default(0),
  seq: integer().notNull().default(0),
  createdAt: integer().notNull(),
  updatedAt: integer().notNull(),
  archivedAt: integer(),
});

/** What was diverted, each payment once, with the account as it was then. Rows are only added. */
export const switchTransactions = sqliteTable(
  "switch_transactions",
  {
    paymentId: text().primaryKey(),
    switchId: text().notNull(),
    cycle: integer().notNull(),
    providerId: text().notNull(),
    cents: integer().notNull(),
    centralPaymentGatewayId: text().notNull(),
    centralAccountNumber: text().notNull(),
    /** Paid after its reservation had been released: the only way past the target by more than one payment. */
    late: integer({ mode: "boolean" }).notNull().default(false),
    at: integer().notNull(),
  },
  (table) => [
    index("switch_transactions_newest").on(table.at),
    index("switch_transactions_switch").on(table.switchId, table.cycle),
  ],
);
