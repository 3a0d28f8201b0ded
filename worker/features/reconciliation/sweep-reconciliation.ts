import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { sql, thisProvider } from "../../db/sql.ts";
import { platformMpesa } from "../gateways/index.ts";
import { permittedPushes } from "../payments/index.ts";
import { comparePayments } from "./compare-payments.ts";
import { askAgain, askedAgain, compareOneStatement } from "./compare-statements.ts";
import { compareSwitches } from "./compare-switches.ts";
import { lastNight, momentsOf } from "./nights.ts";
import { recordClosed } from "./resolve-difference.ts";
import { type Counts, type Cursor, dueRun, giveUp, keepFailure, keepStep, type Run } from "./run-store.ts";
import { ownApps } from "./statement-accounts.ts";
import { unknownOf } from "./unknown-payments.ts";

/** Payments compared in a minute: their objects are calls, of which a run has a thousand. */
const paymentsAtOnce = 150;

/**
 * Compares yesterday, a step a minute, from 02:30 in Nairobi, then earlier days that were cut off or are to be
 * compared again. Steps are repeatable: what is found is listed once. One that fails is tried later and later, for a
 * week.
 */
export async function sweepReconciliation(ctx: Context): Promise<void> {
  const run = await dueRun(ctx, lastNight(ctx.now()).day);
  if (!run || (await giveUp(ctx, run))) return;
  try {
    await doStep(ctx, run, momentsOf(run.day));
  } catch (cause) {
    await keepFailure(ctx, run);
    throw new Error(`reconciliation of ${run.day}: ${run.cursor.step} failed`, { cause });
  }
}

type Day = { from: number; to: number };

async function doStep(ctx: Context, run: Run, day: Day): Promise<void> {
  const { cursor } = run;
  switch (cursor.step) {
    case "pushes":
      return comparePushes(ctx, run, cursor, day);
    case "payments":
      return compareRows(ctx, run, cursor, day);
    case "statements":
      return compareOneStatement(ctx, run, cursor, day);
    case "switches":
      await recordClosed(ctx, platformBooks);
      return keepStep(ctx, run, askedAgain(run), {
        counts: await compareSwitches(ctx, day),
      });
    case "again":
      return askAgain(ctx, run, cursor, day);
    default:
      return cursor satisfies never;
  }
}

/** Pushes that went out and of which D1 knows nothing: their payments say what became of them. */
async function comparePushes(
  ctx: Context,
  run: Run,
  { app, after }: Extract<Cursor, { step: "pushes" }>,
  day: Day,
): Promise<void> {
  const platform = platformMpesa(ctx);
  const own = (await ownApps(ctx, day)).map(({ id, environment }) => ({ gatewayId: id, environment }));
  const apps = [...(platform ? [{ gatewayId: null, environment: platform.environment }] : []), ...own];
  const asked = apps[app];
  if (!asked)
    return keepStep(ctx, run, { step: "payments", provider: 0, at: day.from, after: "" }, { counts: {} });
  const all = (await permittedPushes(ctx, asked, day.from)).filter(({ at }) => at < day.to);
  const from = after === "" ? 0 : all.findIndex(({ paymentId }) => paymentId === after) + 1;
  const pushes = all.slice(from, from + 10 * paymentsAtOnce);
  const byProvider = Map.groupBy(pushes, ({ providerId }) => providerId);
  const sums: Counts = { pushes: pushes.length };
  for (const [providerId, some] of byProvider) {
    const missing = await unknownOf(
      ctx,
      providerId,
      some.map(({ paymentId }) => paymentId),
    );
    add(sums, await comparePayments(ctx, providerId, missing));
  }
  const last = pushes.at(-1);
  const isDone = last === undefined || from + pushes.length >= all.length;
  await keepStep(
    ctx,
    run,
    { step: "pushes", ...(isDone ? { app: app + 1, after: "" } : { app, after: last.paymentId }) },
    { counts: sums },
  );
}

async function compareRows(
  ctx: Context,
  run: Run,
  cursor: Extract<Cursor, { step: "payments" }>,
  day: Day,
): Promise<void> {
  const providers = await ctx.platform.all(
    sql<{ id: string }>`SELECT id FROM providers ORDER BY created_at, id`,
  );
  const sums: Counts = {};
  let { provider, at, after } = cursor;
  for (let room = paymentsAtOnce; room > 0; ) {
    const providerId = providers[provider]?.id;
    if (providerId === undefined)
      return keepStep(ctx, run, { step: "statements", after: "" }, { counts: sums });
    const db = ctx.tenant(providerId);
    if (after === "") await recordClosed(ctx, providerId);
    const rows = await db.all(
      sql<{ id: string; at: number }>`SELECT id, created_at AS at FROM payments
        WHERE provider_id = ${thisProvider} AND created_at < ${day.to}
        AND created_at >= ${at} AND (created_at > ${at} OR id > ${after}) ORDER BY created_at, id
        LIMIT ${room}`,
    );
    add(
      sums,
      await comparePayments(
        ctx,
        providerId,
        rows.map(({ id }) => id),
      ),
    );
    const last = rows.at(-1);
    if (last && rows.length === room) {
      at = last.at;
      after = last.id;
    } else {
      provider += 1;
      at = day.from;
      after = "";
    }
    room -= Math.max(1, rows.length);
  }
  await keepStep(ctx, run, { step: "payments", provider, at, after }, { counts: sums });
}

function add(sums: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
}
