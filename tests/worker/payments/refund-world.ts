import { expect } from "vitest";
import { rowsOfAllTenants } from "../../support/tenant-rows.ts";
import { moneyRows } from "./money-rows.ts";
import { type Buyer, type PaymentWorld, stateOf } from "./payment-world.ts";

/**
 * Until the gateway has confirmed a payment itself: no other is given back. A callback waits for the gateway's answer only so
 * long, and a pay bill's own report may overtake it; either is believed, and the gateway asked again later.
 */
export async function untilConfirmed(world: PaymentWorld, id: string): Promise<void> {
  const isConfirmed = async () => {
    const payment = await stateOf(id);
    return payment.status === "completed" && !payment.unverified && payment.reported === null;
  };
  for (let waits = 0; waits < 5 && !(await isConfirmed()); waits += 1) await world.advance(10_000);
  expect(await isConfirmed()).toBe(true);
}

/** A completed payment to Savanna, confirmed by the gateway. */
export async function paidTo(world: PaymentWorld): Promise<{ buyer: Buyer; id: string; cents: number }> {
  const buyer = world.buyer("savanna");
  const { transactionId: id, amount } = await buyer.start();
  await buyer.answer("paid");
  await untilConfirmed(world, id);
  return { buyer, id, cents: amount * 100 };
}

type RefundRow = { id: string; status: string; cents: number; receipt: string | null; detail: string | null };

export async function refundRows(paymentId: string): Promise<RefundRow[]> {
  return rowsOfAllTenants<RefundRow>(
    "SELECT * FROM refunds WHERE payment_id = ?1 ORDER BY created_at, id",
    paymentId,
  );
}

/** Of one payment, and of so many in this world. */
export async function expectGivenBack(
  world: PaymentWorld,
  id: string,
  cents: number,
  times = 1,
): Promise<void> {
  expect(await refundRows(id)).toMatchObject([{ status: "done", cents }]);
  const { ledger, payment } = await moneyRows(id);
  const back = ledger.filter(({ kind }) => kind === "refund");
  // What a switch took is kept apart by a pair of its own.
  expect(back).toHaveLength(payment?.settlement === "diverted" ? 4 : 2);
  expect(back.reduce((sum, line) => sum + line.cents, 0)).toBe(0);
  const rows = await rowsOfAllTenants("SELECT refunded_cents AS cents FROM payments WHERE id = ?1", id);
  expect(rows).toEqual([{ cents }]);
  expect(await world.daraja.counts()).toMatchObject({ reversals: times });
}
