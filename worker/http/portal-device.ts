import type { Context } from "../context.ts";
import type { DeviceAccess, PurchaseElsewhere, PurchaseReceipt } from "../contract/portal.ts";
import { formatRecoveryCode } from "../contract/values/recovery-code.ts";
import {
  attachWaiting,
  boughtNow,
  type DeviceNow,
  deviceNow,
  elsewhereOf,
  purchaseOf,
  shownRecoveryCode,
} from "../features/access/index.ts";
import { readPayment } from "../features/payments/index.ts";
import type { Visitor } from "./portal-visitor.ts";
import type { Tenant } from "./tenant.ts";

// What a device has, for everybody on the WiFi, and what its buyer alone may see of it.

/** What this device has. A purchase that waited for its device is attached as soon as its buyer shows up with one. */
export async function deviceOf(ctx: Context, tenant: Tenant, who: Visitor): Promise<DeviceAccess | null> {
  return shownAccess(await heldNow(ctx, tenant, who));
}

async function heldNow(
  ctx: Context,
  tenant: Tenant,
  { mac, buyerHash, isNew }: Visitor,
): Promise<DeviceNow | null> {
  const providerId = tenant.provider?.id;
  if (!providerId || !mac) return null;
  const routerId = tenant.router?.id ?? null;
  if (buyerHash && !isNew) await attachWaiting(ctx, { providerId, routerId, mac, buyerHash });
  return deviceNow(ctx, providerId, mac);
}

async function boughtBy(
  ctx: Context,
  { provider }: Tenant,
  { buyerHash, isNew }: Visitor,
): Promise<DeviceNow | null> {
  return provider && buyerHash && !isNew ? boughtNow(ctx, provider.id, buyerHash) : null;
}

function shownAccess(now: DeviceNow | null): DeviceAccess | null {
  if (!now || now.access === "none") return null;
  return {
    planName: now.planName,
    access: now.access,
    expiresAt: isoTime(now.endsAt),
    speedMbps: now.downKbps / 1_000,
    dataLeftBytes: now.dataLeftBytes,
    queued: now.queued,
    devices: now.devices,
  };
}

export type Connected = { device: DeviceAccess | null; receipt: PurchaseReceipt | null };

/**
 * What this device has now, and the receipt of it for the cookie that bought it and nobody else. Where no device is named
 * it is what the cookie bought last: a phone opens this page again without the address that its router once gave it.
 */
export async function connectedOf(ctx: Context, tenant: Tenant, who: Visitor): Promise<Connected> {
  const now = who.mac === null ? await boughtBy(ctx, tenant, who) : await heldNow(ctx, tenant, who);
  return { device: shownAccess(now), receipt: now ? await receiptFor(ctx, tenant, who, now) : null };
}

async function receiptFor(
  ctx: Context,
  { provider }: Tenant,
  { buyerHash, isNew }: Visitor,
  { entitlementId }: DeviceNow,
): Promise<PurchaseReceipt | null> {
  if (!provider || !buyerHash || isNew) return null;
  const purchase = await purchaseOf(ctx, provider.id, entitlementId, buyerHash);
  if (!purchase) return null;
  const payment = purchase.source === "payment" ? await readPayment(ctx, purchase.sourceId) : null;
  return {
    transactionId: purchase.sourceId,
    receipt: payment?.receipt ?? null,
    phoneNumber: payment?.intent.phone ?? null,
    amount: (payment?.intent.amountCents ?? 0) / 100,
    service: payment?.intent.service ?? "mpesa",
    recoveryCode: await writtenCode(ctx, provider.id, entitlementId),
  };
}

/** Purchases of this very cookie on other device addresses, with what moves them here. */
export async function elsewhereFor(
  ctx: Context,
  { provider }: Tenant,
  { mac, buyerHash, isNew }: Visitor,
): Promise<PurchaseElsewhere[]> {
  if (!provider || !mac || !buyerHash || isNew) return [];
  const found = await elsewhereOf(ctx, { providerId: provider.id, buyerHash, mac });
  return Promise.all(
    found.map(async ({ entitlementId, planName, endsAt }) => ({
      planName,
      expiresAt: isoTime(endsAt),
      recoveryCode: await writtenCode(ctx, provider.id, entitlementId),
    })),
  );
}

const isoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

async function writtenCode(ctx: Context, providerId: string, entitlementId: string): Promise<string> {
  return formatRecoveryCode(await shownRecoveryCode(ctx, providerId, entitlementId));
}
