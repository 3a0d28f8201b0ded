import type { Context } from "../../context.ts";
import { hourMs } from "../../contract/values/time.ts";
import { atEach, providerIds } from "../../db/every-tenant.ts";
import { type SealedTable, sealedPlace } from "../../db/sealed-columns.ts";
import { sql } from "../../db/sql.ts";
import { log, logRejected } from "../../log.ts";
import { recoveryHashFor } from "../entitlements/index.ts";
import { apiKeyPlace } from "../messages/index.ts";
import {
  accountOfOthers,
  type Change,
  changeOf,
  factorsOfOthers,
  keepChange,
  recoveryOfOthers,
  replaceSealed,
  sealedBy,
  sealedTables,
} from "./store.ts";

// When the root secret was replaced, what earlier ones sealed is sealed anew and the recovery codes of live purchases are
// made anew, some every minute: a sweep that was cut off is gone on with by the next. Only then does it walk over all
// providers; otherwise it reads one row.

const sealedPerMinute = 100;
/** Of one provider. */
const codesPerMinute = 1_000;
/** Isolates of the deployment before may write with the earlier secret for a while. */
const settleMs = hourMs;

export async function sweepSecrets(ctx: Context): Promise<void> {
  const change = await currentChange(ctx);
  if (change.finishedAt !== null) return;
  const left = (await sealAnew(ctx)) + (await atProviders(ctx));
  const now = ctx.now();
  if (left === 0 && now >= change.since + settleMs) await keepChange(ctx, { ...change, finishedAt: now });
}

/** A platform's first root secret replaces none, and has nothing to seal anew. */
async function currentChange(ctx: Context): Promise<Change> {
  const known = await changeOf(ctx);
  if (known?.version === ctx.keys.current) return known;
  const since = ctx.now();
  const isFirst = known === null && ctx.keys.accepted.length === 1;
  const change = { version: ctx.keys.current, since, finishedAt: isFirst ? since : null };
  await keepChange(ctx, change);
  return change;
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

/** @returns how many were found, or may be left where a provider's could not be made */
async function atProviders(ctx: Context): Promise<number> {
  const made = await atEach(
    await providerIds(ctx),
    async (providerId) =>
      (await keepCodes(ctx, providerId)) +
      (await sealAccount(ctx, providerId)) +
      (await sealFactors(ctx, providerId)),
  );
  logRejected("a provider's secrets", made);
  return made.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 1), 0);
}

/** The key of its SMS account. @returns how many were found */
async function sealAccount(ctx: Context, providerId: string): Promise<number> {
  const account = await accountOfOthers(ctx, providerId);
  if (!account) return 0;
  const { accountId, sealed } = account;
  try {
    const place = apiKeyPlace(providerId, accountId);
    await ctx.tenant(providerId).run(
      sql`UPDATE message_settings SET api_key = ${ctx.keys.seal(ctx.keys.unseal(sealed, place), place)}
        WHERE id = 'own' AND api_key = ${sealed}`,
    );
  } catch (cause) {
    // It stays counted as left, so that its secret is not taken out.
    log("error", "sealed record", cause, { provider: providerId, subject: "message_settings" });
  }
  return 1;
}

/** The keys of its people's second factors. @returns how many were found */
async function sealFactors(ctx: Context, providerId: string): Promise<number> {
  const rows = await factorsOfOthers(ctx, providerId, sealedPerMinute);
  for (const { id, sealed } of rows)
    try {
      const place = sealedPlace("admins", id);
      await ctx.tenant(providerId).run(
        sql`UPDATE admins SET totp_key = ${ctx.keys.seal(ctx.keys.unseal(sealed, place), place)}
          WHERE id = ${id} AND totp_key = ${sealed}`,
      );
    } catch (cause) {
      // It stays counted as left, so that its secret is not taken out.
      log("error", "sealed record", cause, { provider: providerId, subject: `admins ${id}` });
    }
  return rows.length;
}

/** Of a provider whose rows are as they were before the root secret was replaced: no sweep goes over them again. */
export async function keepAllCodes(ctx: Context, providerId: string): Promise<void> {
  while ((await keepCodes(ctx, providerId)) > 0);
}

/** @returns how many were found */
async function keepCodes(ctx: Context, providerId: string): Promise<number> {
  const rows = await recoveryOfOthers(ctx, providerId, codesPerMinute);
  if (rows.length === 0) return 0;
  const statements = rows.map(
    ({ id, hash }) =>
      sql`UPDATE entitlements SET recovery_hash = ${recoveryHashFor(ctx, id)}
        WHERE id = ${id} AND recovery_hash = ${hash}`,
  );
  await ctx.tenant(providerId).batch(statements);
  return rows.length;
}
