import { deviceSubject, macOf } from "#contract/values/subject";
import { parseVoucherCode } from "#contract/values/voucher-code";
import { recoveryHashFor } from "#worker/features/entitlements/index";
import { newPaymentId } from "#worker/features/payments/core/payment-id";
import { newPayment, type PaymentState } from "#worker/features/payments/core/payment-state";
import { writeRow, writeState } from "#worker/features/payments/core/payment-store";
import { entitlementIdOf } from "#worker/features/payments/index";
import { planById, termsOf } from "#worker/features/plans/index";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { redemptionOf } from "#worker/features/vouchers/redemption-id";
import { claimStatements } from "#worker/features/vouchers/store";
import type { SeededProvider } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { forgetCopies } from "../../support/copies.ts";
import { newMac } from "../../support/sell.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";

// Rows as payments and redemptions write them, at any moment and without a gateway.

export type PutPayment = {
  status?: PaymentState["status"];
  createdAt?: number;
  /** The same moment unless told. */
  completedAt?: number;
  /** When the gateway denied it. */
  takenBackAt?: number;
  /** Place in the provider's plans and routers. */
  plan?: number;
  router?: number;
  shillings?: number;
  phone?: string;
  mac?: string | null;
  receipt?: string | null;
  detail?: string;
  reason?: PaymentState["reason"];
  method?: "mpesa";
  /** Of the switch that took it. */
  switchId?: string;
  centralAccount?: string;
};

export type Put = {
  id: string;
  providerId: string;
  entitlementId: string;
  mac: string | null;
  phone: string;
};

let payers = 0;

export async function putPayment(provider: SeededProvider, options: PutPayment = {}): Promise<Put> {
  const ctx = testContext();
  const plan = await planById(ctx.tenant(provider.id), provider.plans[options.plan ?? 0]?.id ?? "");
  const router = provider.routers[options.router ?? 0];
  if (!plan || !router) throw new Error("the seed has no such plan or router");
  payers += 1;
  const { status = "completed", createdAt = ctx.now(), completedAt = createdAt } = options;
  const id = newPaymentId(ctx);
  const intent = {
    id,
    providerId: provider.id,
    routerId: router.id,
    planId: plan.id,
    terms: termsOf(plan),
    subject: options.mac === null ? null : deviceSubject(options.mac ?? newMac()),
    bridgeId: null,
    purpose: { kind: "purchase" } as const,
    service: "mpesa" as const,
    phone: options.phone ?? `2547${String(payers).padStart(8, "0")}`,
    amountCents: options.shillings === undefined ? plan.priceCents : options.shillings * 100,
    entitlementId: entitlementIdOf(id),
    buyerHash: null,
    createdAt,
  };
  const isPaid = status === "completed";
  const state: PaymentState = {
    ...newPayment(intent),
    status,
    seq: 4,
    route: {
      type: "mpesa",
      gatewayId: "seeded",
      environment: "sandbox",
      credentials: "platform",
      shortCode: "600100",
      partyB: "512345",
      transactionType: "CustomerBuyGoodsOnline",
      accountReference: "DEMO",
      settlement: options.switchId ? "diverted" : "direct",
      switchId: options.switchId ?? null,
      centralAccount: options.centralAccount ?? null,
    },
    detail: options.detail ?? null,
    reason: options.reason ?? null,
    receipt:
      options.receipt === undefined ? (isPaid ? `TK${id.slice(0, 8).toUpperCase()}` : null) : options.receipt,
    completedAt: isPaid ? completedAt : null,
  };
  await (isPaid ? writeState : writeRow)(ctx, state);
  if (options.takenBackAt !== undefined && state.route) {
    const { route, receipt } = state;
    const gone = { route, receipt, soldAt: completedAt, at: options.takenBackAt };
    const failed = { status: "failed", seq: 5, receipt: null, completedAt: null } as const;
    await writeState(ctx, { ...state, ...failed, takenBack: [gone] });
  }
  return {
    id,
    providerId: provider.id,
    entitlementId: intent.entitlementId,
    mac: macOf(intent.subject),
    phone: intent.phone,
  };
}

export type PutRedemption = { at?: number; plan?: number; router?: number; mac?: string };

export async function putRedemption(
  provider: SeededProvider,
  options: PutRedemption = {},
): Promise<Put & { code: string; mac: string }> {
  const ctx = testContext();
  const planId = provider.plans[options.plan ?? 0]?.id ?? "";
  const [voucher] = await generateVouchers(ctx, provider.id, { planId, quantity: 1 }, null);
  const printed = voucher?.code ?? "";
  const code = parseVoucherCode(printed) ?? "";
  const routerId = provider.routers[options.router ?? 0]?.id ?? "";
  const { mac = newMac(), at = ctx.now() } = options;
  const { redemptionId, transactionId } = redemptionOf(ctx, provider.id, code, routerId, deviceSubject(mac));
  const entitlementId = entitlementIdOf(transactionId);
  const db = ctx.tenant(provider.id);
  const recoveryHash = recoveryHashFor(ctx, entitlementId);
  const claim = {
    code,
    mayBeForeign: false,
    redemptionId,
    entitlementId,
    transactionId,
    routerId,
    subject: deviceSubject(mac),
    buyerHash: null,
    recoveryHash,
    at,
  };
  await db.batch(claimStatements(claim));
  return { id: transactionId, providerId: provider.id, entitlementId, mac, phone: "", code: printed };
}

/** The router has let it out. */
export async function start(
  { providerId, entitlementId }: Pick<Put, "providerId" | "entitlementId">,
  at = Date.now(),
): Promise<void> {
  await tenantDatabase(providerId)
    .prepare(
      `UPDATE entitlements SET state = 'running', started_at = ?2, ends_at = ?2 + json_extract(terms, '$.durationMs')
    WHERE id = ?1`,
    )
    .bind(entitlementId, at)
    .run();
}

/** 14:05 on the 20th of November in Nairobi is `nairobi("2026-11-20", "14:05")`. */
export function nairobi(day: string, time = "12:00"): number {
  return Date.parse(`${day}T${time}:00+03:00`);
}

/** Nothing was ever sold. The ledger refuses to forget, so its triggers step aside. */
export async function forgetSales(): Promise<void> {
  await emptyTenantTables(
    "moves",
    "usage",
    "usage_daily",
    "traffic_daily",
    "hotspot_users",
    "devices",
    "entitlements",
    "vouchers",
    "voucher_daily",
    "payments",
    "payment_tallies",
    "plan_daily",
    "customers",
    "sales_daily",
    "reports",
  );
  await forgetCopies();
  await clearAudit();
}
