import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { atEach, ofProvidersThere, type Silent, silentAs } from "../../db/every-tenant.ts";
import { isThere } from "../../db/lookup.ts";
import { sql } from "../../db/sql.ts";
import { isOfErased } from "../../errors.ts";
import { platformMpesa } from "../gateways/index.ts";
import { type PushPlace, permittedPushes } from "../payments/index.ts";
import {
  type Counts,
  type Failed,
  fromTheFirst,
  keysOf,
  noneAfter,
  type Page,
  summed,
  walkOn,
} from "./batch-walk.ts";
import { comparePayments } from "./compare-payments.ts";
import { againAt, askAgain, askedAgain, compareSomeStatements } from "./compare-statements.ts";
import { compareCounted, compareDiverted, compareSwitches } from "./compare-switches.ts";
import { listWrongCopies } from "./list-wrong-copies.ts";
import { lastNight, momentsOf, type Night } from "./nights.ts";
import {
  type Back,
  type Cursor,
  dueRun,
  giveUp,
  keepFailure,
  keepStep,
  type Left,
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
 * week; a provider that does not answer is left out of it, and come back to alone.
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
      return comparePushes(ctx, run, cursor, day);
    case "payments":
      return compareRows(ctx, run, cursor, day);
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
  run: Run,
  { walk, back }: Extract<Cursor, { step: "pushes" }>,
  day: Night,
): Promise<StepResult> {
  const platform = platformMpesa(ctx);
  const own = await ownApps(ctx, day);
  const all = [
    ...(platform ? [{ gatewayId: null, environment: platform.environment, providerId: platformBooks }] : []),
    ...own.map(({ id, environment, providerId }) => ({ gatewayId: id, environment, providerId })),
  ];
  const apps = new Map(all.map((app) => [`app ${app.gatewayId ?? ""}`, app]));
  const silent: Unanswered[] = [];
  // One that did not answer an earlier page is come back to from there.
  const isCompared = (key: string, providerId: string) =>
    back
      ? providerId === back.of
      : !run.left.some((one) => one.step === "pushes" && one.key === key && one.providerId === providerId);
  const page = async (key: string, place: PushPlace | null): Promise<Page<PushPlace>> => {
    const app = apps.get(key);
    if (!app) return { counts: {}, next: null };
    const from = place ?? { at: day.from, paymentId: "" };
    const { pushes, next } = await permittedPushes(ctx, app, from);
    const ofDay = await ofProvidersThere(
      ctx,
      pushes.filter(({ at, providerId }) => at < day.to && isCompared(key, providerId)),
    );
    const byProvider = Map.groupBy(ofDay, ({ providerId }) => providerId);
    const ids = [...byProvider.keys()];
    const compared = await atEach(ids, async (providerId): Promise<Counts> => {
      const own = byProvider.get(providerId) ?? [];
      const missing = await unknownOf(
        ctx,
        providerId,
        own.map((push) => push.paymentId),
      );
      const found = missing.length > 0 ? await comparePayments(ctx, providerId, missing, day) : {};
      return summed([{ pushes: own.length }, found]);
    });
    const counts = compared.map((one, at): Counts => {
      if (one.status === "fulfilled") return one.value;
      silent.push(...unanswered(ids[at] ?? "", { key, place: from, cause: one.reason }));
      return {};
    });
    const rest = next && next.at < day.to ? next : null;
    return { counts: summed(counts), next: rest, calls: byProvider.size };
  };
  const keysAfter = back ? noneAfter : keysOf(apps.keys());
  const { walk: next, failed, ...result } = await walkOn(walk, appsAtOnce, keysAfter, page);
  for (const one of failed) {
    const providerId = apps.get(one.key)?.providerId ?? platformBooks;
    // No provider is to blame for the platform's own app: the step is tried again.
    if (providerId === platformBooks) throw one.cause;
    silent.push(...unanswered(providerId, one));
  }
  const after = { step: "payments", walk: fromTheFirst } as const;
  return { ...result, ...onward(ctx, run, { step: "pushes", back, next, after }, silent) };
}

