import type { Context } from "../../context.ts";
import type { LoadStep } from "../../contract/backups.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { minuteMs } from "../../contract/values/time.ts";
import { directoryChanged } from "../../db/directory.ts";
import { lastMigrationOf } from "../../db/migrate.ts";
import { isEmptyPlatform, platformSchema, putPlatformRows } from "../../db/platform-rows.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { keepProgress, progressOf } from "../../db/sweep-progress.ts";
import type { Row } from "../../db/whole-rows.ts";
import { compareCopies } from "../copies/index.ts";
import { notifyOperators } from "../mail/index.ts";
import { entitlementIdOf } from "../payments/index.ts";
import { noteLostPayout } from "../payouts/index.ts";
import { isHeldSinceLoad } from "../providers/index.ts";
import { keepAllCodes } from "../secrets/index.ts";
import { nameSecretId } from "./manifest.ts";
import { isOpen, safeRows } from "./safe-rows.ts";

type Step<Name extends LoadStep["step"]> = Extract<LoadStep, { step: Name }>;
export type Loaded = {
  state: "ok" | "done" | "other_data" | "other_schema" | "other_secret";
  count: number;
};

const ok = (count: number): Loaded => ({ state: "ok", count });
const refused = (state: Loaded["state"]): Loaded => ({ state, count: 0 });

/** While all of a platform is loaded nothing of its sweeps runs: they would bill, tell and compare what is half there. */
type LoadingAll = { night: string; until: number };
const loadingAllMs = 10 * minuteMs;

export async function isLoadingPlatform(ctx: Context): Promise<boolean> {
  const loading = await progressOf<LoadingAll>(ctx, "load");
  return loading !== null && loading.until > ctx.now();
}

export async function loadStep(ctx: Context, given: LoadStep): Promise<Loaded> {
  switch (given.step) {
    case "begin":
      return given.providerId === "" ? beginPlatform(ctx, given) : beginProvider(ctx, given);
    case "platform":
      return loadPlatformRows(ctx, given);
    case "payments":
      return loadPayments(ctx, given);
    case "rows":
      return loadRows(ctx, given);
    case "end":
      return given.providerId === "" ? endPlatform(ctx, given) : endProvider(ctx, given);
    case "resume":
      return resumePayments(ctx, given);
    case "paid_out":
      return notePaidOut(ctx, given);
    case "release":
      return release(ctx, given);
    default:
      return given satisfies never;
  }
}

async function unfit(
  ctx: Context,
  { schema, rootSecret, nameSecret }: Step<"begin">,
): Promise<Loaded | null> {
  if (!ctx.keys.accepted.includes(rootSecret) || nameSecret !== nameSecretId(ctx.keys))
    return refused("other_secret");
  const isSame = schema.platform === (await platformSchema(ctx.env)) && schema.provider === lastMigrationOf();
  return isSame ? null : refused("other_schema");
}

/** Into an account without providers and operators, or one in which the same load was cut off. */
async function beginPlatform(ctx: Context, given: Step<"begin">): Promise<Loaded> {
  const fault = await unfit(ctx, given);
  if (fault) return fault;
  const loading = await progressOf<LoadingAll>(ctx, "load");
  if (loading?.night !== given.night && !(await isEmptyPlatform(ctx.env))) return refused("other_data");
  if (loading?.night === given.night && loading.until === 0) return refused("done");
  await goOn(ctx, given.night);
  return ok(0);
}

const goOn = (ctx: Context, night: string) =>
  keepProgress(ctx, "load", { night, until: ctx.now() + loadingAllMs } satisfies LoadingAll);

async function beginProvider(ctx: Context, given: Step<"begin">): Promise<Loaded> {
  const fault = await unfit(ctx, given);
  if (fault) return fault;
  const { providerId: id, night, replaces } = given;
  const known = await loadOf(ctx, id);
  if (known?.night === night && known.endedAt !== null) return refused("done");
  if (known?.night !== night) {
    const row = await ctx.platform.first(
      sql<{ status: string }>`SELECT status FROM providers WHERE id = ${id}`,
    );
    if (row && !replaces) return refused("other_data");
    if (row) await ctx.platform.run(sql`UPDATE providers SET status = 'restoring' WHERE id = ${id}`);
    await ctx.platform.run(beganStatement(ctx, night, id, row?.status ?? "suspended"));
  }
  const begun = await ctx.provider(id).beginLoad(night, replaces);
  if (begun === "other") return refused("other_data");
  if ((await progressOf<LoadingAll>(ctx, "load"))?.until) await goOn(ctx, night);
  return ok(0);
}

type Load = { night: string; status: string; endedAt: number | null };
const loadOf = (ctx: Context, id: string): Promise<Load | undefined> =>
  ctx.platform.first(
    sql<Load>`SELECT night, status, ended_at AS endedAt FROM loaded_providers WHERE provider_id = ${id}`,
  );

const beganStatement = (ctx: Context, night: string, id: string, status: string): Sql =>
  sql`INSERT INTO loaded_providers (provider_id, night, status, began_at)
    VALUES (${id}, ${night}, ${status}, ${ctx.now()})
    ON CONFLICT (provider_id) DO UPDATE SET night = excluded.night, status = excluded.status, rows_at = NULL,
      began_at = excluded.began_at, ended_at = NULL, released_at = NULL WHERE night <> excluded.night`;

