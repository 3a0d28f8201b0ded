import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { isOfErased } from "../../errors.ts";
import { accountAt } from "./report-address.ts";

/**
 * A delivery report moves the state of the one message that this account sent to this number under this name, from sent to its end,
 * and nothing else. Repeated, late or made up it changes nothing.
 */
export async function takeReport(
  ctx: Context,
  { id, secret }: { id: string; secret: string },
  body: string,
): Promise<void> {
  const account = accountAt(ctx, id, secret);
  const report = account?.driver.readReport(body);
  if (!account || !report) return;
  const { state } = report.outcome;
  const reason = report.outcome.state === "failed" ? report.outcome.reason : null;
  try {
    await ctx.tenant(account.providerId).run(
      sql`UPDATE messages SET state = ${state}, reason = ${reason}, ended_at = ${ctx.now()}
        WHERE ref = ${report.ref} AND phone = ${report.phone} AND account_id = ${account.accountId}
          AND state = 'sent'`,
    );
  } catch (cause) {
    if (!isOfErased(cause)) throw cause;
  }
}
