import type { Context } from "../../context.ts";
import { log } from "../../log.ts";
import { requestStatement, statementUntil } from "./ask-statement.ts";
import { listFound } from "./differences.ts";
import { type Counts, type Cursor, keepStep, type Missing, type Run } from "./run-store.ts";
import { type StatementOf, statementAccounts } from "./statement-accounts.ts";

// The night's statements, one a step. One that cannot be had holds up nothing: it is asked for again after the rest is done, until
// the gateway has forgotten the day, and then a person has to ask for it.

/** The first wait between two tries; it doubles up to `longestMs`. */
const againMs = 10 * 60_000;
const longestMs = 60 * 60_000;

type Day = { from: number; to: number };

/** One of the accounts, in the order of their keys. */
export async function compareOneStatement(
  ctx: Context,
  run: Run,
  { after }: Extract<Cursor, { step: "statements" }>,
  day: Day,
): Promise<void> {
  const account = (await statementAccounts(ctx, day)).find(({ key }) => key > after);
  if (!account) return keepStep(ctx, run, { step: "switches" }, { counts: {} });
  const next: Cursor = { step: "statements", after: account.key };
  return keepStep(ctx, run, next, await tryOne(ctx, run, account, day, 1));
}

/** What comes when all else is done: null while every statement was had, or will never be. */
export function askedAgain({ missing }: Pick<Run, "missing">): Cursor | null {
  return missing.some(({ nextAt }) => nextAt !== null) ? { step: "again", turn: 1 } : null;
}

/** One of the missing statements, when its time has come. */
export async function askAgain(
  ctx: Context,
  run: Run,
  { turn }: Extract<Cursor, { step: "again" }>,
  day: Day,
): Promise<void> {
  const [first] = run.missing
    .filter((one): one is Missing & { nextAt: number } => one.nextAt !== null)
    .sort((a, b) => a.nextAt - b.nextAt);
  if (first && first.nextAt > ctx.now()) return;
  if (!first) return keepStep(ctx, run, null, { counts: {} });
  const account = (await statementAccounts(ctx, day)).find(({ key }) => key === first.account);
  // Archived meanwhile, and nothing had come by it: its statement is of no use.
  const result = account
    ? await tryOne(ctx, run, account, day, first.tries + 1)
    : { counts: {}, missing: run.missing.filter((one) => one !== first) };
  const next = askedAgain(result) && ({ step: "again", turn: turn + 1 } as const);
  await keepStep(ctx, run, next, result);
}

async function tryOne(
  ctx: Context,
  run: Run,
  account: StatementOf,
  day: Day,
  tries: number,
): Promise<{ counts: Counts; missing: Missing[] }> {
  const { key, unknownTo: providerId, shortCode } = account;
  const others = run.missing.filter((one) => one.account !== key);
  const before = run.missing.find((one) => one.account === key);
  const until = statementUntil(day);
  const isLate = ctx.now() > until;
  const tooLate = "Too late: the gateway tells of the last 48 hours only.";
  const had = isLate
    ? { fault: before?.fault ?? tooLate, isFinal: true }
    : await requestStatement(ctx, account, day);
  if (!("fault" in had)) {
    const { rows, receivedCents, differences, learned } = had;
    return { counts: { statements: 1, rows, receivedCents, differences, learned }, missing: others };
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
  if (nextAt === null && (tries > 1 || !isFinal || isLate) && run.startedAt <= until)
    counts.differences = await listFound(ctx, ctx.tenant(providerId), [
      {
        ...{ kind: "statement", about: `${shortCode} ${run.day}`, paymentId: "" },
        detail: { shortCode, day: run.day, fault },
      },
    ]);
  return { counts, missing: [...others, missing] };
}
