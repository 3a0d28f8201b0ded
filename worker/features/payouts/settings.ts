import type { Context } from "../../context.ts";
import type { CollectionSettings, CollectionSettingsInput } from "../../contract/collection.ts";
import { hourMs } from "../../contract/values/time.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, changesOf, recordStatement } from "../audit/index.ts";
import {
  collectingPaybill,
  collectionSwitchStatements,
  collectionTerms,
  platformMpesa,
} from "../gateways/index.ts";
import { accountId, accountPlace, type PayoutSecrets, payoutAccount } from "./payout-account.ts";

export async function collectionSettings(ctx: Context): Promise<CollectionSettings> {
  const [terms, account, consents, at] = await Promise.all([
    collectionTerms(ctx.platform),
    payoutAccount(ctx),
    ctx.platform.first(
      sql<{ count: number }>`SELECT count(*) AS count FROM gateways
        WHERE collected IS NOT NULL AND archived_at IS NULL`,
    ),
    collectingPaybill(ctx),
  ]);
  return {
    collects: terms.collects,
    fee: terms.feeCents / 100,
    least: terms.leastCents / 100,
    holdHours: terms.holdMs / hourMs,
    account: account && {
      shortCode: account.shortCode,
      initiatorName: account.secrets.initiatorName,
      ownApp: account.secrets.consumerKey !== undefined,
    },
    collectsAt: at && {
      shortCode: at.shortCode,
      environment: at.environment,
      typedSince: at.since === null ? null : new Date(at.since).toISOString(),
      typedFault: at.fault,
    },
    consents: consents?.count ?? 0,
  };
}

/** @throws AppError invalid */
export async function saveCollectionSettings(
  ctx: Context,
  input: CollectionSettingsInput,
  actor: Actor,
): Promise<CollectionSettings> {
  const { collects, fee, least, holdHours } = input;
  const before = await collectionSettings(ctx);
  const account = await accountStatements(ctx, input);
  if (collects && !platformMpesa(ctx)) throw refuse("invalid", "collection_no_app");
  // What nobody could pay out is not collected.
  if (collects && before.account === null && account.length === 0)
    throw refuse("invalid", "collection_no_account");
  const terms = { collects, feeCents: fee * 100, leastCents: least * 100, holdMs: holdHours * hourMs };
  await ctx.platform.batch([
    ...account,
    ...collectionSwitchStatements(ctx, terms),
    recordStatement(ctx, {
      ...actor,
      action: "settings.collection",
      subject: "collection",
      detail: {
        ...changesOf(
          { collects: before.collects, fee: before.fee, least: before.least, holdHours: before.holdHours },
          { collects, fee, least, holdHours },
        ),
        ...(account.length > 0 ? { account: input.shortCode ?? before.account?.shortCode } : {}),
      },
    }),
  ]);
  return collectionSettings(ctx);
}

/** None where nothing of it was given. Credentials of one short code are never kept for another. */
async function accountStatements(ctx: Context, input: CollectionSettingsInput): Promise<Sql[]> {
  const { shortCode, initiatorName, securityCredential, consumerKey, consumerSecret } = input;
  const given = [shortCode, initiatorName, securityCredential, consumerKey, consumerSecret];
  if (given.every((one) => one === undefined)) return [];
  const known = await payoutAccount(ctx);
  if (!consumerKey !== !consumerSecret) throw refuse("invalid", "payout_app_both");
  const isSame = known !== null && (shortCode ?? known.shortCode) === known.shortCode;
  const stored = isSame ? known.secrets : undefined;
  const isSameInitiator = initiatorName === undefined || initiatorName === stored?.initiatorName;
  const code = shortCode ?? known?.shortCode;
  const secrets: Record<keyof PayoutSecrets, string | undefined> = {
    initiatorName: initiatorName ?? stored?.initiatorName,
    securityCredential: securityCredential ?? (isSameInitiator ? stored?.securityCredential : undefined),
    consumerKey: consumerKey ?? stored?.consumerKey,
    consumerSecret: consumerSecret ?? stored?.consumerSecret,
  };
  if (!code || !secrets.initiatorName || !secrets.securityCredential)
    throw refuse("invalid", "payout_account_whole");
  const sealed = ctx.keys.seal(JSON.stringify(secrets), accountPlace());
  return [
    sql`INSERT INTO payout_accounts (id, short_code, secrets, updated_at)
      VALUES (${accountId}, ${code}, ${sealed}, ${ctx.now()})
      ON CONFLICT (id) DO UPDATE SET short_code = excluded.short_code, secrets = excluded.secrets,
        updated_at = excluded.updated_at`,
  ];
}
