import type { Context } from "../../context.ts";
import { dayMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { logRejected } from "../../log.ts";
import { lettersDue } from "./letters-due.ts";
import { lineRemindersDue } from "./reminders-due.ts";

const unconfirmedMs = 10_000;
/** A bridge that is away for longer is told at its next dial-in. */
const repeatedMs = 30 * dayMs;
const perRun = 200;

/** Of a provider's sweep: accounts whose lines are to be looked at, and lines that their bridge has not confirmed. */
export async function sweepLines(ctx: Context, providerId: string): Promise<void> {
  const now = ctx.now();
  const db = ctx.tenant(providerId);
  const [accounts, unconfirmed, [renewed], letters, ...reminders] = await db.batch([
    sql<{ id: string }>`SELECT id FROM customer_accounts WHERE settle_at <= ${now}
      ORDER BY settle_at LIMIT ${perRun}`,
    // In random order, so that the lines of a dead site never crowd out the others.
    sql<{ id: string }>`SELECT id FROM lines WHERE rev > confirmed_rev
      AND updated_at <= ${now - unconfirmedMs} AND updated_at > ${now - repeatedMs}
      ORDER BY random() LIMIT ${perRun}`,
    renewedAt,
    lettersDue,
    ...lineRemindersDue(),
  ]);
  if (renewed && renewed.at <= now) await (await import("./fair-use.ts")).endFairUse(ctx, providerId);
  const isDue = (all: { at: number }[]) => all.some(({ at }) => at <= now);
  const isRemindedOf = isDue(reminders.flat());
  if (isRemindedOf) await (await import("./remind-lines.ts")).raiseLineReminders(db, now);
  if (isRemindedOf || isDue(letters))
    await (await import("./hand-over-letters.ts")).handOverLetters(ctx, providerId);
  // Most providers have no lines.
  if (accounts.length + unconfirmed.length === 0) return;
  const [{ settleAccount }, { deliverLines }] = await Promise.all([
    import("./settle-account.ts"),
    import("./deliver-lines.ts"),
  ]);
  const settled = accounts.map(({ id }) => settleAccount(ctx, providerId, id));
  logRejected("accounts", await Promise.allSettled(settled), { provider: providerId });
  await deliverLines(
    ctx,
    providerId,
    unconfirmed.map(({ id }) => id),
  );
}

/** When the next period begins of a line that is slower by fair use. */
const renewedAt = sql<{ at: number }>`SELECT faster_at AS at FROM lines
  WHERE faster_at IS NOT NULL ORDER BY faster_at LIMIT 1`;

/** When it has something to do next; no row where nothing waits. */
export const linesDue = (now: number) => [
  sql<{ at: number }>`SELECT settle_at AS at FROM customer_accounts WHERE settle_at IS NOT NULL
    ORDER BY settle_at LIMIT 1`,
  sql<{ at: number }>`SELECT updated_at + ${unconfirmedMs} AS at FROM lines
    WHERE rev > confirmed_rev AND updated_at > ${now - repeatedMs} ORDER BY updated_at LIMIT 1`,
  renewedAt,
  lettersDue,
  ...lineRemindersDue(),
];
