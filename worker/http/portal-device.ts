import type { Context } from "../context.ts";
import type { DeviceAccess, PortalPage, PurchaseElsewhere, PurchaseReceipt } from "../contract/portal.ts";
import { formatRecoveryCode } from "../contract/values/recovery-code.ts";
import {
  attachWaiting,
  boughtNow,
  buyerOf,
  type DeviceNow,
  deviceNow,
  elsewhereOf,
  plansWaiting,
  purchaseOf,
  shownRecoveryCode,
} from "../features/entitlements/index.ts";
import { readPayment } from "../features/payments/index.ts";
import type { Visitor } from "./portal-visitor.ts";
import type { Tenant } from "./tenant.ts";

// What a device has. The address of a page names a device, and anybody can write one: what it has bought is shown to the
// cookie that bought it alone, and no page gives it anything. Everybody else hears how far its access is.

export type Shown = Pick<PortalPage, "device" | "access">;

export async function deviceOf(ctx: Context, tenant: Tenant, who: Visitor): Promise<Shown> {
  const now = await heldNow(ctx, tenant, who);
  return shownTo(now, now !== null && (await isBuyer(ctx, tenant, who, now)));
}

function shownTo(now: DeviceNow | null, toBuyer: boolean): Shown {
  const access = now && now.access !== "none" ? now.access : null;
  return { device: toBuyer ? shownAccess(now) : null, access };
}

async function heldNow(ctx: Context, tenant: Tenant, { mac }: Visitor): Promise<DeviceNow | null> {
  const providerId = tenant.provider?.id;
  return providerId && mac ? deviceNow(ctx, providerId, mac) : null;
}

async function isBuyer(
  ctx: Context,
  { provider }: Tenant,
  { buyerHash, isNew }: Visitor,
  { entitlementId }: DeviceNow,
): Promise<boolean> {
  if (!provider || buyerHash === null || isNew) return false;
  return (await buyerOf(ctx, provider.id, entitlementId)) === buyerHash;
}

/** What this cookie bought that waits for a device, where the page knows one. It goes there when the visitor says so. */
export async function waitingFor(
  ctx: Context,
  { provider }: Tenant,
  { mac, buyerHash, isNew }: Visitor,
): Promise<string[]> {
  return provider && mac && buyerHash && !isNew ? plansWaiting(ctx, provider.id, buyerHash) : [];
}

/** The visitor said so: what their cookie bought without a device is for the one that this form names. */
export async function connectWaiting(
  ctx: Context,
  { provider, router }: Tenant,
  who: Visitor,
): Promise<void> {
  const { mac, buyerHash, isNew } = who;
  if (!provider || !mac || !buyerHash || isNew) return;
  await attachWaiting(ctx, { providerId: provider.id, routerId: router?.id ?? null, mac, buyerHash });
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

export type Connected = Shown & { receipt: PurchaseReceipt | null };

/** For the cookie that bought it alone. Without a device: what it bought last, as phones reopen the page without an address. */
export async function connectedOf(ctx: Context, tenant: Tenant, who: Visitor): Promise<Connected> {
  const now = who.mac === null ? await boughtBy(ctx, tenant, who) : await heldNow(ctx, tenant, who);
  const receipt = now ? await receiptFor(ctx, tenant, who, now) : null;
  return { ...shownTo(now, receipt !== null), receipt };
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
