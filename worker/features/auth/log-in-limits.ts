import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { sha256 } from "../../keys.ts";
import { limitFor } from "../limits/index.ts";

const minute = 60_000;
const perAccountAndNetwork = { windowMs: 15 * minute, max: 5 };
const perAccount = { windowMs: 60 * minute, max: 20 };
const perNetwork = { windowMs: 60 * minute, max: 100 };

/**
 * Counts one try before the password is looked at, so that a burst of parallel guesses is counted in full. Unknown
 * usernames count like known ones. A success starts the account's count anew, because its time is part of the key.
 * A name is kept as a hash only: people type passwords into the wrong field.
 * @throws AppError too_many
 */
export async function countLogInAttempt(
  ctx: Context,
  attempt: { usernameKey: string; network: string; lastLogInAt: number | null },
): Promise<void> {
  const account = sha256(attempt.usernameKey);
  const since = `log-in since ${attempt.lastLogInAt ?? 0}`;
  const byAccount = await limitFor(ctx, { account }).attempt(
    { key: `${since} from ${attempt.network}`, ...perAccountAndNetwork },
    { key: since, ...perAccount },
  );
  if (!byAccount.allowed) throw tooMany("sign-in attempts", byAccount.retryAfterMs);
  const byNetwork = await limitFor(ctx, { network: attempt.network }).attempt({
    key: "log-in",
    ...perNetwork,
  });
  if (!byNetwork.allowed) throw tooMany("sign-in attempts", byNetwork.retryAfterMs);
}

/**
 * The same for the current password of somebody who is signed in, on a count of its own: who has taken over a session
 * must neither guess there nor keep its owner from signing in.
 * @throws AppError too_many
 */
export async function countPasswordAttempt(
  ctx: Context,
  attempt: { adminId: string; network: string },
): Promise<void> {
  const account = sha256(`admin ${attempt.adminId}`);
  const tried = await limitFor(ctx, { account }).attempt(
    { key: `password from ${attempt.network}`, ...perAccountAndNetwork },
    { key: "password", ...perAccount },
  );
  if (!tried.allowed) throw tooMany("tries with the current password", tried.retryAfterMs);
}

/** A code cannot be guessed; what is kept small is the trail of refusals that a stranger can write. @throws AppError too_many */
export async function countHandoffAttempt(ctx: Context, network: string): Promise<void> {
  const tried = await limitFor(ctx, { network }).attempt({ key: "handoff", ...perNetwork });
  if (!tried.allowed) throw tooMany("sign-in attempts", tried.retryAfterMs);
}

/**
 * Counts one try with a code of the second factor. Who tries codes knows the password, and each log-in counts as a try with
 * that one, too; codes are short, so a day has an end as well: 30 tries are a chance of one in 11,000.
 * @throws AppError too_many
 */
export async function countCodeAttempt(ctx: Context, adminId: string): Promise<void> {
  const account = sha256(`second factor of ${adminId}`);
  const tried = await limitFor(ctx, { account }).attempt({
    key: "codes a day",
    windowMs: 24 * 60 * minute,
    max: 30,
  });
  if (!tried.allowed) throw tooMany("codes", tried.retryAfterMs);
}

function tooMany(what: string, retryAfterMs: number): AppError {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / minute));
  const inMinutes = `${minutes} minute${minutes === 1 ? "" : "s"}`;
  const sentence = `Too many ${what}. Try again in ${minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : inMinutes}.`;
  return new AppError("too_many", sentence, { retryAfter: retryAfterMs / 1_000 });
}
