import type { Context } from "../../context.ts";
import { isNewer } from "../../contract/values/newer-version.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { notifyOperatorsStatement } from "../mail/index.ts";
import { type Fleet, type Loss, mostAtOnce, type Step, type Updating } from "./wave-state.ts";

export type Wave = {
  id: number;
  version: string;
  state: "running" | "stopped" | "ended";
  step: Step;
  startedAt: number;
  stoppedAt: number | null;
  stoppedFor: Loss | "pressed" | null;
  stoppedAtBridge: string | null;
};

/** Programs of bridges that are trusted. */
const trusted = sql`bridge_programs p JOIN bridges b ON b.id = p.bridge_id AND b.revoked_at IS NULL`;

export function lastWave(ctx: Context): Promise<Wave | undefined> {
  return ctx.platform.first(
    sql<Wave>`SELECT id, version, state, step, started_at AS startedAt, stopped_at AS stoppedAt,
        stopped_for AS stoppedFor, stopped_at_bridge AS stoppedAtBridge
      FROM bridge_waves ORDER BY id DESC LIMIT 1`,
  );
}

type Count = { version: string; updatedBy: "itself" | "hand" | "image"; bridges: number };

export function countVersions(ctx: Context): Promise<Count[]> {
  return ctx.platform.all(
    sql<Count>`SELECT p.version, p.updated_by AS updatedBy, count(*) AS bridges FROM ${trusted}
      GROUP BY p.version, p.updated_by`,
  );
}

export const olderThan = (version: string, counts: readonly { version: string }[]): string[] =>
  counts.map((one) => one.version).filter((one) => isNewer(version, one));

type Row = Omit<Updating, "isUpdated" | "isThere"> & { name: string; version: string; isTold: number };
export type Chosen = Updating & { name: string; isTold: boolean };

/** @property waiting of those that are older and can update themselves, how many this wave has not chosen */
export type WaveNow = Fleet & { updating: Chosen[]; older: string[]; waiting: number; left: number };

export async function readWave(ctx: Context, { id, version }: Wave): Promise<WaveNow> {
  const older = olderThan(version, await countVersions(ctx));
  const isOlder = sql`p.updated_by = 'itself' AND p.version IN ${among(older)}`;
  const [[counts], rows] = await ctx.platform.batch([
    sql<{
      all: number;
      done: number;
      left: number;
      waiting: number;
    }>`SELECT coalesce(sum(wave_id IS ${id} OR (${isOlder})), 0) AS "all",
        coalesce(sum(wave_id IS ${id} AND outcome IS 'done'), 0) AS done,
        coalesce(sum(wave_id IS ${id} AND outcome IS 'left'), 0) AS "left",
        coalesce(sum(wave_id IS NOT ${id} AND ${isOlder}), 0) AS waiting
      FROM ${trusted}`,
    sql<Row>`SELECT p.bridge_id AS id, b.name, p.version, chosen_at AS chosenAt, is_told AS isTold, since,
        failed_at AS failedAt
      FROM ${trusted} WHERE wave_id = ${id} AND outcome IS NULL ORDER BY chosen_at, p.bridge_id
      LIMIT ${mostAtOnce}`,
  ]);
  const { all = 0, done = 0, left = 0, waiting = 0 } = counts ?? {};
  const updating = rows.map((row) => ({
    ...row,
    isTold: row.isTold === 1,
    isUpdated: !isNewer(version, row.version),
    isThere: null,
  }));
  return { all, done, left, waiting, older, updating };
}

/** Bridges that were revoked meanwhile are not waited for. */
export function leaveRevoked(ctx: Context, { id }: Wave): Promise<number> {
  return ctx.platform.run(
    sql`UPDATE bridge_programs SET outcome = 'left' WHERE wave_id = ${id} AND outcome IS NULL
      AND bridge_id NOT IN (SELECT id FROM bridges WHERE revoked_at IS NULL)`,
  );
}

/** Who was found away is looked for again after so long. */
const tryAgainMs = 10 * minuteMs;

/** Those that may be told next: the platform's own come last, they drive routers of many providers. */
export function candidates(ctx: Context, { id }: Wave, older: readonly string[], most: number) {
  return ctx.platform.all(
    sql<{ id: string }>`SELECT p.bridge_id AS id FROM ${trusted}
      WHERE p.updated_by = 'itself' AND p.version IN ${among(older)} AND wave_id IS NOT ${id}
        AND tried_at <= ${ctx.now() - tryAgainMs}
      ORDER BY b.provider_id IS NULL, tried_at, p.bridge_id LIMIT ${most}`,
  );
}

export async function noteAway(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.platform.run(
    sql`UPDATE bridge_programs SET tried_at = ${ctx.now()} WHERE bridge_id IN ${among(ids)}`,
  );
}

/** Each once in a wave, and never more than `most`, however many sweeps run at once. @returns whether it is chosen */
export async function choose(ctx: Context, wave: Wave, bridgeId: string, most: number): Promise<boolean> {
  const own = sql`wave_id = ${wave.id}`;
  const changed = await ctx.platform.run(
    sql`UPDATE bridge_programs SET wave_id = ${wave.id}, chosen_at = ${ctx.now()}, is_told = 0, outcome = NULL,
        failed_at = NULL, failure = NULL
      WHERE bridge_id = ${bridgeId} AND wave_id IS NOT ${wave.id}
        AND EXISTS (SELECT 1 FROM bridge_waves WHERE id = ${wave.id} AND state = 'running')
        AND (SELECT count(*) FROM bridge_programs WHERE ${own} AND outcome IS NOT 'left') < ${most}
        AND (SELECT count(*) FROM bridge_programs WHERE ${own} AND outcome IS NULL) < ${mostAtOnce}
        AND (EXISTS (SELECT 1 FROM bridges WHERE id = ${bridgeId} AND provider_id IS NOT NULL)
          OR NOT EXISTS (SELECT 1 FROM ${trusted} WHERE ${own} AND outcome IS NULL AND b.provider_id IS NULL))`,
  );
  return changed > 0;
}

