import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { platformMpesa } from "../gateways/index.ts";
import { permittedPushes, pullStatement } from "../payments/index.ts";
import { comparePayments } from "./compare-payments.ts";
import { compareStatement } from "./compare-statement.ts";
import { compareSwitches } from "./compare-switches.ts";
import { type Counts, type Cursor, keepStep, openRun, type Run } from "./run-store.ts";

const dayMs = 86_400_000;
/** 02:30 in Nairobi: the day before is settled, and few people buy. */
const startsMs = 2.5 * 3_600_000;
/** Payments compared in a minute: their objects are calls, of which a run has a thousand. */
const paymentsAtOnce = 150;
/** Daraja hands out 48 hours; what a later run would get is not the whole day. */
const statementMs = 47 * 3_600_000;

/**
 * The minute cron's part: compares yesterday, a step a minute, from 02:30 in Nairobi until it is done. Every step can be
 * repeated: what is found is listed once. A night that was missed is made up for while it is the last one.
 */
export async function sweepReconciliation(ctx: Context): Promise<void> {
  const now = ctx.now();
  const today = nairobiDay(now);
  const midnight = Date.parse(`${today}T00:00:00+03:00`);
  if (now < midnight + startsMs) return;
  const run = await openRun(ctx, nairobiDay(midnight - 1));
  if (!run) return;
  await doStep(ctx, run, { from: midnight - dayMs, to: midnight });
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
      return keepStep(ctx, run, null, { differences: await compareSwitches(ctx, day) });
    default:
      return cursor satisfies never;
  }
}

type Account = {
  id: string;
  providerId: string;
  environment: "sandbox" | "production";
  accountNumber: string;
};

/** M-Pesa gateways with credentials of their own, archived ones too: their money of yesterday is still theirs. */
function ownAccounts(ctx: Context): Promise<Account[]> {
  const { platform } = ctx;
  return platform.all<Account>(
    platform.statement(
      `SELECT id, provider_id AS providerId, environment, account_number AS accountNumber FROM gateways
      WHERE type = 'mpesa' AND use_auto_api = 0 ORDER BY id`,
    ),
  );
}

/** Pushes that went out and of which D1 knows nothing: their payments say what became of them. */
async function comparePushes(
  ctx: Context,
  run: Run,
  { app, after }: Extract<Cursor, { step: "pushes" }>,
  day: Day,
): Promise<void> {
  const platform = platformMpesa(ctx);
  const own = (await ownAccounts(ctx)).map(({ id, environment }) => ({ gatewayId: id, environment }));
  const apps = [...(platform ? [{ gatewayId: null, environment: platform.environment }] : []), ...own];
  const asked = apps[app];
  if (!asked) return keepStep(ctx, run, { step: "payments", provider: 0, at: day.from, after: "" }, {});
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
    sums,
  );
}

async function unknownOf(ctx: Context, providerId: string, ids: readonly string[]): Promise<string[]> {
  const db = ctx.tenant(providerId);
  const rows = await db.all<{ id: string }>(
    db.statement(
      "SELECT id FROM payments WHERE provider_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
      JSON.stringify(ids),
    ),
  );
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

async function compareRows(
  ctx: Context,
  run: Run,
  cursor: Extract<Cursor, { step: "payments" }>,
  day: Day,
): Promise<void> {
  const providers = await ctx.platform.all<{ id: string }>(
    ctx.platform.statement("SELECT id FROM providers ORDER BY created_at, id"),
  );
  const sums: Counts = {};
  let { provider, at, after } = cursor;
  for (let room = paymentsAtOnce; room > 0; ) {
    const providerId = providers[provider]?.id;
    if (providerId === undefined) return keepStep(ctx, run, { step: "statements", account: 0 }, sums);
    const db = ctx.tenant(providerId);
    const rows = await db.all<{ id: string; at: number }>(
      db.statement(
        `SELECT id, created_at AS at FROM payments WHERE provider_id = ?1 AND created_at < ?2
          AND created_at >= ?3 AND (created_at > ?3 OR id > ?4) ORDER BY created_at, id LIMIT ?5`,
        day.to,
        at,
        after,
        room,
      ),
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
  await keepStep(ctx, run, { step: "payments", provider, at, after }, sums);
}

/**
 * Pay bills and tills with credentials of their own. The platform's short code has no step: what it asks for arrives at other
 * accounts, whose statements are their holders'.
 */
async function compareOneStatement(
  ctx: Context,
  run: Run,
  { account: place }: Extract<Cursor, { step: "statements" }>,
  day: Day,
): Promise<void> {
  const account = (await ownAccounts(ctx))[place];
  if (!account) return keepStep(ctx, run, { step: "switches" }, {});
  const next: Cursor = { step: "statements", account: place + 1 };
  const { id: gatewayId, providerId, environment, accountNumber: shortCode } = account;
  const [contact] = await ctx.platform.all<{ phone: string }>(
    ctx.platform.statement("SELECT phone FROM providers WHERE id = ?1", providerId),
  );
  const nominatedNumber = parseKenyanMobile(contact?.phone ?? "");
  if (ctx.now() - day.from > statementMs || !nominatedNumber) return keepStep(ctx, run, next, { skipped: 1 });
  const statement = await pullStatement(
    ctx,
    { gatewayId, environment, shortCode, nominatedNumber },
    day.from,
    ctx.now(),
  );
  // Not every short code has statements: whether one could be had stands in the run.
  if ("fault" in statement) {
    console.error("reconcile statement", shortCode, statement.fault);
    return keepStep(ctx, run, next, { skipped: 1 });
  }
  const differences = await compareStatement(ctx, { providerId, gatewayId, shortCode }, statement.rows, day);
  await keepStep(ctx, run, next, { statements: 1, rows: statement.rows.length, differences });
}

function add(sums: Counts, more: Counts): void {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
}
