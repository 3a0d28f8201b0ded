import type { Context } from "../../context.ts";
import { hourMs } from "../../contract/values/time.ts";
import { fromEach } from "../../db/every-tenant.ts";
import { type SealedPlace, type SealedTable, sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { recoveryHashFor } from "../entitlements/index.ts";
import { apiKeyPlace } from "../messages/index.ts";
import {
  accountOfOthers,
  type Change,
  changeOf,
  factorsOfOthers,
  keepChange,
  providersAfter,
  type RecoveryRow,
  recoveryOfOthers,
  replaceSealed,
  sealedBy,
  sealedTables,
  type Walk,
} from "./store.ts";

// When the root secret was replaced, what earlier ones sealed is sealed anew and the recovery codes of live purchases are
// made anew, some every minute: a sweep that was cut off is gone on with by the next. Only then does it walk over all
// providers, some of them a minute; otherwise it reads one row.

const sealedPerMinute = 100;
/** Of one provider. */
const codesPerMinute = 1_000;
/** Each is one call where nothing is left, two else: of the 10,000 that a run of the cron may make for all its sweeps. */
const providersPerMinute = 200;
const againPerMinute = 50;
/** With so many to be asked once more no others are asked: the list is one value of a row. */
const mostAgain = 1_000;
/** Isolates of the deployment before may write with the earlier secret for a while. */
const settleMs = hourMs;

export async function sweepSecrets(ctx: Context): Promise<void> {
  const change = await currentChange(ctx);
  if (change.finishedAt !== null) return;
  const left = await sealAnew(ctx);
  const walk = await walkOn(ctx, change.walk, change.since + settleMs);
  const isThrough = walk.after === null && walk.again.length === 0;
  const isFinished = isThrough && left === 0 && walk.beganAt >= change.since + settleMs;
  const next = { ...change, walk, finishedAt: isFinished ? ctx.now() : null };
  if (JSON.stringify(next) !== JSON.stringify(change)) await keepChange(ctx, next);
}

/** A platform's first root secret replaces none, and has nothing to seal anew. */
async function currentChange(ctx: Context): Promise<Change> {
  const known = await changeOf(ctx);
  if (known?.version === ctx.keys.current) return known;
  const since = ctx.now();
  const isFirst = known === null && ctx.keys.accepted.length === 1;
  const walk = { beganAt: since, after: "", again: [] };
  const change = { version: ctx.keys.current, since, finishedAt: isFirst ? since : null, walk };
  await keepChange(ctx, change);
  return change;
}

/**
 * Some of the walk over all providers. Where it is through, it begins once more when the former isolates are gone, by when what they
 * wrote is found. @param settledAt when that is
 */
async function walkOn(ctx: Context, last: Walk, settledAt: number): Promise<Walk> {
  const now = ctx.now();
  const isAnew = last.after === null && last.beganAt < settledAt && now >= settledAt;
  const { beganAt, after, again } = isAnew ? { beganAt: now, after: "", again: last.again } : last;
  const hasRoom = after !== null && again.length < mostAgain;
  const next = hasRoom ? await providersAfter(ctx, after, providersPerMinute) : [];
  const found = await fromEach([...again.slice(0, againPerMinute), ...next], async (providerId) =>
    (await sealAtProvider(ctx, providerId)) ? [providerId] : [],
  );
  const unfinished = [...found.rows, ...found.silent.map(({ providerId }) => providerId)];
  return {
    beganAt,
    after: !hasRoom ? after : next.length < providersPerMinute ? null : (next.at(-1) ?? null),
    again: [...new Set([...again.slice(againPerMinute), ...unfinished])],
  };
}

/** @returns how many were found */
async function sealAnew(ctx: Context): Promise<number> {
  const earlier = ctx.keys.accepted.filter((version) => version !== ctx.keys.current);
  let found = 0;
  for (const table of sealedTables) {
    const rows = await sealedBy(ctx, table, earlier, sealedPerMinute - found);
    for (const row of rows) await sealRow(ctx, table, row);
    found += rows.length;
  }
  return found;
}

async function sealRow(ctx: Context, table: SealedTable, row: { id: string; sealed: string }): Promise<void> {
  const place = sealedPlace(table, row.id);
  try {
    await replaceSealed(ctx, table, row, ctx.keys.seal(ctx.keys.unseal(row.sealed, place), place));
  } catch (cause) {
    // It stays counted as left, so that its secret is not taken out.
    log("error", "sealed record", cause, { subject: `${table} ${row.id}` });
  }
}

/** Its people's second factors, the key of its SMS account, its recovery codes. @returns whether any was found */
async function sealAtProvider(ctx: Context, providerId: string): Promise<boolean> {
  const db = ctx.tenant(providerId);
  const [codes, accounts, factors] = await db.batch([
    recoveryOfOthers(ctx, codesPerMinute),
    accountOfOthers(ctx),
    factorsOfOthers(ctx, sealedPerMinute),
  ]);
  const statements = codes.map((code) => codeStatement(ctx, code));
  const seal = (subject: string, place: SealedPlace, sealed: string, statement: (next: string) => Sql) => {
    try {
      statements.push(statement(ctx.keys.seal(ctx.keys.unseal(sealed, place), place)));
    } catch (cause) {
      // It is found again, so that its secret is not taken out.
      log("error", "sealed record", cause, { provider: providerId, subject });
    }
  };
  for (const { id, sealed } of accounts)
    seal(
      "message_settings",
      apiKeyPlace(providerId, id),
      sealed,
      (next) => sql`UPDATE message_settings SET api_key = ${next} WHERE id = 'own' AND api_key = ${sealed}`,
    );
  for (const { id, sealed } of factors)
    seal(
      `admins ${id}`,
      sealedPlace("admins", id),
      sealed,
      (next) => sql`UPDATE admins SET totp_key = ${next} WHERE id = ${id} AND totp_key = ${sealed}`,
    );
  if (statements.length > 0) await db.batch(statements);
  return codes.length + accounts.length + factors.length > 0;
}

/** Of a provider whose rows are as they were before the root secret was replaced: no sweep goes over them again. */
export async function keepAllCodes(ctx: Context, providerId: string): Promise<void> {
  const db = ctx.tenant(providerId);
  for (;;) {
    const codes = await db.all(recoveryOfOthers(ctx, codesPerMinute));
    if (codes.length === 0) return;
    await db.batch(codes.map((code) => codeStatement(ctx, code)));
  }
}

const codeStatement = (ctx: Context, { id, hash }: RecoveryRow) =>
  sql`UPDATE entitlements SET recovery_hash = ${recoveryHashFor(ctx, id)}
    WHERE id = ${id} AND recovery_hash = ${hash}`;
