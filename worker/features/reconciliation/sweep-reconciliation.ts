import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { atEach, ofProvidersThere } from "../../db/every-tenant.ts";
import { isThere } from "../../db/lookup.ts";
import { sql } from "../../db/sql.ts";
import { platformMpesa } from "../gateways/index.ts";
import { type PushPlace, permittedPushes } from "../payments/index.ts";
import { allEnded, type Counts, fromTheFirst, keysOf, type Page, summed, walkOn } from "./batch-walk.ts";
import { comparePayments } from "./compare-payments.ts";
import { askAgain, askedAgain, compareSomeStatements } from "./compare-statements.ts";
import { compareDiverted, compareSwitches } from "./compare-switches.ts";
import { listWrongCopies } from "./list-wrong-copies.ts";
import { lastNight, momentsOf, type Night } from "./nights.ts";
import {
  type Cursor,
  dueRun,
  giveUp,
  keepFailure,
  keepStep,
  type Run,
  type StepResult,
} from "./run-store.ts";
import { ownApps } from "./statement-accounts.ts";
import { unknownOf } from "./unknown-payments.ts";

/** Payments of one provider that are compared at the same moment. */
const paymentsAtOnce = 150;
const providersAtOnce = 6;
const appsAtOnce = 6;
/** To compare a provider's copies where they agree. */
const callsOfCopies = 4;
const callsOfSize = 2;

/** Of a minute; the rest is for the step that is under way, and for the other sweeps. The platform allows 10,000 calls. */
const aMinute = { ms: 40_000, calls: 6_000 };

/**
 * Compares yesterday, from 02:30 in Nairobi, then earlier days that were cut off or are to be compared again: step after step
 * until the minute is used. Steps are repeatable: what is found is listed once. One that fails is tried later and later, for a
 * week.
 * @param spend with `ms` 0 one step is done
 */
export async function sweepReconciliation(ctx: Context, spend: typeof aMinute = aMinute): Promise<void> {
  const until = ctx.now() + spend.ms;
  let calls = 0;
  do {
    const run = await dueRun(ctx, lastNight(ctx.now()).day);
    if (!run || (await giveUp(ctx, run))) return;
    try {
      const result = await doStep(ctx, run, { ...momentsOf(run.day), foundAt: run.stepAt });
      if (!result || !(await keepStep(ctx, run, result))) return;
      calls += result.calls ?? 0;
    } catch (cause) {
      await keepFailure(ctx, run);
      throw new Error(`reconciliation of ${run.day}: ${run.cursor.step} failed`, { cause });
    }
  } while (ctx.now() < until && calls < spend.calls);
}

async function doStep(ctx: Context, run: Run, day: Night): Promise<StepResult | null> {
  const { cursor } = run;
  switch (cursor.step) {
    case "pushes":
      return comparePushes(ctx, cursor, day);
    case "payments":
      return compareRows(ctx, cursor, day);
    case "statements":
      return compareSomeStatements(ctx, run, cursor, day);
    case "switches":
      return compareSides(ctx, run, cursor, day);
    case "again":
      return askAgain(ctx, run, cursor, day);
    default:
      return cursor satisfies never;
  }
}

/** Pushes that went out and of which D1 knows nothing: their payments say what became of them. */
async function comparePushes(
  ctx: Context,
  { walk }: Extract<Cursor, { step: "pushes" }>,
  day: Night,
): Promise<StepResult> {
  const platform = platformMpesa(ctx);
  const own = (await ownApps(ctx, day)).map(({ id, environment }) => ({ gatewayId: id, environment }));
  const all = [...(platform ? [{ gatewayId: null, environment: platform.environment }] : []), ...own];
  const apps = new Map(all.map((app) => [`app ${app.gatewayId ?? ""}`, app]));
  const page = async (key: string, place: PushPlace | null): Promise<Page<PushPlace>> => {
    const app = apps.get(key);
    if (!app) return { counts: {}, next: null };
    const from = place ?? { at: day.from, paymentId: "" };
    const { pushes, next } = await permittedPushes(ctx, app, from);
    const ofDay = await ofProvidersThere(
      ctx,
      pushes.filter(({ at }) => at < day.to),
    );
    const byProvider = Map.groupBy(ofDay, ({ providerId }) => providerId);
    const compared = await atEach([...byProvider.keys()], async (providerId): Promise<Counts> => {
      const ids = (byProvider.get(providerId) ?? []).map((push) => push.paymentId);
      const missing = await unknownOf(ctx, providerId, ids);
      return missing.length > 0 ? comparePayments(ctx, providerId, missing, day) : {};
    });
    const counts = summed([{ pushes: ofDay.length }, ...allEnded(compared)]);
    return { counts, next: next && next.at < day.to ? next : null, calls: byProvider.size };
  };
  const { walk: next, ...result } = await walkOn(walk, appsAtOnce, keysOf(apps.keys()), page);
  return {
    ...result,
    next: next ? { step: "pushes", walk: next } : { step: "payments", walk: fromTheFirst },
  };
}

