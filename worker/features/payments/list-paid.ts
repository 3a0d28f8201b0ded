import type { Context } from "../../context.ts";
import type { listPaid as listPaidCall, PaidLine } from "../../contract/refunds.ts";
import type { NotDivertible } from "../../contract/switch.ts";
import { shillings } from "../../contract/values/money.ts";
import { maskedPhone } from "../../contract/values/phone.ts";
import type { Terms } from "../../db/schema/tenant.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { openSwitches } from "../switch/index.ts";
import { environmentsOf, whyDirect } from "./not-divertible.ts";

type Query = ReturnType<(typeof listPaidCall)["query"]["parse"]>;
type PaidRow = Pick<PaidLine, "id" | "providerId" | "receipt" | "method" | "settlement"> & {
  createdAt: number;
  at: number;
  gatewayId: string;
  /** JSON. */
  terms: string;
  cents: number;
  back: number;
  phone: string;
};
type Page = { paid: PaidLine[]; total: number };

const mostRows = 1_000;

/** Completed payments from which one to give back is chosen, newest first. */
export async function listPaid(
  ctx: Context,
  { page = 1, pageSize = mostRows, q, providerId }: Query,
): Promise<Page> {
  const text = q?.trim() ?? "";
  if (!providerId && text === "") return { paid: [], total: 0 };
  const names = await providerNames(ctx, providerId);
  const from = providerId ? ofOne(providerId, text.toLowerCase()) : ofAll([...names.keys()], text);
  const [found, [count]] = await ctx.platform.batch([
    sql<PaidRow>`SELECT id, provider_id AS providerId, coalesce(completed_at, created_at) AS at, terms,
        amount_cents AS cents, refunded_cents AS back, phone, receipt, method, settlement,
        created_at AS createdAt, gateway_id AS gatewayId
      ${from} ORDER BY created_at DESC, id LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    sql<{ total: number }>`SELECT count(*) AS total ${from}`,
  ]);
  const reasons = await reasonsOf(ctx, found);
  const paid = found.map((row) => ({
    ...lineOf(row, names.get(row.providerId) ?? row.providerId),
    notDivertible: reasons.get(row) ?? null,
  }));
  return { paid, total: count?.total ?? 0 };
}

const ofOne = (providerId: string, text: string): Sql =>
  sql`FROM payments WHERE provider_id = ${providerId} AND status = 'completed' AND (${text} = ''
    OR instr(lower(receipt), ${text}) > 0 OR instr(phone, ${text}) > 0 OR instr(id, ${text}) > 0)`;

/** Whole names only: each is looked up along an index of its own, provider by provider. */
const ofAll = (providerIds: readonly string[], text: string): Sql =>
  sql`FROM payments WHERE status = 'completed' AND rowid IN (
    SELECT rowid FROM payments WHERE provider_id IN ${among(providerIds)} AND id = lower(${text})
    UNION SELECT rowid FROM payments WHERE provider_id IN ${among(providerIds)}
      AND method IN ('mpesa', 'airtel_money', 'bank') AND receipt IS NOT NULL
        AND receipt IN (${text}, upper(${text})))`;

/** Why those that went direct past an active switch could not be diverted. */
async function reasonsOf(ctx: Context, rows: readonly PaidRow[]): Promise<Map<PaidRow, NotDivertible>> {
  const direct = rows.filter(({ settlement }) => settlement !== "diverted");
  const switches = direct.length > 0 ? await openSwitches(ctx) : [];
  if (switches.length === 0) return new Map();
  const environments = await environmentsOf(
    ctx,
    direct.map(({ gatewayId }) => gatewayId),
  );
  return new Map(
    direct.flatMap((row) => {
      const environment = environments.get(row.gatewayId);
      const why = environment && whyDirect(ctx, { ...row, environment }, switches);
      return why ? [[row, why] as const] : [];
    }),
  );
}

function lineOf(row: PaidRow, provider: string): Omit<PaidLine, "notDivertible"> {
  const { id, providerId, receipt, method, settlement, at, terms, cents, back, phone } = row;
  return {
    ...{ id, providerId, receipt, method, settlement, provider },
    paidAt: new Date(at).toISOString(),
    planName: (JSON.parse(terms) as Terms).planName,
    amount: shillings(cents),
    refunded: shillings(back),
    payer: maskedPhone(phone),
  };
}

async function providerNames(ctx: Context, only: string | undefined): Promise<Map<string, string>> {
  const { platform } = ctx;
  const rows = await platform.all(
    sql<{ id: string; name: string }>`SELECT id, business_name AS name FROM providers
      WHERE ${only ?? null} IS NULL OR id = ${only ?? null}`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
