import type { Context } from "../../context.ts";
import type {
  listPaid as listPaidCall,
  paymentsOfPhone as ofPhoneCall,
  PaidLine,
} from "../../contract/refunds.ts";
import type { Made } from "../../contract/texts.ts";
import { listPaid, type PaidRow, paymentsOfPhone } from "../payments/index.ts";
import { accessOfPaid } from "../users/index.ts";
import { isNotLetOut } from "./activation.ts";

// The operator's payments, each with what became of the access that it paid for.

type Line = Made<typeof PaidLine>;
type Query<Call extends typeof listPaidCall | typeof ofPhoneCall> = ReturnType<Call["query"]["parse"]>;

export async function listPaidLines(
  ctx: Context,
  query: Query<typeof listPaidCall>,
): Promise<{ lines: Line[]; total: number }> {
  const few = query.activation === "open" ? isNotLetOut.payment(ctx.now()) : undefined;
  const { paid, total } = await listPaid(ctx, query, few);
  return { lines: await withAccess(ctx, paid), total };
}

/** Whole numbers only. @throws AppError invalid */
export async function linesOfPhone(
  ctx: Context,
  query: Query<typeof ofPhoneCall>,
): Promise<Made<(typeof ofPhoneCall)["answer"]>> {
  const { rows, ...found } = await paymentsOfPhone(ctx, query);
  return { ...found, rows: await withAccess(ctx, rows) };
}

async function withAccess(ctx: Context, rows: readonly PaidRow[]): Promise<Line[]> {
  const access = await accessOfPaid(
    ctx,
    rows.filter(({ status }) => status === "completed"),
  );
  return rows.map((row) => ({ ...row, access: access.get(row.id) ?? null }));
}
