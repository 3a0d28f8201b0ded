import type { Context } from "../../context.ts";
import type { listPaid as listPaidCall, PaidLine } from "../../contract/refunds.ts";
import type { NotDivertible } from "../../contract/switch.ts";
import { shillings } from "../../contract/values/money.ts";
import { maskedPhone } from "../../contract/values/phone.ts";
import type { Terms } from "../../db/schema/tenant.ts";
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
  const { platform } = ctx;
  const text = q?.trim() ?? "";
  if (!providerId && text === "") return { paid: [], total: 0 };
  const names = await providerNames(ctx, providerId);
  const from = providerId ? ofOne : ofAll;
  const wanted = providerId ? text.toLowerCase() : text;
  const values = [providerId ?? JSON.stringify([...names.keys()]), wanted];
  const [rows = [], [count] = []] = await platform.batch([
    platform.statement(
      `SELECT id, provider_id AS providerId, coalesce(completed_at, created_at) AS at, terms, amount_cents AS cents,
        refunded_cents AS back, phone, receipt, method, settlement, created_at AS createdAt, gateway_id AS gatewayId
      ${from} ORDER BY created_at DESC, id LIMIT ?3 OFFSET ?4`,
      ...values,
      pageSize,
      (page - 1) * pageSize,
    ),
    platform.statement(`SELECT count(*) AS total ${from}`, ...values),
  ]);
  const found = rows as PaidRow[];
  const reasons = await reasonsOf(ctx, found);
  const paid = found.map((row) => ({
    ...lineOf(row, names.get(row.providerId) ?? row.providerId),
    notDivertible: reasons.get(row) ?? null,
  }));
  return { paid, total: Number(count?.total ?? 0) };
}

const ofOne = `FROM payments WHERE provider_id = ?1 AND status = 'completed' AND (?2 = ''
  OR instr(lower(receipt), ?2) > 0 OR instr(phone, ?2) > 0 OR instr(id, ?2) > 0)`;

/** Whole names only: each is looked up along an index of its own, provider by provider. */
const ofAll = `FROM payments WHERE status = 'completed' AND rowid IN (
  SELECT rowid FROM payments WHERE provider_id IN (SELECT value FROM json_each(?1)) AND id = lower(?2)
  UNION SELECT rowid FROM payments WHERE provider_id IN (SELECT value FROM json_each(?1))
    AND method IN ('mpesa', 'airtel_money', 'bank') AND receipt IS NOT NULL AND receipt IN (?2, upper(?2)))`;

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
  const rows = await platform.all<{ id: string; name: string }>(
    platform.statement(
      "SELECT id, business_name AS name FROM providers WHERE ?1 IS NULL OR id = ?1",
      only ?? null,
    ),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
