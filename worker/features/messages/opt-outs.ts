import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { incomingReadStatement } from "./incoming.ts";

export async function listOptOuts(
  ctx: Context,
  providerId: string,
): Promise<{ phoneNumber: string; at: string }[]> {
  const rows = await ctx.tenant(providerId).all(
    sql<{
      phone: string;
      at: number;
    }>`SELECT phone, at FROM message_opt_outs ORDER BY at DESC, phone LIMIT 1000`,
  );
  return rows.map(({ phone, at }) => ({ phoneNumber: phone, at: new Date(at).toISOString() }));
}

/** @param phone `254…` */
export const optOutStatements = (phone: string, now: number): Sql[] => [
  sql`INSERT INTO message_opt_outs (phone, at) VALUES (${phone}, ${now}) ON CONFLICT DO NOTHING`,
  incomingReadStatement(phone),
];

/** @returns the number as it is kept @throws AppError invalid */
export async function setOptOut(
  ctx: Context,
  providerId: string,
  phone: string,
  optedOut: boolean,
): Promise<string> {
  await ctx
    .tenant(providerId)
    .batch(
      optedOut
        ? optOutStatements(phone, ctx.now())
        : [sql`DELETE FROM message_opt_outs WHERE phone = ${phone}`],
    );
  return phone;
}
