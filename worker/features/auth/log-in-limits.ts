import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import type { AppError } from "../../errors.ts";
import { lineOf } from "../../http/network.ts";
import { sha256 } from "../../keys.ts";
import { type Limit, limited, limitFor } from "../rate-limits/index.ts";

const minute = 60_000;
const perAccountAndNetwork = { windowMs: 15 * minute, max: 5 };
const perAccount = { windowMs: 60 * minute, max: 20 };
const perNetwork = { windowMs: 60 * minute, max: 100 };

/** Slowed down and never stopped, or anybody could lock the owner out. Per hour: 20 at once, 20 more 1 s apart, then one in 4 s. */
const slowedAfter = { windowMs: 60 * minute, max: 20 };
const secondApart = 1_000;
const farApart = 4_000;
/** Who finds no turn for so long is asked to come back. */
const longestWaitMs = 12_000;

type LogInAttempt = {
  usernameKey: string;
  network: string;
  lastLogInAt: number | null;
  /** Id of a browser in which this account was signed in before; null = a stranger's, or not known. */
  browser: string | null;
};

/** @property isFirst the first one of this kind in a quarter of an hour: worth a line in the audit */
type LogInRefusal = { error: AppError; isFirst: boolean };

/**
 * Counts one try before the password is looked at, so that parallel guesses count in full; unknown usernames count
 * like known ones. A success starts anew. A name is kept as a hash: people type passwords into the wrong field. A
 * known browser has a count of its own. @returns null when the password may be looked at
 */
export async function countLogInAttempt(ctx: Context, attempt: LogInAttempt): Promise<LogInRefusal | null> {
  const { network, browser } = attempt;
  const account = sha256(attempt.usernameKey);
  const byAccount = limitFor(ctx, { account });
  const since = `log-in since ${attempt.lastLogInAt ?? 0}`;
  const refusal = async (told: Pick<Limit, "attempt">, from: string, retryAfterMs: number) => {
    const first = await told.attempt({ key: `log-in refused ${from}`, windowMs: 15 * minute, max: 1 });
    return { error: tooMany("sign_in_limit", retryAfterMs), isFirst: first.allowed };
  };
  if (browser !== null) {
    const own = await byAccount.attempt(
      { key: `${since} in ${browser}`, ...perAccountAndNetwork },
      { key: `${since} in ${browser} an hour`, ...perAccount },
    );
    return own.allowed ? null : refusal(byAccount, `in ${browser}`, own.retryAfterMs);
  }
  // The network first: who has used its tries up writes no more lines, whatever names they make up.
  const ofNetwork = limitFor(ctx, { network });
  const byNetwork = await ofNetwork.attempt({ key: "log-in", ...perNetwork });
  if (!byNetwork.allowed) return refusal(ofNetwork, "here", byNetwork.retryAfterMs);
  const here = await byAccount.attempt({ key: `${since} from ${network}`, ...perAccountAndNetwork });
  if (!here.allowed) return refusal(byAccount, `from ${network}`, here.retryAfterMs);
  const late = await waitForTurn(ctx, byAccount, since);
  return late === null ? null : refusal(byAccount, "in all", late);
}

/** @returns null when it is this try's turn, else after how many ms to come back */
async function waitForTurn(ctx: Context, account: Limit, since: string): Promise<number | null> {
  if ((await account.attempt({ key: since, ...slowedAfter })).allowed) return null;
  const isSlow = (await account.attempt({ key: `${since} slowed`, ...slowedAfter })).allowed;
  const turn = { key: `${since} turn`, windowMs: isSlow ? secondApart : farApart, max: 1 };
  for (let waitedMs = 0; ; ) {
    const { allowed, retryAfterMs } = await account.attempt(turn);
    if (allowed) return null;
    waitedMs += retryAfterMs;
    if (waitedMs > longestWaitMs) return retryAfterMs;
    await ctx.sleep(retryAfterMs);
  }
}

/** For who is signed in, on a count of its own: a stolen session must not keep its owner out. @throws AppError too_many */
export async function countPasswordAttempt(
  ctx: Context,
  attempt: { adminId: string; network: string },
): Promise<void> {
  const account = sha256(`admin ${attempt.adminId}`);
  const tried = await limitFor(ctx, { account }).attempt(
    { key: `password from ${attempt.network}`, ...perAccountAndNetwork },
    { key: "password", ...perAccount },
  );
  if (!tried.allowed) throw tooMany("current_password_limit", tried.retryAfterMs);
}

