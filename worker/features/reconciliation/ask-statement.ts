import type { Context } from "../../context.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { platformMpesa } from "../gateways/index.ts";
import { permittedPushes, pullStatement, readPayment, type StatementFault } from "../payments/index.ts";
import { type ComparedStatement, compareStatement } from "./compare-statement.ts";
import type { Expected } from "./match-money.ts";
import type { Account } from "./statement-money.ts";
import { unknownOf } from "./unknown-payments.ts";

/** Daraja hands out 48 hours; what comes later is not the whole day. */
const statementMs = 47 * 3_600_000;
/** The phone of a test push may have asked a while before the day for what was paid in it. */
const trialMs = 3_600_000;

/** An M-Pesa short code with credentials of its own. */
export type OwnAccount = Account & { environment: "sandbox" | "production" };

/** M-Pesa gateways with credentials of their own, archived ones too: their money of yesterday is still theirs. */
export function ownAccounts(ctx: Context): Promise<OwnAccount[]> {
  const { platform } = ctx;
  return platform.all<OwnAccount>(
    platform.statement(
      `SELECT id AS gatewayId, provider_id AS providerId, environment, account_number AS shortCode FROM gateways
      WHERE type = 'mpesa' AND use_auto_api = 0 ORDER BY id`,
    ),
  );
}

/** From then on a day's statement is not to be had any more. */
export const statementUntil = (day: { from: number }) => day.from + statementMs;

/** Fetches one statement and compares it with what we know, or says why not. */
export async function askStatement(
  ctx: Context,
  account: OwnAccount,
  day: { from: number; to: number },
): Promise<(ComparedStatement & { rows: number; receivedCents: number }) | StatementFault> {
  const { providerId, shortCode } = account;
  const [contact] = await ctx.platform.all<{ phone: string }>(
    ctx.platform.statement("SELECT phone FROM providers WHERE id = ?1", providerId),
  );
  const nominatedNumber = parseKenyanMobile(contact?.phone ?? "");
  if (!nominatedNumber)
    return { fault: "The provider has no Kenyan mobile number, which a statement asks for.", isFinal: true };
  try {
    const statement = await pullStatement(ctx, { ...account, nominatedNumber }, day.from, ctx.now());
    if ("fault" in statement) return statement;
    const trials = await trialsAt(ctx, account, day.from - trialMs);
    return {
      ...(await compareStatement(ctx, account, statement.rows, day, trials)),
      rows: statement.rows.length,
      receivedCents: statement.rows.reduce((sum, { amountCents }) => sum + amountCents, 0),
    };
  } catch (cause) {
    // One statement shall not keep a night from all others.
    console.error("reconcile statement", shortCode, cause);
    return { fault: "The statement could not be compared.", isFinal: false };
  }
}

/** Test pushes to this short code, by whichever app: they have no row, so their payments are asked. */
async function trialsAt(ctx: Context, account: OwnAccount, since: number): Promise<Expected[]> {
  const { providerId, gatewayId, environment, shortCode } = account;
  const platform = platformMpesa(ctx);
  const apps = [
    { gatewayId, environment },
    ...(platform ? [{ gatewayId: null, environment: platform.environment }] : []),
  ];
  const pushes = (await Promise.all(apps.map((app) => permittedPushes(ctx, app, since)))).flat();
  const ids = pushes.filter((push) => push.providerId === providerId).map(({ paymentId }) => paymentId);
  const views = await Promise.all((await unknownOf(ctx, providerId, ids)).map((id) => readPayment(ctx, id)));
  return views.flatMap((view) => {
    if (!view?.intent.verifies || view.route?.driver !== "mpesa" || view.route.partyB !== shortCode)
      return [];
    const { intent, pushedAt, completedAt, receipt, route } = view;
    const since = pushedAt ?? intent.createdAt;
    return {
      ...{ paymentId: intent.id, cents: intent.amountCents, phone: intent.phone, receipt, since },
      ...{ paidAt: completedAt ?? since, reference: route.accountReference },
    };
  });
}
