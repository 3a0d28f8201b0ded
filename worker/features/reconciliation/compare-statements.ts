import type { Context } from "../../context.ts";
import { minuteMs } from "../../contract/values/time.ts";
import type { Silent } from "../../db/every-tenant.ts";
import { log } from "../../log.ts";
import { requestStatement, statementUntil } from "./ask-statement.ts";
import { type Counts, keysOf, walkOn } from "./batch-walk.ts";
import { listAbout } from "./differences.ts";
import type { Night } from "./nights.ts";
import { providerNames } from "./page-of.ts";
import type { Cursor, Left, Missing, Run, StepResult } from "./run-store.ts";
import { type StatementOf, statementAccounts } from "./statement-accounts.ts";

// The night's statements, some of them a step. One that cannot be had holds up nothing: it is asked for again after the rest is done, until
// the gateway has forgotten the day, and then a person has to ask for it. So is a provider that does not answer, for a week.

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
  const {
    walk: next,
    failed,
    ...result
  } = await walkOn<never>(walk, accountsAtOnce, keysOf(accounts.keys()), async (key) => {
    const account = accounts.get(key);
    const tried = account ? await tryOne(ctx, run, account, day, 1) : null;
    if (tried?.missing) missing.set(key, tried.missing);
    else missing.delete(key);
    return { counts: tried?.counts ?? {}, next: null };
  });
  for (const { key, cause } of failed) {
    const account = accounts.get(key);
    log("error", "reconcile statement", cause, { subject: key });
    const fault = "The statement could not be compared.";
    if (account) missing.set(key, missingOf(account, { fault, tries: 1, nextAt: againAt(1, ctx.now()) }));
  }
  const cursor: Cursor = next ? { step: "statements", walk: next } : { step: "switches", walk: null };
  return { ...result, next: cursor, missing: [...missing.values()] };
}

/** What comes when all else is done: null while every statement was had, or will never be, and every provider answered. */
export function askedAgain({ missing, left }: Pick<Run, "missing" | "left">, turn = 1): Cursor | null {
  return left.length > 0 || missing.some(({ nextAt }) => nextAt !== null) ? { step: "again", turn } : null;
}

/** When what failed so often is tried once more, UTC ms. */
export const againAt = (tries: number, now: number): number =>
  now + Math.min(longestMs, againMs * 2 ** (tries - 1));

/** One of the missing statements, or of the providers that did not answer, when its time has come; null = not yet. */
export async function askAgain(
  ctx: Context,
  run: Run,
  { turn }: Extract<Cursor, { step: "again" }>,
  day: Night,
): Promise<StepResult | null> {
  const waiting = [
    ...run.missing.filter((one): one is Missing & { nextAt: number } => one.nextAt !== null),
    ...run.left,
  ];
  const [first] = waiting.sort((a, b) => a.nextAt - b.nextAt);
  if (first && first.nextAt > ctx.now()) return null;
  if (!first) return { counts: {}, next: null };
  if ("step" in first) return { counts: {}, next: backTo(first, turn + 1) };
  const account = (await statementAccounts(ctx, day)).find(({ key }) => key === first.account);
  // Archived meanwhile, and nothing had come by it: its statement is of no use.
  const tried = account ? await tryOne(ctx, run, account, day, first.tries + 1) : null;
  const others = run.missing.filter((one) => one !== first);
  const missing = tried?.missing ? [...others, tried.missing] : others;
  const next = askedAgain({ missing, left: run.left }, turn + 1);
  return { counts: tried?.counts ?? {}, missing, next };
}

/** The step once more, from the page that this provider did not answer. */
function backTo({ providerId, step, key, place }: Left, turn: number): Cursor {
  const walk = { after: "", open: [{ key, place }] };
  return { step, walk, back: { of: providerId, key, turn } } as Cursor;
}

/** @returns missing: null where the statement was had */
async function tryOne(
  ctx: Context,
  run: Run,
  account: StatementOf,
  day: Night,
  tries: number,
): Promise<{ counts: Counts; missing: Missing | null }> {
  const before = run.missing.find((one) => one.account === account.key);
  const until = statementUntil(day);
  const isLate = ctx.now() > until;
  const tooLate = "Too late: the gateway tells of the last 48 hours only.";
  const had = isLate
    ? { fault: before?.fault ?? tooLate, isFinal: true }
    : await requestStatement(ctx, account, day);
  if (!("fault" in had)) {
    const { rows, receivedCents, differences, learned, silent } = had;
    if (silent.length === 0)
      return { counts: { statements: 1, rows, receivedCents, differences, learned }, missing: null };
    const fault = `Not compared to the end: ${await namesOf(ctx, silent)} did not answer.`;
    return lacking(ctx, run, account, day, {
      tries,
      fault,
      isFinal: false,
      counts: { differences, learned },
    });
  }
  return lacking(ctx, run, account, day, { ...had, tries, counts: {} });
}

async function namesOf(ctx: Context, silent: readonly Silent[]): Promise<string> {
  const names = await providerNames(ctx);
  return [...new Set(silent.map(({ providerId }) => names.get(providerId) ?? providerId))].join(", ");
}

const missingOf = (
  { key, unknownTo: providerId, shortCode }: StatementOf,
  found: Pick<Missing, "fault" | "tries" | "nextAt">,
): Missing => ({ account: key, providerId, shortCode, ...found });

type Lacking = { fault: string; isFinal: boolean; tries: number; counts: Counts };

/** What of a statement is left, and when it is asked for again; where never, a person is told. */
async function lacking(
  ctx: Context,
  run: Run,
  account: StatementOf,
  day: Night,
  { fault, isFinal, tries, counts: found }: Lacking,
): Promise<{ counts: Counts; missing: Missing }> {
  const { unknownTo: providerId, shortCode } = account;
  const until = statementUntil(day);
  const isLate = ctx.now() > until;
  log("error", "reconcile statement", fault, { subject: shortCode });
  // The last try comes just before it is too late.
  const nextAt = isFinal || ctx.now() >= until ? null : Math.min(againAt(tries, ctx.now()), until);
  const missing = missingOf(account, { fault, tries, nextAt });
  const counts: Counts = nextAt === null ? { ...found, skipped: 1 } : { ...found };
  // A gateway that never answered; what it refuses at once is said in the run, every night alike. A day that is compared once
  // more after the gateway has forgotten it may have had its statement in time.
  if (nextAt === null && (tries > 1 || !isFinal || isLate) && run.startedAt <= until) {
    const item = {
      kind: "statement" as const,
      about: `${shortCode} ${run.day}`,
      paymentId: "" as const,
      detail: { shortCode, day: run.day, fault },
    };
    const listed = await listAbout(ctx, providerId, [item], day.foundAt);
    counts.differences = (found.differences ?? 0) + listed;
  }
  return { counts, missing };
}
