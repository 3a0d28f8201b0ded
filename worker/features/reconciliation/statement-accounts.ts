import type { Context } from "../../context.ts";
import { platformBooks } from "../../contract/values/platform-books.ts";
import { allOf } from "../../db/every-tenant.ts";
import { among, sql } from "../../db/sql.ts";
import { platformMpesa } from "../gateways/index.ts";
import type { Account } from "./statement-money.ts";

// Which accounts a night asks statements of: every M-Pesa short code once, however often it is configured. Airtel Money and the
// banks tell of single payments only, and each payment that is not sure is asked about.

/** A configuration with credentials of its own. */
type OwnApp = {
  id: string;
  providerId: string;
  environment: Account["environment"];
  shortCode: string;
  archivedAt: number | null;
};

export type StatementOf = Account & {
  /** Names it among all. */
  key: string;
  /** Configurations that collected there with credentials of their own; none at an account of the platform's. */
  own: readonly OwnApp[];
  /** Whose credentials ask, in this order until one has it: one of each provider. Empty = the platform's own app. */
  askers: readonly OwnApp[];
};

type Day = { from: number; to: number };

/** M-Pesa gateways with credentials of their own that were in use on that day, or still are. */
export async function ownApps(ctx: Context, { from }: Day): Promise<OwnApp[]> {
  const rows = await allApps(ctx);
  return rows.filter(({ archivedAt }) => archivedAt === null || archivedAt >= from);
}

/** Those in use first, then those that are proven, then the newest. */
function allApps({ platform }: Context): Promise<OwnApp[]> {
  return platform.all(
    sql<OwnApp>`SELECT id, provider_id AS providerId, environment, account_number AS shortCode,
        archived_at AS archivedAt
      FROM gateways WHERE type = 'mpesa' AND use_auto_api = 0
      ORDER BY archived_at IS NOT NULL, is_active DESC, verified_at IS NULL, created_at DESC, id`,
  );
}

export async function statementAccounts(ctx: Context, day: Day): Promise<StatementOf[]> {
  const apps = await allApps(ctx);
  const received = await receivedBy(ctx, apps, day);
  const counted = apps.filter(({ id, archivedAt }) => archivedAt === null || received.has(id));
  const accounts = [...Map.groupBy(counted, keyOf)].map(([key, own]) => ownAccount(key, own));
  const known = new Set(accounts.map(({ key }) => key));
  const others = (await platformAccounts(ctx, day)).filter(({ key }) => !known.has(key));
  return [...accounts, ...others].sort((a, b) => (a.key < b.key ? -1 : 1));
}

const keyOf = ({ environment, shortCode }: Pick<OwnApp, "environment" | "shortCode">) =>
  `${environment} ${shortCode}`;

function ownAccount(key: string, own: readonly OwnApp[]): StatementOf {
  const [first] = own;
  if (!first) throw new Error("an account without a configuration");
  const { environment, shortCode } = first;
  const inUse = own.filter(({ archivedAt }) => archivedAt === null);
  const byProvider = Map.groupBy(inUse.length > 0 ? inUse : own, ({ providerId }) => providerId);
  const holders = new Set(own.map(({ providerId }) => providerId));
  return {
    key,
    environment,
    shortCode,
    own,
    askers: [...byProvider.values()].flatMap(([newest]) => newest ?? []),
    // Two providers at one short code: no statement says whose money is that neither knows, and neither is shown the other's.
    unknownTo: holders.size === 1 ? first.providerId : platformBooks,
  };
}

/** Archived ones by which money still came on that day or since: a mistyped one never had any. */
async function receivedBy(ctx: Context, apps: readonly OwnApp[], { from }: Day): Promise<Set<string>> {
  const archived = apps.filter(({ archivedAt }) => archivedAt !== null);
  if (archived.length === 0) return new Set();
  const providerIds = [...new Set(archived.map(({ providerId }) => providerId))];
  const [{ rows: paid, silent }, paybill] = await Promise.all([
    allOf(
      ctx,
      providerIds,
      sql<{ id: string }>`SELECT DISTINCT gateway_id AS id FROM payments
        WHERE created_at >= ${from} AND status = 'completed'
          AND gateway_id IN ${among(archived.map(({ id }) => id))}`,
    ),
    ctx.platform.all(
      sql<{ place: string }>`SELECT DISTINCT provider_id || ' ' || short_code AS place FROM paybill_payments
        WHERE provider_id IN ${among(providerIds)} AND received_at >= ${from}`,
    ),
  ]);
  const ids = new Set(paid.map(({ id }) => id));
  const places = new Set(paybill.map(({ place }) => place));
  // Of one that does not answer any of them may.
  const unknown = new Set(silent.map(({ providerId }) => providerId));
  const stillDo = archived.filter(
    ({ id, providerId, shortCode }) =>
      ids.has(id) || places.has(`${providerId} ${shortCode}`) || unknown.has(providerId),
  );
  return new Set(stillDo.map(({ id }) => id));
}

/** Where money arrives that is the platform's, or that it collects: invoices are paid there, switches divert to it, providers consented. */
async function platformAccounts(ctx: Context, { from }: Day): Promise<StatementOf[]> {
  const { platform, settings } = ctx;
  const app = platformMpesa(ctx);
  if (!app) return [];
  const rows = await platform.all(
    sql<{ shortCode: string }>`SELECT central_account_number AS shortCode FROM switches
      WHERE central_payment_gateway_id = 'mpesa' AND account_type = 'mobile_money' AND archived_at IS NULL
        AND is_active = 1
      UNION SELECT central_account_number FROM switch_transactions
      WHERE central_payment_gateway_id = 'mpesa' AND at >= ${from}
      UNION SELECT ${app.shortCode} WHERE EXISTS (SELECT 1 FROM gateways
        WHERE collected IS NOT NULL AND (archived_at IS NULL OR archived_at >= ${from}))`,
  );
  const invoices = settings.PLATFORM_PAYBILL === undefined ? [] : [settings.PLATFORM_PAYBILL];
  const codes = new Set([...invoices, ...rows.map(({ shortCode }) => shortCode)]);
  const { environment } = app;
  return [...codes].map((shortCode) => ({
    key: keyOf({ environment, shortCode }),
    environment,
    shortCode,
    own: [],
    askers: [],
    unknownTo: platformBooks,
  }));
}
