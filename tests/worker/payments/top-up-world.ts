import { hourMs } from "#contract/values/time";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import type { CallOptions } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import type { Buyer, PaymentWorld } from "./payment-world.ts";

export const megabyte = 2 ** 20;

/** A plan of 100 MB in 24 hours for KSh 10, with 50 MB more for KSh 5. */
export const cap = 100 * megabyte;
export const more = 50 * megabyte;

export async function run(providerId: string, sql: string, ...values: (string | number | null)[]) {
  await tenantDatabase(providerId)
    .prepare(sql)
    .bind(...values)
    .run();
}

/** Of its first plan, from now on. */
export async function capped(world: PaymentWorld, of: "demo" | "savanna" = "demo"): Promise<void> {
  const { id, plans } = world.seeded[of];
  await run(
    id,
    `UPDATE plans SET data_bytes = ?2, top_up_bytes = ?3, top_up_price_cents = 500, duration_minutes = 1440
      WHERE id = ?1`,
    plans[0]?.id ?? "",
    cap,
    more,
  );
}

export type CappedRow = {
  id: string;
  rev: number;
  state: string;
  end_reason: string | null;
  used_bytes: number;
  top_up_bytes: number;
  ends_at: number | null;
  terms: string;
};

export async function purchaseRow(buyer: Buyer, id: string): Promise<CappedRow | null> {
  return tenantDatabase(buyer.provider.id)
    .prepare("SELECT * FROM entitlements WHERE id = ?1")
    .bind(id)
    .first<CappedRow>();
}

export async function servedBy(buyer: Buyer, paymentId: string): Promise<string | null> {
  return tenantDatabase(buyer.provider.id)
    .prepare("SELECT entitlement_id FROM payments WHERE id = ?1")
    .bind(paymentId)
    .first<string | null>("entitlement_id");
}

/** A device's first purchase of the plan, which runs since now. */
export async function running(buyer: Buyer, options?: CallOptions): Promise<string> {
  const { transactionId } = await buyer.start({}, options);
  await buyer.answer("paid");
  return runs(buyer, (await servedBy(buyer, transactionId)) ?? "");
}

/** As the report of its bridge leaves it. @returns its id */
export async function runs(buyer: Buyer, id: string): Promise<string> {
  await run(
    buyer.provider.id,
    "UPDATE entitlements SET state = 'running', started_at = ?2, ends_at = ?3, rev = rev + 1 WHERE id = ?1",
    id,
    Date.now(),
    Date.now() + 24 * hourMs,
  );
  return id;
}

export async function usedUp(buyer: Buyer, id: string): Promise<void> {
  await run(
    buyer.provider.id,
    `UPDATE entitlements SET state = 'ended', end_reason = 'data', ended_at = ?2, used_bytes = ?3, rev = rev + 1
      WHERE id = ?1`,
    id,
    Date.now(),
    cap,
  );
}

/** @returns the payment's id, once it is paid */
export async function toppedUp(buyer: Buyer, options?: CallOptions): Promise<string> {
  const { transactionId } = await buyer.start({ topUp: true }, options);
  await buyer.answer("paid");
  return transactionId;
}

/** Of the demo provider's routers. */
export async function bridgeAt(world: PaymentWorld): Promise<FakeLink> {
  const { id } = world.seeded.demo;
  const owner = { providerId: id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  await testContext()
    .env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE provider_id = ?2")
    .bind(bridge.id, id)
    .run();
  return bridge.connect();
}
