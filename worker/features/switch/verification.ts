import type { Context } from "../../context.ts";
import type { PaymentSwitch } from "../../contract/switch.ts";
import type { FaultReport } from "../../contract/values/gateway-faults.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement, recordStatement } from "../audit/index.ts";
import { storedFault } from "../gateways/index.ts";
import { configureSwitch } from "./configure-switch.ts";
import { isCollectable } from "./list-switches.ts";
import { staleId } from "./operate-switch.ts";
import { refuseProvidersAccount } from "./providers-account.ts";
import { type SwitchRow, switchById } from "./store.ts";
import { verificationRouteOf } from "./switch-settings.ts";

// A central account is tried before it takes money: KSh 1 goes there by the very route that visitors' payments will take, and
// the operator names who received it as the prompt did. No gateway tells us that name.

/** @throws AppError not_found, or refused with the reason why nothing may be sent there */
export async function switchToTry(ctx: Context, id: string): Promise<SwitchRow> {
  const row = await switchById(ctx, id);
  if (!row) throw staleId();
  if (!isCollectable(ctx, row)) throw refuse("refused", "switch_no_credentials");
  await refuseProvidersAccount(ctx, row);
  return row;
}

/** Written before the push goes out. What was tried before holds until another verification was confirmed. */
export async function beginSwitchVerification(
  ctx: Context,
  { row, paymentId }: { row: SwitchRow; paymentId: string },
  actor: Actor,
): Promise<void> {
  await ctx.platform.batch([
    sql`UPDATE switches SET trial_payment_id = ${paymentId}, trial_route = ${verificationRouteOf(row)},
        trial_paid_at = NULL, trial_fault = NULL
      WHERE id = ${row.id}`,
    recordStatement(ctx, {
      ...actor,
      action: "switch.try",
      subject: row.id,
      detail: { name: row.name, account: accountOf(row), amountCents: 100, paymentId },
    }),
  ]);
}

/** Only the verification that was begun last counts. A late success counts, too. */
export async function endSwitchVerification(
  ctx: Context,
  end: { switchId: string; paymentId: string; paidAt: number | null; fault: FaultReport | null },
): Promise<void> {
  await ctx.platform.run(
    sql`UPDATE switches SET trial_paid_at = coalesce(trial_paid_at, ${end.paidAt}),
        trial_fault = ${end.fault && storedFault(end.fault)}
      WHERE id = ${end.switchId} AND trial_payment_id = ${end.paymentId}`,
  );
}

/** Verifications without an end, a few at a time. */
export async function openSwitchVerifications(
  ctx: Context,
): Promise<{ switchId: string; paymentId: string }[]> {
  return ctx.platform.all(
    sql`SELECT id AS switchId, trial_payment_id AS paymentId FROM switches
      WHERE trial_payment_id IS NOT NULL AND trial_paid_at IS NULL AND trial_fault IS NULL
        AND archived_at IS NULL LIMIT 50`,
  );
}

/** From here on the account may take money. @throws AppError not_found; refused: nothing was paid, or a provider received it */
export async function confirmSwitchVerification(
  ctx: Context,
  id: string,
  payee: string,
  actor: Actor,
): Promise<PaymentSwitch> {
  const row = await switchById(ctx, id);
  if (!row) throw staleId();
  const { platform } = ctx;
  const namesake = await platform.first(
    sql<{ name: string }>`SELECT business_name AS name FROM providers
      WHERE lower(trim(business_name)) = lower(${payee}) LIMIT 1`,
  );
  if (namesake) throw refuse("refused", "switch_payee_is_provider", { name: namesake.name });
  const [changed = []] = await platform.batch([
    sql`UPDATE switches SET tried_route = trial_route, tried_at = trial_paid_at, tried_payee = ${payee},
        updated_at = max(updated_at + 1, ${ctx.now()})
      WHERE id = ${id} AND archived_at IS NULL AND trial_paid_at IS NOT NULL AND tried_at IS NOT trial_paid_at
        AND trial_route = account_type || ' ' || central_payment_gateway_id || ' ' || central_account_number
      RETURNING id`,
    recordIfStatement(
      ctx,
      {
        ...actor,
        action: "switch.name_payee",
        subject: id,
        detail: { name: row.name, account: accountOf(row), payee },
      },
      sql`EXISTS (SELECT 1 FROM switches
        WHERE id = ${id} AND tried_at = trial_paid_at AND tried_payee = ${payee})`,
    ),
  ]);
  if (changed.length === 0) throw refuse("refused", "switch_not_verified");
  return configureSwitch(ctx, id);
}

const accountOf = (row: SwitchRow) => `${row.centralPaymentGatewayId} ${row.centralAccountNumber}`;
