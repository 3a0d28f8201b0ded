import type { Context } from "../../context.ts";
import { isOptOut } from "../../contract/values/opt-out-words.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { isOfErased } from "../../errors.ts";
import type { DeliveryReport, SmsDriver } from "./drivers/driver.ts";
import { incomingStatements } from "./incoming.ts";
import { optOutStatements } from "./opt-outs.ts";
import { platformSender, reportStatement } from "./platform-account.ts";
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
  if (providerId === platformSender) {
    if (report) await takePlatformReport(ctx, report);
    else await takeAtPlatform(ctx, driver.readIncoming(body));
    return;
  }
  const told = report
    ? [reportStatement(report, accountId, ctx.now())]
    : incomingSaid(driver.readIncoming(body), ctx.now());
  await tellProvider(ctx, providerId, told);
}

async function tellProvider(ctx: Context, providerId: string, told: readonly Sql[]): Promise<void> {
  if (told.length === 0) return;
  try {
    await ctx.tenant(providerId).batch([...told]);
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

// The platform's account sends for many providers: whose message a name is, is kept for some days. A report may come before that is
// known; whichever comes first waits for the other.

async function takePlatformReport(ctx: Context, report: DeliveryReport): Promise<void> {
  const now = ctx.now();
  const [[known] = []] = await ctx.platform.batch([
    sql<{ providerId: string | null }>`INSERT INTO sms_reports (ref, said, at)
      VALUES (${report.ref}, ${JSON.stringify(report)}, ${now})
      ON CONFLICT (ref) DO UPDATE SET said = coalesce(said, excluded.said)
      RETURNING provider_id AS providerId`,
  ]);
  if (known?.providerId)
    await tellProvider(ctx, known.providerId, [reportStatement(report, platformSender, now)]);
}

/** Who answers is understood by each provider that wrote to this number lately: one of them is meant. */
async function takeAtPlatform(ctx: Context, said: ReturnType<SmsDriver["readIncoming"]>): Promise<void> {
  if (said === null) return;
  const phone = "optOut" in said ? said.optOut : parseKenyanMobile(said.from);
  if (phone === undefined) return;
  const writers = await ctx.platform.all(
    sql<{ providerId: string }>`SELECT DISTINCT provider_id AS providerId FROM sms_reports
      WHERE phone = ${phone} AND provider_id IS NOT NULL LIMIT 20`,
  );
  for (const { providerId } of writers) await tellProvider(ctx, providerId, incomingSaid(said, ctx.now()));
}