/** Rows of D1: all of them into an empty one, or what concerns one provider. */
async function loadPlatformRows(
  ctx: Context,
  { night, providerId, pages }: Step<"platform">,
): Promise<Loaded> {
  let count = 0;
  for (const { table, rows } of pages) {
    const more =
      table === "providers"
        ? rows.filter(isOpen).map((row) => beganStatement(ctx, night, String(row.id), String(row.status)))
        : [];
    await putPlatformRows(ctx.env, table, safeRows(table, rows as Row[], ctx.now()), more);
    count += rows.length;
  }
  if (providerId === "") await goOn(ctx, night);
  directoryChanged();
  return ok(count);
}

async function loadPayments(ctx: Context, { objects }: Step<"payments">): Promise<Loaded> {
  await Promise.all(objects.map(({ id, whole }) => ctx.env.PAYMENT.getByName(id).load(whole)));
  return ok(objects.length);
}

async function loadRows(ctx: Context, { providerId, pages }: Step<"rows">): Promise<Loaded> {
  const now = ctx.now();
  const safe = pages.map(({ table, rows }) => ({
    table,
    rows: JSON.stringify(safeRows(table, rows as Row[], now)),
  }));
  await ctx.provider(providerId).loadRows(safe);
  return ok(pages.reduce((sum, { rows }) => sum + rows.length, 0));
}

/** Payments that were open at the backup may have been receipted by the lost platform: their receipt messages start as unclear, not sent again. */
const receiptsStatement = (now: number): Sql =>
  sql`INSERT INTO messages (id, kind, phone, language, given, state, created_at, next_at, until, ended_at)
    SELECT 'receipt.' || p.id, 'receipt', p.phone, coalesce(p.language, s.language),
      json_object('entitlementId', '', 'plan', json_extract(p.terms, '$.planName'),
        'cents', p.amount_cents, 'receipt', ''), 'unclear', ${now}, ${now}, ${now}, ${now}
    FROM payments p JOIN message_settings s ON s.id = 'own'
    WHERE p.status = 'pending' ON CONFLICT DO NOTHING`;

/** What they bought is named by the payment; a person may send them again. */
async function nameReceipts(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  const rows = await db.all(
    sql<{ id: string }>`SELECT id FROM messages WHERE kind = 'receipt' AND state = 'unclear'
      AND json_extract(given, '$.entitlementId') = ''`,
  );
  const named = rows.map(({ id }) => {
    const entitlementId = entitlementIdOf(id.slice("receipt.".length));
    return sql`UPDATE messages SET given = json_set(given, '$.entitlementId', ${entitlementId}) WHERE id = ${id}`;
  });
  if (named.length > 0) await db.batch(named);
}

/** Its rows are all there: it is open again as it was, and what goes out of it is held until it is released. */
async function endProvider(ctx: Context, { providerId: id, at }: Step<"end">): Promise<Loaded> {
  const known = await loadOf(ctx, id);
  if (!known || known.endedAt !== null) return refused("done");
  await ctx.provider(id).endLoad([receiptsStatement(ctx.now()).query()]);
  await nameReceipts(ctx, id);
  await compareCopies(ctx, id);
  await keepAllCodes(ctx, id);
  await ctx.platform.batch([
    sql`UPDATE providers SET status = ${known.status}, updated_at = ${ctx.now()}
      WHERE id = ${id} AND status = 'restoring'`,
    sql`UPDATE loaded_providers SET ended_at = ${ctx.now()}, rows_at = ${at} WHERE provider_id = ${id}`,
  ]);
  return ok(1);
}

/** Open ones are asked about, and rows that are behind their objects catch up. */
async function resumePayments(ctx: Context, { payments }: Step<"resume">): Promise<Loaded> {
  await Promise.all(payments.map((id) => ctx.env.PAYMENT.getByName(id).resume()));
  return ok(payments.length);
}

async function endPlatform(ctx: Context, { night }: Step<"end">): Promise<Loaded> {
  await keepProgress(ctx, "load", { night, until: 0 } satisfies LoadingAll);
  await notifyOperators(ctx, {
    subject: `The backup of ${night} is loaded`,
    text: `All that was in it is here. What has happened since is not: compare the days since under Reconciliation, read the statement of the account that pays out, then let payouts and refunds go out again: npm run backup -- release (docs/operate.md, "The account is lost").`,
    event: `backup loaded ${night} ${ctx.now()}`,
  });
  return ok(1);
}

/** While what goes out of it is held: later the console's own payouts say what went out. */
async function notePaidOut(
  ctx: Context,
  { providerId, shillings, receipt }: Step<"paid_out">,
): Promise<Loaded> {
  if (!(await isHeldSinceLoad(ctx, providerId))) return refused("other_data");
  const isNoted = await noteLostPayout(ctx, { providerId, shillings, receipt });
  return isNoted ? ok(1) : refused("other_data");
}

async function release(ctx: Context, { providerId }: Step<"release">): Promise<Loaded> {
  const which = providerId === "" ? sql`true` : sql`provider_id = ${providerId}`;
  const released = await ctx.platform.all(
    sql<{ id: string }>`UPDATE loaded_providers SET released_at = ${ctx.now()}
      WHERE ended_at IS NOT NULL AND released_at IS NULL AND (${which}) RETURNING provider_id AS id`,
  );
  // The platform's own books go with them, and are no provider.
  const count = released.filter(({ id }) => id !== platformBooks).length;
  return ok(count);
}
