import type { Context } from "../../context.ts";
import { CaptivePortalSettings } from "../../contract/branding.ts";
import type { ListedProvider, Provider, ProvidersShown } from "../../contract/providers.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { shillings } from "../../contract/values/money.ts";
import { isThere } from "../../db/lookup.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";

type Row = Omit<Provider, "createdAt" | "captivePortalSettings"> & {
  createdAt: number;
  /** JSON. */
  settings: string;
};

const columns = sql`id, business_name AS businessName, contact_name AS contactName, email, phone, address,
  kra_pin AS kraPin, business_license AS businessLicense, subdomain, status, created_at AS createdAt,
  captive_portal_settings AS settings,
  (SELECT count(*) FROM routers r WHERE r.provider_id = providers.id AND r.archived_at IS NULL) AS routerCount`;

type ListedRow = Row &
  Pick<ListedProvider, "routersOnline" | "lastSaleDay"> & { cents: number; sales: number };

/** From the copies of daily sums, along each provider's key, and from what bridges' objects wrote when it changed. */
const atAGlance = (today: string) => sql`
  (SELECT count(online_since) FROM routers r WHERE r.provider_id = providers.id AND r.archived_at IS NULL) AS routersOnline,
  (SELECT coalesce(sum(cents), 0) FROM provider_sales s WHERE s.provider_id = providers.id AND s.day = ${today}) AS cents,
  (SELECT coalesce(sum(count), 0) FROM provider_sales s WHERE s.provider_id = providers.id AND s.day = ${today}) AS sales,
  (SELECT day FROM provider_sales s WHERE s.provider_id = providers.id AND s.count > 0
    ORDER BY day DESC LIMIT 1) AS lastSaleDay`;

/** @throws AppError not_found */
export async function providerById(ctx: Context, id: string): Promise<Provider> {
  const row = await ctx.platform.first(
    sql<Row>`SELECT ${columns} FROM providers WHERE id = ${id} AND ${isThere}`,
  );
  if (!row) throw refuse("not_found", "no_such_provider");
  return answerOf(row);
}

export async function businessName(ctx: Context, id: string): Promise<string> {
  const row = await ctx
    .snapshot(id)
    .first(
      sql<{ businessName: string }>`SELECT business_name AS businessName FROM providers WHERE id = ${id}`,
    );
  if (!row) throw refuse("not_found", "no_such_provider");
  return row.businessName;
}

export async function isProvider(ctx: Context, id: string): Promise<boolean> {
  return (await ctx.lookup.providerById(id)) !== undefined;
}

type ProvidersWanted = {
  /** Part of a name, an address, a phone number or a subdomain. */
  q?: string | undefined;
  status?: ProvidersShown | undefined;
  page?: number | undefined;
  pageSize?: number | undefined;
};

const routers = sql`SELECT 1 FROM routers r WHERE r.provider_id = providers.id AND r.archived_at IS NULL`;
const shown = {
  active: sql`status = 'active'`,
  suspended: sql`status = 'suspended'`,
  cannot_sell: sql`(status <> 'active'
    OR NOT EXISTS (${routers} AND r.status = 'active' AND r.online_since IS NOT NULL AND r.blocks = 0))`,
  router_away: sql`EXISTS (${routers} AND r.online_since IS NULL)`,
} satisfies Record<ProvidersShown, unknown>;

export async function providersPage(
  ctx: Context,
  { q = "", status, page = 1, pageSize = 1_000 }: ProvidersWanted,
): Promise<{ providers: ListedProvider[]; total: number }> {
  const text = q.trim().toLowerCase();
  const fits = sql`WHERE ${isThere} AND ${status ? shown[status] : sql`TRUE`}
    AND (${text} = '' OR instr(lower(business_name), ${text}) > 0 OR instr(lower(contact_name), ${text}) > 0
      OR instr(lower(email), ${text}) > 0 OR instr(phone, ${text}) > 0 OR instr(subdomain, ${text}) > 0)`;
  const [rows, [count]] = await ctx.platform.batch([
    sql<ListedRow>`SELECT ${columns}, ${atAGlance(nairobiDay(ctx.now()))} FROM providers ${fits} ORDER BY created_at DESC, id
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total FROM providers ${fits}`,
  ]);
  return {
    providers: rows.map(({ cents, sales, routersOnline, lastSaleDay, ...row }) => ({
      ...answerOf(row),
      routersOnline,
      lastSaleDay,
      today: { revenue: shillings(cents), count: sales },
    })),
    total: count?.total ?? 0,
  };
}

function answerOf({ settings, createdAt, ...row }: Row): Provider {
  return {
    ...row,
    createdAt: new Date(createdAt).toISOString(),
    captivePortalSettings: CaptivePortalSettings.parse(JSON.parse(settings)),
  };
}
