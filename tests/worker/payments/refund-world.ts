import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { addGateway } from "#worker/features/gateways/index";
import { savannaApp } from "../../seed/two-providers.ts";
import { testContext } from "../../support/worker-context.ts";
import { moneyRows } from "./money-rows.ts";
import type { Buyer, PaymentWorld } from "./payment-world.ts";

/** Savanna's gateway of that type from now on, with credentials of its own. */
export async function collectBy(
  world: PaymentWorld,
  type: "mpesa" | "airtel_money",
  secrets: Record<string, string>,
): Promise<void> {
  const ctx = testContext();
  const providerId = world.seeded.savanna.id;
  await env.DB.prepare("UPDATE gateways SET is_active = 0 WHERE type = ?1 AND provider_id = ?2")
    .bind(type, providerId)
    .run();
  await ctx.platform.run(
    addGateway(
      ctx,
      {
        ...{ id: crypto.randomUUID(), providerId, routerId: null, type, isActive: true },
        ...{ environment: "sandbox", useAutoApi: false, createdAt: ctx.now() },
        accountNumber: type === "mpesa" ? savannaApp.shortCode : "4455",
      },
      secrets,
    ),
  );
}

/** A completed payment to Savanna. */
export async function paidTo(world: PaymentWorld): Promise<{ buyer: Buyer; id: string; cents: number }> {
  const buyer = world.buyer("savanna");
  const { transactionId: id, amount } = await buyer.start();
  await buyer.answer("paid");
  return { buyer, id, cents: amount * 100 };
}

type RefundRow = { id: string; status: string; cents: number; receipt: string | null; detail: string | null };

export async function refundRows(paymentId: string): Promise<RefundRow[]> {
  return (
    await env.DB.prepare("SELECT * FROM refunds WHERE payment_id = ?1 ORDER BY created_at, id")
      .bind(paymentId)
      .all<RefundRow>()
  ).results;
}

/** Of one payment, and of so many in this world. */
export async function expectGivenBack(
  world: PaymentWorld,
  id: string,
  cents: number,
  times = 1,
): Promise<void> {
  expect(await refundRows(id)).toMatchObject([{ status: "done", cents }]);
  const { ledger } = await moneyRows(id);
  const back = ledger.filter(({ kind }) => kind === "refund");
  expect(back).toHaveLength(2);
  expect(back.reduce((sum, line) => sum + line.cents, 0)).toBe(0);
  const row = await env.DB.prepare("SELECT refunded_cents AS cents FROM payments WHERE id = ?1")
    .bind(id)
    .first();
  expect(row).toEqual({ cents });
  expect(await world.daraja.counts()).toMatchObject({ reversals: times });
}
