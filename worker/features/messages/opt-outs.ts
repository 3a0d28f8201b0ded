import type { Context } from "../../context.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { incomingReadStatement } from "./incoming.ts";

/** @throws AppError invalid */
export function mobileOf(typed: string): string {
  const phone = parseKenyanMobile(typed);
  if (phone === undefined) throw refuse("invalid", "phone_invalid");
  return phone;
}

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
  typed: string,
  optedOut: boolean,
): Promise<string> {
  const phone = mobileOf(typed);
  await ctx
    .tenant(providerId)
    .batch(
      optedOut
        ? optOutStatements(phone, ctx.now())
        : [sql`DELETE FROM message_opt_outs WHERE phone = ${phone}`],
    );
  return phone;
}