async function compareRows(
  ctx: Context,
  run: Run,
  { walk, back }: Extract<Cursor, { step: "payments" }>,
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
  const keysAfter = back ? noneAfter : providersAfter(ctx);
  const { walk: next, failed, ...result } = await walkOn(walk, providersAtOnce, keysAfter, page);
  const after = { step: "statements", walk: fromTheFirst } as const;
  return {
    ...result,
    ...onward(ctx, run, { step: "payments", back, next, after }, failed.flatMap(ofProvider)),
  };
}

/** What switches counted is looked up in the sales of their providers, then each provider's sales at the switches, and its copies. */
async function compareSides(
  ctx: Context,
  run: Run,
  { walk, back }: Extract<Cursor, { step: "switches" }>,
  day: Night,
): Promise<StepResult> {
  if (walk === null) {
    const { silent, ...switches } = await compareSwitches(ctx, day);
    const counts = summed([switches, await listWrongCopies(ctx, platformBooks, day)]);
    return {
      counts,
      ...onward(
        ctx,
        run,
        { step: "switches", next: fromTheFirst, after: null },
        silent.map((one) => ({ ...one, key: one.providerId, place: null })),
      ),
    };
  }
  const keysAfter = back ? noneAfter : providersAfter(ctx);
  const {
    walk: next,
    failed,
    ...result
  } = await walkOn<never>(walk, providersAtOnce, keysAfter, async (providerId) => {
    const counted = back ? await compareCounted(ctx, day, providerId) : { differences: 0, silent: [] };
    const [silent] = counted.silent;
    if (silent) throw new Error(silent.fault);
    const diverted = await compareDiverted(ctx, providerId, day);
    const copies = await listWrongCopies(ctx, providerId, day);
    await noteSize(ctx, providerId);
    const counts = summed([{ differences: counted.differences }, diverted, copies]);
    return { counts, next: null, calls: callsOfCopies + callsOfSize };
  });
  return {
    ...result,
    ...onward(ctx, run, { step: "switches", back, next, after: null }, failed.flatMap(ofProvider)),
  };
}

/** The page of a step's walk that a provider did not answer. */
type Unanswered = Silent & { key: string; place: unknown };

/** None where the provider was erased meanwhile. */
function unanswered(providerId: string, { key, place, cause }: Failed<unknown>): Unanswered[] {
  return isOfErased(cause) ? [] : [{ ...silentAs(providerId, cause), key, place }];
}

const ofProvider = (one: Failed<unknown>) => unanswered(one.key, one);

/** Where the night goes on after a step's pages, and what is left of whom: it is come back to when the rest is done. */
function onward(
  ctx: Context,
  run: Run,
  {
    step,
    back,
    next,
    after,
  }: Pick<Left, "step"> & { back?: Back | undefined; next: unknown; after: Cursor | null },
  silent: readonly Unanswered[],
): Pick<StepResult, "next" | "left"> {
  const isBack = (one: Left) => one.providerId === back?.of && one.step === step && one.key === back.key;
  const before = run.left.filter(isBack);
  const left = back ? run.left.filter((one) => !isBack(one)) : [...run.left];
  for (const { providerId, key, place, fault } of silent) {
    // Its earlier page comes first, and goes on to this one.
    if (left.some((one) => one.providerId === providerId && one.step === step && one.key === key)) continue;
    const tries = (before.find((one) => one.key === key)?.tries ?? 0) + 1;
    left.push({ providerId, step, key, place, fault, tries, nextAt: againAt(tries, ctx.now()) });
  }
  if (next !== null) return { left, next: { step, walk: next, ...(back ? { back } : {}) } as Cursor };
  if (back) return { left, next: askedAgain({ ...run, left }, back.turn + 1) };
  return { left, next: after ?? askedAgain({ ...run, left }) };
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