/** It was away, or cannot update itself now: another one takes its place. */
export function unchoose(ctx: Context, wave: Wave, bridgeId: string): Promise<number> {
  return ctx.platform.run(
    sql`UPDATE bridge_programs SET wave_id = NULL, chosen_at = NULL, tried_at = ${ctx.now()}
      WHERE bridge_id = ${bridgeId} AND wave_id = ${wave.id} AND is_told = 0 AND outcome IS NULL`,
  );
}

/** @param refusal what the bridge said instead of beginning */
export function told(ctx: Context, wave: Wave, bridgeId: string, refusal: string | null): Promise<number> {
  const failed = refusal === null ? sql`` : sql`, failed_at = ${ctx.now()}, failure = ${refusal}`;
  return ctx.platform.run(
    sql`UPDATE bridge_programs SET is_told = 1${failed} WHERE bridge_id = ${bridgeId} AND wave_id = ${wave.id}`,
  );
}

export async function settle(ctx: Context, wave: Wave, ids: readonly string[], step: Step): Promise<void> {
  const steps: Sql[] = [
    sql`UPDATE bridge_programs SET outcome = 'done'
      WHERE wave_id = ${wave.id} AND outcome IS NULL AND bridge_id IN ${among(ids)}`,
    sql`UPDATE bridge_waves SET step = ${step} WHERE id = ${wave.id} AND step < ${step}`,
  ];
  if (ids.length > 0 || step !== wave.step) await ctx.platform.batch(steps);
}

/** A new one of this version, unless one of it is open; one of another version ends. @returns whether it began */
export async function startWave(
  ctx: Context,
  version: string,
  recorded: (fact: Sql) => Sql,
): Promise<boolean> {
  const now = ctx.now();
  const isOpen = sql`EXISTS (SELECT 1 FROM bridge_waves WHERE ended_at IS NULL)`;
  const [, , [made]] = await ctx.platform.batch([
    sql`UPDATE bridge_waves SET state = 'ended', ended_at = ${now} WHERE ended_at IS NULL AND version <> ${version}`,
    recorded(sql`NOT ${isOpen}`),
    sql<{ id: number }>`INSERT INTO bridge_waves (version, state, started_at)
      SELECT ${version}, 'running', ${now} WHERE NOT ${isOpen} RETURNING id`,
  ]);
  return made !== undefined;
}

/** @returns whether it ran */
export async function stopWave(ctx: Context, { id }: Wave, recorded: (fact: Sql) => Sql): Promise<boolean> {
  const isRunning = sql`EXISTS (SELECT 1 FROM bridge_waves WHERE id = ${id} AND state = 'running')`;
  const [, [stopped]] = await ctx.platform.batch([
    recorded(isRunning),
    sql<{ id: number }>`UPDATE bridge_waves SET state = 'stopped', stopped_at = ${ctx.now()},
        stopped_for = 'pressed', stopped_at_bridge = NULL
      WHERE id = ${id} AND state = 'running' RETURNING id`,
  ]);
  return stopped !== undefined;
}

/** Without the one at which it stopped, and any other that failed. @returns whether it was stopped */
export async function goOn(ctx: Context, { id }: Wave, recorded: (fact: Sql) => Sql): Promise<boolean> {
  const isStopped = sql`EXISTS (SELECT 1 FROM bridge_waves WHERE id = ${id} AND state = 'stopped')`;
  const [, , [going]] = await ctx.platform.batch([
    recorded(isStopped),
    sql`UPDATE bridge_programs SET outcome = 'left' WHERE wave_id = ${id} AND outcome IS NULL AND ${isStopped}
      AND (failed_at >= chosen_at OR bridge_id IS (SELECT stopped_at_bridge FROM bridge_waves WHERE id = ${id}))`,
    sql<{ id: number }>`UPDATE bridge_waves SET state = 'running' WHERE id = ${id} AND state = 'stopped'
      RETURNING id`,
  ]);
  return going !== undefined;
}

export async function endWave(ctx: Context, wave: Wave): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE bridge_waves SET state = 'ended', ended_at = ${ctx.now()} WHERE id = ${wave.id} AND ended_at IS NULL`,
  );
}

/** With a letter to all operators, once. */
export async function stopAt(
  ctx: Context,
  wave: Wave,
  { bridgeId, why, letter }: { bridgeId: string; why: Loss; letter: { subject: string; text: string } },
): Promise<void> {
  await ctx.platform.batch([
    sql`UPDATE bridge_waves SET state = 'stopped', stopped_at = ${ctx.now()}, stopped_for = ${why},
        stopped_at_bridge = ${bridgeId}
      WHERE id = ${wave.id} AND state = 'running'`,
    notifyOperatorsStatement(ctx, { ...letter, event: `bridge wave ${wave.id} ${bridgeId}` }),
  ]);
}