/** A code cannot be guessed; what is kept small is the trail of refusals that a stranger can write. @throws AppError too_many */
export async function countHandoffAttempt(ctx: Context, network: string): Promise<void> {
  const tried = await limitFor(ctx, { network }).attempt({ key: "handoff", ...perNetwork });
  if (!tried.allowed) throw tooMany("sign_in_limit", tried.retryAfterMs);
}

/** A link cannot be guessed either. @throws AppError too_many */
export async function countInvitationAttempt(ctx: Context, network: string): Promise<void> {
  const tried = await limitFor(ctx, { network }).attempt({ key: "invitation", ...perNetwork });
  if (!tried.allowed) throw tooMany("sign_in_limit", tried.retryAfterMs);
}

const askedPerNetwork = { windowMs: 60 * minute, max: 20 };
const askedPerAccount = { windowMs: 60 * minute, max: 3 };

/** Who asks for a new password: unknown usernames count like known ones. @throws AppError too_many */
export async function countForgotten(
  ctx: Context,
  { usernameKey, network }: { usernameKey: string; network: string },
): Promise<void> {
  const ofNetwork = limitFor(ctx, { network });
  const asked = await ofNetwork.attempt(
    { key: "password forgotten", ...askedPerNetwork },
    { key: `password forgotten ${sha256(usernameKey)}`, ...askedPerAccount },
  );
  if (!asked.allowed) throw tooMany("forgotten_limit", asked.retryAfterMs);
}

/** Who tries codes knows the password; 30 tries a day are a chance of one in 11,000. @throws AppError too_many */
export async function countCodeAttempt(ctx: Context, adminId: string): Promise<void> {
  const account = sha256(`second factor of ${adminId}`);
  const tried = await limitFor(ctx, { account }).attempt({
    key: "codes a day",
    windowMs: 24 * 60 * minute,
    max: 30,
  });
  if (!tried.allowed) throw tooMany("codes_tried_limit", tried.retryAfterMs);
}

/** The network first, then its line; then the address, whose mailbox is nobody's to fill. @throws AppError too_many */
export async function countSignUp(
  ctx: Context,
  { email, network }: { email: string; network: string },
): Promise<void> {
  const here = { key: "sign up", windowMs: 60 * minute, max: 10 };
  const byNetwork = await limitFor(ctx, { network }).attempt(here);
  if (!byNetwork.allowed) throw tooMany("sign_up_limit", byNetwork.retryAfterMs);
  const ofLine = { key: "sign up of a line", windowMs: 60 * minute, max: 20 };
  const byLine = await limitFor(ctx, { network: lineOf(network) }).attempt(ofLine);
  if (!byLine.allowed) throw tooMany("sign_up_limit", byLine.retryAfterMs);
  const account = sha256(`sign up ${email.toLowerCase()}`);
  const letters = { key: "sign up", windowMs: 60 * minute, max: 3 };
  const byAddress = await limitFor(ctx, { account }).attempt(letters);
  if (!byAddress.allowed) throw tooMany("sign_up_limit", byAddress.retryAfterMs);
}

/** @throws AppError too_many */
export async function countSignUpCode(ctx: Context, network: string): Promise<void> {
  const codes = { key: "sign-up codes", windowMs: 60 * minute, max: 50 };
  const tried = await limitFor(ctx, { network }).attempt(codes);
  if (!tried.allowed) throw tooMany("codes_tried_limit", tried.retryAfterMs);
}

/** What is free is asked as it is typed. @throws AppError too_many */
export async function countSubdomainCheck(ctx: Context, network: string): Promise<void> {
  const asked = { key: "subdomains asked", windowMs: 60 * minute, max: 300 };
  const tried = await limitFor(ctx, { network }).attempt(asked);
  if (!tried.allowed) throw tooMany("sign_up_limit", tried.retryAfterMs);
}

type Limited =
  | "sign_up_limit"
  | "forgotten_limit"
  | "sign_in_limit"
  | "current_password_limit"
  | "codes_tried_limit";

function tooMany(what: Limited, retryAfterMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / minute));
  const wait =
    minutes > 90
      ? say("wait_hours", { count: Math.ceil(minutes / 60) })
      : say("wait_minutes", { count: minutes });
  return limited(say(what, { wait }), retryAfterMs);
}
