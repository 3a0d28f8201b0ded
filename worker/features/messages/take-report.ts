import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { isOfErased } from "../../errors.ts";
import type { DeliveryReport } from "./drivers/driver.ts";
import { optOutStatement } from "./opt-outs.ts";
import { accountAt } from "./report-address.ts";

/**
 * What an account tells of itself. A delivery report moves the state of the one message that this account sent to this number under
 * this name, from sent to its end, and nothing else; an opt-out puts a number on the list of those who get none. Repeated, late or made
 * up it changes nothing more.
 */
export async function takeReport(
  ctx: Context,
  { id, secret }: { id: string; secret: string },
  body: string,
): Promise<void> {
  const account = accountAt(ctx, id, secret);
  if (!account) return;
  const { driver, providerId, accountId } = account;
  const report = driver.readReport(body);
  const leaving = driver.readOptOut(body);
  const statement = report
    ? reportStatement(report, accountId, ctx.now())
    : leaving === null
      ? null
      : optOutStatement(leaving, ctx.now());
  if (statement === null) return;
  try {
    await ctx.tenant(providerId).run(statement);
  } catch (cause) {
    if (!isOfErased(cause)) throw cause;
  }
}

function reportStatement({ ref, phone, outcome }: DeliveryReport, accountId: string, now: number): Sql {
  const reason = outcome.state === "failed" ? outcome.reason : null;
  return sql`UPDATE messages SET state = ${outcome.state}, reason = ${reason}, ended_at = ${now}
    WHERE ref = ${ref} AND phone = ${phone} AND account_id = ${accountId} AND state = 'sent'`;
}
