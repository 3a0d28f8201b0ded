import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import {
  isBytes,
  onlineEveryMs,
  type WatchId,
  watchIds,
  watchLimits,
} from "../../contract/values/watches.ts";
import { sql } from "../../db/sql.ts";
import { bilingual, notifyOperators, notifyProvider } from "../mail/index.ts";
import { pinToOnline } from "./pin-to-online.ts";
import { readWatches, unopened } from "./read-watches.ts";

/**
 * Looks at everything that is watched, once a minute; what went above its limit, or came back, is told once.
 * @returns whether letters were written
 */
export async function sweepWatches(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const waits = (await isOnlineDue(ctx)) ? await pinToOnline(ctx) : null;
  const readings = await readWatches(ctx, waits);
  let isTold = false;
  for (const id of watchIds) {
    if (id === "online" && waits === null) continue;
    const { value, badSince } = readings[id];
    const isBad = value !== null && value > watchLimits[id];
    if (isBad === (badSince !== null)) continue;
    isTold = true;
    // The letter first: told twice by its event, it is one; not told, the next minute tells it.
    const since = badSince ?? now;
    await notifyOperators(ctx, {
      ...(isBad
        ? await letterOf(ctx, id, value)
        : { subject: `In order again: ${names[id]}`, text: recovered[id] ?? "Nothing has to be done." }),
      event: `watch ${id} ${isBad ? `bad ${Math.floor(since / 60_000)}` : `over ${since}`}`,
    });
    await ctx.platform.run(
      sql`INSERT INTO watches (id, bad_since) VALUES (${id}, ${isBad ? now : null})
        ON CONFLICT (id) DO UPDATE SET bad_since = excluded.bad_since`,
    );
  }
  if ((readings.unopened.value ?? 0) > watchLimits.unopened) await tellOwners(ctx);
  for (const id of waits === null ? ["minute"] : ["online", "minute"])
    await ctx.platform.run(
      sql`INSERT INTO watches (id, seen_at) VALUES (${id}, ${now})
        ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    );
  return isTold;
}

/** Those whose database does not open, once each time: their own pages can't say it. */
async function tellOwners(ctx: Context): Promise<void> {
  const letter = bilingual(say("title_not_open"), say("console_not_open"));
  for (const { providerId, name, since } of await unopened(ctx)) {
    const subject = `${name}: ${letter.subject}`;
    await notifyProvider(ctx, providerId, { ...letter, subject, event: `unopened ${providerId} ${since}` });
  }
}

async function isOnlineDue(ctx: Context): Promise<boolean> {
  const seen = await ctx.platform.first(
    sql<{ at: number | null }>`SELECT seen_at AS at FROM watches WHERE id = 'online'`,
  );
  return seen?.at == null || ctx.now() - seen.at >= onlineEveryMs;
}

const names: Record<WatchId, string> = {
  minute: "the work of every minute",
  wakes: "the providers' own work",
  unopened: "a provider's database",
  mail: "letters",
  differences: "differences of the books",
  confirmations: "payments that providers say they made",
  online: "how long buyers wait to be online",
  backup: "the nightly backup",
  database: "the size of the platform's database",
  largest: "the size of the largest provider's database",
};

const remedies: Record<WatchId, string> = {
  minute: "Nothing is done while it stands still: look at the worker's cron triggers and at its errors.",
  wakes: "An object did not wake by itself and is woken one by one: look at the worker's errors.",
  unopened:
    "Its database does not open: it sells nothing, and its visitors see a page that says so. Who is online stays online; all other providers go on. Have a developer look at the error, and put in service a version that mends it: it then opens by itself.",
  mail: "Look whether MAIL_URL and MAIL_TOKEN are right, and whether the service that sends mail takes letters.",
  differences: "Reconciliation lists them with both amounts: each one wants a person's decision.",
  confirmations: "Provider Billing lists them: look each one up in the account and verify or reject it.",
  online:
    "Half of the last hour's buyers waited longer for the internet they paid for: look at Bridges and at the routers that are away.",
  backup:
    "No night was put away as a whole since. Look whether the store takes files: BACKUP_URL, its key and secret, its room; then at the worker's errors.",
  database: "D1 holds 10 GB at most. See what has grown: audit and mail are the first that can be cut.",
  largest:
    "A provider's object holds 10 GB at most, and takes no sale beyond that. Find the provider, and have a developer cut what is oldest.",
};

/** What is read beside "In order again", where there is more to say than that nothing has to be done. */
const recovered: Partial<Record<WatchId, string>> = {
  unopened:
    "All providers' databases open. What was paid and reported meanwhile is taken now; nothing has to be done.",
};

/** Who it is about, where that is known, with the error. */
async function named(ctx: Context, id: WatchId): Promise<string> {
  if (id !== "unopened") return "";
  const rows = await unopened(ctx);
  return rows.map(({ name, fault }) => `${name}: ${fault}\n`).join("");
}

async function letterOf(
  ctx: Context,
  id: WatchId,
  value: number,
): Promise<{ subject: string; text: string }> {
  const shown = isBytes(id)
    ? `${(value / 2 ** 30).toFixed(1)} GB`
    : value < 120
      ? `${Math.round(value)} seconds`
      : `${Math.round(value / 60)} minutes`;
  return {
    subject: `Not in order: ${names[id]}`,
    text: `Measured: ${shown}.\n${await named(ctx, id)}\n${remedies[id]}\n\nWhat to do: ${ctx.settings.MAIN_ORIGIN}/help/operator#watch-${id}\nAll that is watched: How it runs, in the super admin console.`,
  };
}
