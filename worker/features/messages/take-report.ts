import type { Context } from "../../context.ts";
import { isOptOut } from "../../contract/values/opt-out-words.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { isOfErased } from "../../errors.ts";
import type { DeliveryReport, SmsDriver } from "./drivers/driver.ts";
import { incomingStatements } from "./incoming.ts";
import { optOutStatements } from "./opt-outs.ts";
import { accountAt } from "./report-address.ts";

/**
 * What an account tells of itself. A delivery report moves the state of the one message that this account sent to this number under
 * this name, from sent to its end, and nothing else; an opt-out puts a number on the list of those who get none; any
 * other message is kept for a person to read. Repeated, late or made up it changes nothing more.
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
  const told = report
    ? [reportStatement(report, accountId, ctx.now())]
    : incomingSaid(driver.readIncoming(body), ctx.now());
  if (told.length === 0) return;
  try {
    await ctx.tenant(providerId).batch(told);
  } catch (cause) {
    if (!isOfErased(cause)) throw cause;
  }
}

/** Who writes from what is no mobile number can't be put on the list: a person has to see it. */
function incomingSaid(said: ReturnType<SmsDriver["readIncoming"]>, now: number): Sql[] {
  if (said === null) return [];
  if ("optOut" in said) return optOutStatements(said.optOut, now);
  const phone = parseKenyanMobile(said.from);
  return phone !== undefined && isOptOut(said.text)
    ? optOutStatements(phone, now)
    : incomingStatements(said, now);
}

function reportStatement({ ref, phone, outcome }: DeliveryReport, accountId: string, now: number): Sql {
  const reason = outcome.state === "failed" ? outcome.reason : null;
  return sql`UPDATE messages SET state = ${outcome.state}, reason = ${reason}, ended_at = ${now}
    WHERE ref = ${ref} AND phone = ${phone} AND account_id = ${accountId} AND state = 'sent'`;
}
