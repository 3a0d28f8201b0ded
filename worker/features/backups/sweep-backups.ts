import { version } from "../../../package.json";
import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";
import { atEach, silentAs } from "../../db/every-tenant.ts";
import { isThere } from "../../db/lookup.ts";
import { fromTheFirstRow, type PlatformPlace, platformSchema } from "../../db/platform-rows.ts";
import { sql } from "../../db/sql.ts";
import { progressOf } from "../../db/sweep-progress.ts";
import { isOfErased } from "../../errors.ts";
import { notifyOperators } from "../mail/index.ts";
import { backUpPiece } from "./back-up-platform.ts";
import { type FileEntry, type Manifest, manifestKey, nameSecretId, signed } from "./manifest.ts";
import { type Store, storeOf } from "./store.ts";

/** 01:00 in Nairobi: before the night's comparison, and few people buy. */
const startsMs = hourMs;
/** Of a minute's run. */
const aRunMs = 40_000;
/** A run that is cut off is taken up after it. */
const leaseMs = 3 * minuteMs;
const providersAtOnce = 6;
/** A large provider's file takes its time. */
const patienceMs = 2 * minuteMs;
/** A provider that does not answer is asked so often, the others before it. */
const tries = 5;
const listedMs = 7 * dayMs;

type Progress = {
  night: string;
  beganAt: number;
  step: "platform" | "providers" | "done";
  /** Where the platform's next piece begins. */
  from: PlatformPlace | null;
  piece: number;
  /** Of the walk; null = it is through. */
  after: string | null;
  /** Did not answer, and are asked again. */
  left: { id: string; tried: number }[];
  /** Did not answer at all. */
  missing: string[];
  schema: number;
  busyUntil: number;
};

/** The minute cron's part: each night all of the platform's rows, and each provider's, into a store elsewhere (docs/reference/backup.md). */
export async function sweepBackups(ctx: Context, aRun = aRunMs): Promise<void> {
  const store = storeOf(ctx.settings, ctx.fetch);
  if (!store) return;
  const until = ctx.now() + aRun;
  let progress = await claimed(ctx);
  while (progress && progress.step !== "done") {
    const next: Progress = await step(ctx, store, progress);
    // Providers that did not answer are asked again by the next minute's run.
    const isWaiting = next.step === "providers" && next.after === null && next.left.length > 0;
    const isOver = next.step === "done" || isWaiting || ctx.now() >= until;
    await keep(ctx, { ...next, busyUntil: isOver ? 0 : ctx.now() + leaseMs });
    progress = isOver ? null : next;
  }
}

/** This night's, if it is not done and nobody else is at it. */
async function claimed(ctx: Context): Promise<Progress | null> {
  const night = nairobiDay(ctx.now() - startsMs);
  const known = await progressOf<Progress>(ctx, "backup");
  if (known?.night === night && (known.step === "done" || known.busyUntil > ctx.now())) return null;
  const progress: Progress =
    known?.night === night
      ? known
      : {
          night,
          beganAt: ctx.now(),
          step: "platform",
          from: fromTheFirstRow,
          piece: 0,
          after: "",
          left: [],
          missing: [],
          schema: 0,
          busyUntil: 0,
        };
  const mine = { ...progress, busyUntil: ctx.now() + leaseMs };
  const before = known === null ? null : JSON.stringify(known);
  const taken = await ctx.platform.run(
    sql`INSERT INTO sweep_progress (name, value, updated_at)
      VALUES ('backup', ${JSON.stringify(mine)}, ${ctx.now()})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
        WHERE value = ${before}`,
  );
  if (taken === 0) return null;
  // Before the first night has ended it is watched from its beginning.
  if (known === null)
    await ctx.platform.run(
      sql`INSERT INTO watches (id, seen_at) VALUES ('backup', ${ctx.now()}) ON CONFLICT DO NOTHING`,
    );
  return mine;
}

