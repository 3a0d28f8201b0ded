import type { Context } from "../../context.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { log } from "../../log.ts";
import { requestStatement, statementUntil } from "./ask-statement.ts";
import { type Counts, keysOf, walkOn } from "./batch-walk.ts";
import { listFound } from "./differences.ts";
import type { Night } from "./nights.ts";
import type { Cursor, Missing, Run, StepResult } from "./run-store.ts";
import { type StatementOf, statementAccounts } from "./statement-accounts.ts";

// The night's statements, some of them a step. One that cannot be had holds up nothing: it is asked for again after the rest is done, until
// the gateway has forgotten the day, and then a person has to ask for it.

/** The first wait between two tries; it doubles up to `longestMs`. */
const againMs = 10 * minuteMs;
const longestMs = 60 * minuteMs;

/** So many gateways are asked at the same moment. */
const accountsAtOnce = 5;

/** Some of the accounts, in the order of their keys. */
export async function compareSomeStatements(
  ctx: Context,
  run: Run,
  { walk }: Extract<Cursor, { step: "statements" }>,
  day: Night,
): Promise<StepResult> {
  const accounts = new Map((await statementAccounts(ctx, day)).map((one) => [one.key, one]));
  const missing = new Map(run.missing.map((one) => [one.account, one]));
  const { walk: next, ...result } = await walkOn<never>(
    walk,
    accountsAtOnce,
    keysOf(accounts.keys()),
    async (key) => {
      const account = accounts.get(key);
      const tried = account ? await tryOne(ctx, run, account, day, 1) : null;
      if (tried?.missing) missing.set(key, tried.missing);
      else missing.delete(key);
      return { counts: tried?.counts ?? {}, next: null };
    },
  );
  const cursor: Cursor = next ? { step: "statements", walk: next } : { step: "switches", walk: null };
  return { ...result, next: cursor, missing: [...missing.values()] };
}

/** What comes when all else is done: null while every statement was had, or will never be. */
export function askedAgain({ missing }: Pick<Run, "missing">): Cursor | null {
  return missing.some(({ nextAt }) => nextAt !== null) ? { step: "again", turn: 1 } : null;
}

/** One of the missing statements, when its time has come; null = not yet. */
export async function askAgain(
  ctx: Context,
  run: Run,
  { turn }: Extract<Cursor, { step: "again" }>,
  day: Night,
): Promise<StepResult | null> {
  const [first] = run.missing
    .filter((one): one is Missing & { nextAt: number } => one.nextAt !== null)
    .sort((a, b) => a.nextAt - b.nextAt);
  if (first && first.nextAt > ctx.now()) return null;
  if (!first) return { counts: {}, next: null };
  const account = (await statementAccounts(ctx, day)).find(({ key }) => key === first.account);
  // Archived meanwhile, and nothing had come by it: its statement is of no use.
  const tried = account ? await tryOne(ctx, run, account, day, first.tries + 1) : null;
  const others = run.missing.filter((one) => one !== first);
  const missing = tried?.missing ? [...others, tried.missing] : others;
  const next = askedAgain({ missing }) && ({ step: "again", turn: turn + 1 } as const);
  return { counts: tried?.counts ?? {}, missing, next };
}

/** @returns missing: null where the statement was had */
async function tryOne(
  ctx: Context,
  run: Run,
  account: StatementOf,
  day: Night,
  tries: number,
): Promise<{ counts: Counts; missing: Missing | null }> {
  const { key, unknownTo: providerId, shortCode } = account;
  const before = run.missing.find((one) => one.account === key);
  const until = statementUntil(day);
  const isLate = ctx.now() > until;
  const tooLate = "Too late: the gateway tells of the last 48 hours only.";
  const had = isLate
    ? { fault: before?.fault ?? tooLate, isFinal: true }
    : await requestStatement(ctx, account, day);
  if (!("fault" in had)) {
    const { rows, receivedCents, differences, learned } = had;
    return { counts: { statements: 1, rows, receivedCents, differences, learned }, missing: null };
  }
  const { fault, isFinal } = had;
  log("error", "reconcile statement", fault, { subject: shortCode });
  const wait = Math.min(longestMs, againMs * 2 ** (tries - 1));
  // The last try comes just before it is too late.
  const nextAt = isFinal || ctx.now() >= until ? null : Math.min(ctx.now() + wait, until);
  const missing = { account: key, providerId, shortCode, fault, tries, nextAt };
  const counts: Counts = nextAt === null ? { skipped: 1 } : {};
  // A gateway that never answered; what it refuses at once is said in the run, every night alike. A day that is compared once
  // more after the gateway has forgotten it may have had its statement in time.
  if (nextAt === null && (tries > 1 || !isFinal || isLate) && run.startedAt <= until) {
    const found = {
      kind: "statement" as const,
      about: `${shortCode} ${run.day}`,
      paymentId: "" as const,
      detail: { shortCode, day: run.day, fault },
    };
    counts.differences = await listFound(ctx.tenant(providerId), [found], day.foundAt);
  }
  return { counts, missing };
}
