import type { Context } from "../../context.ts";
import type { ImportRow, ImportVerdict } from "../../contract/imports.ts";
import { formatVoucherCode } from "../../contract/values/voucher-code.ts";
import { among, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { recoveryHashFor } from "../entitlements/index.ts";
import { type Judged, judgeRows } from "./judge-rows.ts";
import { deviceStatements, voucherStatements } from "./store.ts";

type Asked = { rows: readonly ImportRow[]; routerId?: string | undefined };

/** Each is judged anew beside the vouchers that came meanwhile. */
const tries = 5;

/**
 * All of a chunk or nothing. Told again, it answers what is there. Devices are handed to their bridge by the sweep, which follows.
 * @throws AppError not_found, refused where it was undone, or has more rows than it was begun with
 */
export async function bringIn(
  ctx: Context,
  providerId: string,
  importId: string,
  asked: Asked,
): Promise<ImportVerdict[]> {
  const db = ctx.tenant(providerId);
  const found = sql<{
    undoneAt: number | null;
    rows: number;
  }>`SELECT undone_at AS undoneAt, "rows" FROM imports
    WHERE id = ${importId}`;
  const known = await db.first(found);
  if (!known) throw refuse("not_found", "import_gone");
  if (known.undoneAt !== null) throw refuse("refused", "import_undone");
  const { rows } = known;
  if (asked.rows.length > rows) throw refuse("refused", "import_more_rows", { rows });
  for (let left = tries - 1; ; left -= 1) {
    const told = await broughtIn(ctx, providerId, importId, asked);
    const verdicts = told.map(({ verdict }) => verdict);
    if (left === 0 || told.every(({ isDone }) => isDone)) return verdicts;
  }
}

async function broughtIn(ctx: Context, providerId: string, importId: string, asked: Asked): Promise<Told[]> {
  const db = ctx.tenant(providerId);
  const { verdicts, vouchers, devices, newest } = await judgeRows(ctx, providerId, importId, asked);
  const at = ctx.now();
  const reached = Math.max(...asked.rows.map(({ row }) => row));
  const withHashes = devices.map((one) => ({ ...one, recoveryHash: recoveryHashFor(ctx, one.id) }));
  const statements = [
    ...voucherStatements(importId, vouchers, at, newest),
    ...deviceStatements(importId, asked.routerId ?? "", withHashes, at),
    sql`UPDATE imports SET reached_row = max(reached_row, ${reached})
      WHERE id = ${importId} AND undone_at IS NULL`,
    sql<Brought>`SELECT id, code, foreign_code AS foreignCode FROM vouchers
      WHERE import_id = ${importId} AND revoked_at IS NULL
        AND (id IN ${among(vouchers.map(({ id }) => id))} OR code IN ${among(vouchers.map(({ code }) => code))})`,
    sql<Brought>`SELECT id, NULL AS code, NULL AS foreignCode FROM entitlements
      WHERE id IN ${among(devices.map(({ id }) => id))}`,
  ];
  const answers = await db.batch(statements);
  const [broughtVouchers, broughtDevices] = answers.slice(-2) as [Brought[], Brought[]];
  return verdicts.map((verdict) =>
    asBrought(verdict, { vouchers, devices }, [...broughtVouchers, ...broughtDevices]),
  );
}

type Brought = { id: string; code: string | null; foreignCode: string | null };

/** `isDone`: not overtaken by somebody who brought or made vouchers, or let a device in, at this moment. */
type Told = { verdict: ImportVerdict; isDone: boolean };

function asBrought(
  verdict: ImportVerdict,
  { vouchers, devices }: Pick<Judged, "vouchers" | "devices">,
  brought: readonly Brought[],
): Told {
  if (verdict.becomes === "refused") return { verdict, isDone: true };
  const { row } = verdict;
  const device = devices.find((one) => one.row === row);
  const voucher = vouchers.find((one) => one.row === row);
  const there = device
    ? brought.find(({ id }) => id === device.id)
    : brought.find(({ id, code }) => id === voucher?.id || code === voucher?.code);
  if (!there) {
    const fault = device ? "device_busy" : "code_taken";
    return { verdict: { row, becomes: "refused", fault, code: null, notKept: [] }, isDone: false };
  }
  const code = there.foreignCode ?? (there.code && formatVoucherCode(there.code));
  return { verdict: { ...verdict, code }, isDone: true };
}