async function keep(ctx: Context, progress: Progress): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE sweep_progress SET value = ${JSON.stringify(progress)}, updated_at = ${ctx.now()}
      WHERE name = 'backup'`,
  );
}

async function step(ctx: Context, store: Store, progress: Progress): Promise<Progress> {
  if (progress.step === "platform") return platformStep(ctx, store, progress);
  return progress.after === null && progress.left.length === 0
    ? finish(ctx, store, progress)
    : providersStep(ctx, progress);
}

async function platformStep(ctx: Context, store: Store, progress: Progress): Promise<Progress> {
  const { night, piece, from } = progress;
  const { file, next } = await backUpPiece(ctx, store, { night, piece, from: from ?? fromTheFirstRow });
  await list(ctx, night, [file]);
  return next
    ? { ...progress, from: next, piece: piece + 1 }
    : { ...progress, step: "providers", from: null, piece: piece + 1 };
}

/** Some more of them, the platform's own books first; once all had their turn, those that did not answer. */
async function providersStep(ctx: Context, progress: Progress): Promise<Progress> {
  const { night, after } = progress;
  const ids =
    after === null
      ? progress.left.slice(0, providersAtOnce).map(({ id }) => id)
      : await providersAfter(ctx, after, providersAtOnce);
  const answers = await atEach(ids, (id) => ctx.provider(id).backUp(night), patienceMs);
  const files: FileEntry[] = [];
  const left = progress.left.filter(({ id }) => !ids.includes(id));
  const missing = [...progress.missing];
  let { schema } = progress;
  for (const [place, answer] of answers.entries()) {
    const id = ids[place] ?? "";
    const reason = answer.status === "rejected" ? answer.reason : new Error("no file was named");
    if (answer.status === "fulfilled" && answer.value.file?.providerId === id) {
      files.push(answer.value.file);
      schema = Math.max(schema, answer.value.schema);
    } else if (!isOfErased(reason)) {
      silentAs(id, reason);
      const tried = (progress.left.find((one) => one.id === id)?.tried ?? 0) + 1;
      if (tried < tries) left.push({ id, tried });
      else missing.push(id);
    }
  }
  await list(ctx, night, files);
  const isThrough = after === null || ids.length < providersAtOnce;
  return { ...progress, schema, left, missing, after: isThrough ? null : (ids.at(-1) ?? null) };
}

async function providersAfter(ctx: Context, after: string, most: number): Promise<string[]> {
  const first = after === "" ? [platformBooks] : [];
  const rows = await ctx.platform.all(
    sql<{
      id: string;
    }>`SELECT id FROM providers WHERE id > ${after === platformBooks ? "" : after} AND ${isThere}
      ORDER BY id LIMIT ${most - first.length}`,
  );
  return [...first, ...rows.map(({ id }) => id)];
}

async function list(ctx: Context, night: string, files: readonly FileEntry[]): Promise<void> {
  if (files.length === 0) return;
  await ctx.platform.batch(
    files.map(
      ({ key, providerId, sha256, bytes, rows, at }) =>
        sql`INSERT INTO backup_files (night, key, provider_id, sha256, bytes, rows, at)
          VALUES (${night}, ${key}, ${providerId}, ${sha256}, ${bytes}, ${rows}, ${at})
          ON CONFLICT (night, key) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes,
            rows = excluded.rows, at = excluded.at`,
    ),
  );
}

/** The list of all files comes last: a night without one is not whole. */
async function finish(ctx: Context, store: Store, progress: Progress): Promise<Progress> {
  const { night, beganAt, schema, missing } = progress;
  const files = await ctx.platform.all(
    sql<FileEntry>`SELECT key, provider_id AS providerId, sha256, bytes, rows, at FROM backup_files
      WHERE night = ${night} ORDER BY key`,
  );
  const manifest: Manifest = {
    backup: 1,
    night,
    beganAt,
    endedAt: ctx.now(),
    version,
    schema: { platform: await platformSchema(ctx.env), provider: schema },
    rootSecret: ctx.keys.current,
    nameSecret: nameSecretId(ctx.keys),
    files,
    missing,
  };
  await store.put(manifestKey(night), signed(ctx.keys, manifest));
  if (missing.length > 0)
    await notifyOperators(ctx, {
      subject: `Not in the backup of ${night}: ${missing.length === 1 ? "one provider" : `${missing.length} providers`}`,
      text: `Their databases did not answer, although they were asked ${tries} times: ${missing.join(", ")}. What an earlier night has of them stands. The worker's log says why.`,
      event: `backup missing ${night}`,
    });
  await ctx.platform.batch([
    sql`DELETE FROM backup_files WHERE night < ${nairobiDay(ctx.now() - listedMs)}`,
    sql`INSERT INTO watches (id, seen_at) VALUES ('backup', ${ctx.now()})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
  ]);
  return { ...progress, step: "done" };
}
