import { nairobiDay } from "#contract/values/duration";
import { hourMs } from "#contract/values/time";
import type { Context } from "#worker/context";
import { billingConfigs, switches } from "#worker/db/schema/platform";
import { sql } from "#worker/db/sql";
import { insertInto } from "#worker/db/table-rows";
import { verifyConfirmation } from "#worker/features/billing/decide-confirmation";
import { addGateway } from "#worker/features/gateways/store";
import type { SeededProvider, TwoProviders } from "./two-providers.ts";

// What the demonstration has of money besides M-Pesa. Each asks what is there already, so that a site from before there was
// such a thing gets it with its next start.

/** The demo provider collects Airtel Money by the platform's app. @param merchantCode where its money would go */
export async function seedAirtel(ctx: Context, { id }: SeededProvider, merchantCode: string): Promise<void> {
  const known = await ctx.platform.first(
    sql`SELECT id FROM gateways WHERE provider_id = ${id} AND type = 'airtel_money' LIMIT 1`,
  );
  if (known) return;
  const row = { id: crypto.randomUUID(), providerId: id, routerId: null, type: "airtel_money" } as const;
  await ctx.platform.run(
    addGateway(
      ctx,
      {
        ...row,
        isActive: true,
        environment: "sandbox",
        useAutoApi: true,
        accountNumber: merchantCode,
        createdAt: ctx.now(),
      },
      null,
    ),
  );
}

/**
 * The demo provider is billed KES 1,500 a month since the first day of the last one, so its first invoice comes with the
 * worker's first sweep, with a letter. And the operator has a switch that nobody has activated.
 */
export async function seedBilling(
  ctx: Context,
  { demo, operator }: Pick<TwoProviders, "demo" | "operator">,
  centralTill: string,
): Promise<void> {
  const { platform } = ctx;
  const now = ctx.now();
  const times = { createdAt: now, updatedAt: now };
  const added = await platform.run(
    insertInto(billingConfigs, {
      providerId: demo.id,
      billingModel: "monthly_fee",
      monthlyFeeCents: 150_000,
      ...times,
      billingCycle: "monthly",
      dueDay: 28,
      paymentAccountNumber: "PROV-DEMO",
      notificationEmails: "billing@demo.example",
      // A day's invoices are made from six in the morning.
      billedFrom: firstOfLastMonth(nairobiDay(now - 6 * hourMs)),
    }),
  );
  // Of a site that is older than its bill, this day was looked at already.
  if (added > 0) await platform.run(sql`DELETE FROM sweep_progress WHERE name = 'billing'`);
  else await payOverdue(ctx, demo, operator.id);
  const known = await platform.first(sql`SELECT id FROM switches LIMIT 1`);
  if (known) return;
  await platform.run(
    insertInto(switches, {
      id: crypto.randomUUID(),
      name: "Backhaul of the month",
      accountType: "mobile_money",
      ...times,
      centralPaymentGatewayId: "mpesa",
      centralAccountNumber: centralTill,
      targetCents: 5_000_000,
      switchMode: "manual",
    }),
  );
}

/** Nobody pays the bills of a demonstration that was put away for weeks: it would come back suspended. */
async function payOverdue(ctx: Context, { id, admin }: SeededProvider, operatorId: string): Promise<void> {
  const { platform } = ctx;
  const overdue = await platform.first(
    sql<{ cents: number | null }>`SELECT sum(amount_cents - paid_cents) AS cents FROM invoices
      WHERE provider_id = ${id} AND paid_at IS NULL AND due_date < ${nairobiDay(ctx.now())}`,
  );
  if (!overdue?.cents) return;
  const confirmation = crypto.randomUUID();
  const paymentCode = `D${confirmation.replaceAll("-", "").slice(0, 9).toUpperCase()}`;
  await platform.run(
    sql`INSERT INTO payment_confirmations
        (id, provider_id, amount_cents, payment_code, status, submitted_by, created_at)
      VALUES (${confirmation}, ${id}, ${overdue.cents}, ${paymentCode}, 'pending', ${admin.id},
        ${ctx.now()})`,
  );
  const actor = { actor: "platform", actorId: operatorId, providerId: null } as const;
  await verifyConfirmation(ctx, { id: confirmation, notes: undefined, actor });
}

function firstOfLastMonth(today: string): string {
  const date = new Date(`${today.slice(0, 8)}01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 10);
}
