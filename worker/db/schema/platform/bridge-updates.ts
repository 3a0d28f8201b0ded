import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Which version each bridge runs, and how a newer one comes to all of them.

/** Written by a bridge's object when it dials in with another version, and by the wave that tells it to update itself. */
export const bridgePrograms = sqliteTable("bridge_programs", {
  bridgeId: text().primaryKey(),
  version: text().notNull(),
  updatedBy: text({ enum: ["itself", "hand", "image"] }).notNull(),
  /** When it first dialled in with this version. */
  since: integer().notNull(),
  /** When its last update failed, and why, in the words of its machine; null since it succeeded or was told to try again. */
  failedAt: integer(),
  failure: text(),
  /** The wave that chose it last, when, and whether it heard of it. */
  waveId: integer(),
  chosenAt: integer(),
  isTold: integer({ mode: "boolean" }).notNull().default(false),
  /** `left`: it did not come back, and the operator went on without it. Null = it is being updated. */
  outcome: text({ enum: ["done", "left"] }),
  /** When a wave last found it away. */
  triedAt: integer().notNull().default(0),
});

/** An update of all bridges that can update themselves; one is open at most. */
export const bridgeWaves = sqliteTable("bridge_waves", {
  id: integer().primaryKey({ autoIncrement: true }),
  version: text().notNull(),
  state: text({ enum: ["running", "stopped", "ended"] }).notNull(),
  /** 0: one bridge, 1: one in twenty, 2: all. */
  step: integer().notNull().default(0),
  startedAt: integer().notNull(),
  /** When and why it was stopped last; `stopped_at_bridge` null: the operator stopped it. */
  stoppedAt: integer(),
  stoppedFor: text({ enum: ["pressed", "failed", "silent", "before", "gone"] }),
  stoppedAtBridge: text(),
  endedAt: integer(),
});