async function compareRows(
  ctx: Context,
  { walk }: Extract<Cursor, { step: "payments" }>,
  day: Night,
): Promise<StepResult> {
  type Place = { at: number; after: string };
  const page = async (providerId: string, place: Place | null): Promise<Page<Place>> => {
    const db = ctx.tenant(providerId);
    const { at, after } = place ?? { at: day.from, after: "" };
    const rows = await db.all(
      sql<{ id: string; at: number }>`SELECT id, created_at AS at FROM payments
        WHERE created_at < ${day.to}
        AND created_at >= ${at} AND (created_at > ${at} OR id > ${after}) ORDER BY created_at, id
        LIMIT ${paymentsAtOnce}`,
    );
    const last = rows.at(-1);
    if (!last) return { counts: {}, next: null };
    const ids = rows.map(({ id }) => id);
    return {
      counts: await comparePayments(ctx, providerId, ids, day),
      next: rows.length === paymentsAtOnce ? { at: last.at, after: last.id } : null,
    };
  };
  const { walk: next, ...result } = await walkOn(walk, providersAtOnce, providersAfter(ctx), page);
  return {
    ...result,
    next: next ? { step: "payments", walk: next } : { step: "statements", walk: fromTheFirst },
  };
}

/** What switches counted is looked up in the sales of their providers, then each provider's sales at the switches, and its copies. */
async function compareSides(
  ctx: Context,
  run: Run,
  { walk }: Extract<Cursor, { step: "switches" }>,
  day: Night,
): Promise<StepResult> {
  if (walk === null)
    return {
      counts: summed([await compareSwitches(ctx, day), await listWrongCopies(ctx, platformBooks, day)]),
      next: { step: "switches", walk: fromTheFirst },
    };
  const { walk: next, ...result } = await walkOn<never>(
    walk,
    providersAtOnce,
    providersAfter(ctx),
    async (providerId) => {
      const diverted = await compareDiverted(ctx, providerId, day);
      const copies = await listWrongCopies(ctx, providerId, day);
      await noteSize(ctx, providerId);
      return { counts: summed([diverted, copies]), next: null, calls: callsOfCopies + callsOfSize };
    },
  );
  return { ...result, next: next ? { step: "switches", walk: next } : askedAgain(run) };
}

/** One that is added while a night goes on has no payments of its day. */
function providersAfter({ platform }: Context): (after: string, most: number) => Promise<string[]> {
  return async (after, most) => {
    const rows = await platform.all(
      sql<{
        id: string;
      }>`SELECT id FROM providers WHERE id > ${after} AND ${isThere} ORDER BY id LIMIT ${most}`,
    );
    return rows.map(({ id }) => id);
  };
}

/** Asks a provider's object how large its database is, and keeps that for the watch of the largest. Two calls. */
async function noteSize(ctx: Context, providerId: string): Promise<void> {
  const bytes = await ctx.provider(providerId).size();
  await ctx.platform.run(
    sql`INSERT INTO provider_sizes (provider_id, bytes, at) VALUES (${providerId}, ${bytes}, ${ctx.now()})
      ON CONFLICT (provider_id) DO UPDATE SET bytes = excluded.bytes, at = excluded.at`,
  );
}
