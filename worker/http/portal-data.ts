import type { Context } from "../context.ts";
import type { Plan } from "../contract/plans.ts";
import type {
  DeviceAccess,
  PortalBrand,
  PortalPage,
  PortalScreen,
  PurchaseReceipt,
} from "../contract/portal.ts";
import { attachWaiting, deviceNow, purchaseOf } from "../features/access/index.ts";
import { portalBrand } from "../features/branding/index.ts";
import { latestPaymentOf, readPayment } from "../features/payments/index.ts";
import { soldPlans } from "../features/plans/index.ts";
import type { Visitor } from "./portal-visitor.ts";
import type { Tenant } from "./tenant.ts";

/** What the portal of one host sells and how it looks: the same for every visitor. */
export type Shop = { brand: PortalBrand; plans: Plan[] };

export async function shopOf(ctx: Context, tenant: Tenant): Promise<Shop> {
  const providerId = tenant.provider?.id ?? null;
  const [{ brand }, plans] = await Promise.all([
    portalBrand(ctx, providerId, tenant.onMain),
    providerId ? soldPlans(ctx, providerId) : [],
  ]);
  return { brand, plans };
}

/** A page around a screen. */
export async function pageOf(
  ctx: Context,
  tenant: Tenant,
  visitor: Visitor,
  screen: PortalScreen,
): Promise<PortalPage> {
  const [shop, device] = await Promise.all([shopOf(ctx, tenant), deviceOf(ctx, tenant, visitor)]);
  const routerId = tenant.router?.id ?? null;
  return {
    ...shop,
    mac: visitor.mac,
    routerId,
    lang: null,
    theme: null,
    language: "en",
    ads: [],
    adIndex: 0,
    websites: [],
    elsewhere: [],
    device,
    pending: null,
    screen,
    now: new Date(ctx.now()).toISOString(),
  };
}

/** What this device has. A purchase that waited for its device is attached as soon as its buyer shows up with one. */
export async function deviceOf(
  ctx: Context,
  tenant: Tenant,
  { mac, buyerHash, isNew }: Visitor,
): Promise<DeviceAccess | null> {
  const providerId = tenant.provider?.id;
  if (!providerId || !mac) return null;
  const routerId = tenant.router?.id ?? null;
  if (buyerHash && !isNew) await attachWaiting(ctx, { providerId, routerId, mac, buyerHash });
  return deviceAccess(ctx, providerId, mac);
}

async function deviceAccess(ctx: Context, providerId: string, mac: string): Promise<DeviceAccess | null> {
  const now = await deviceNow(ctx, providerId, mac);
  if (!now || now.access === "none") return null;
  return {
    planName: now.planName,
    access: now.access,
    expiresAt: now.endsAt === null ? null : new Date(now.endsAt).toISOString(),
    speedMbps: now.downKbps / 1_000,
    dataLeftBytes: now.dataLeftBytes,
    queued: now.queued,
    devices: { bought: 1, attached: 1 },
  };
}

/** The receipt of what this device has now, for the cookie that bought it and nobody else. */
export async function receiptFor(
  ctx: Context,
  tenant: Tenant,
  { mac, buyerHash }: Visitor,
): Promise<PurchaseReceipt | null> {
  if (!tenant.provider || !mac || !buyerHash) return null;
  const now = await deviceNow(ctx, tenant.provider.id, mac);
  const purchase = now ? await purchaseOf(ctx, tenant.provider.id, now.entitlementId, buyerHash) : null;
  if (!purchase) return null;
  const payment = purchase.source === "payment" ? await readPayment(ctx, purchase.sourceId) : null;
  return {
    transactionId: purchase.sourceId,
    receipt: payment?.receipt ?? null,
    phoneNumber: payment?.intent.phone ?? null,
    amount: (payment?.intent.amountCents ?? 0) / 100,
    recoveryCode: "",
  };
}

export type OpenPayment = { id: string; planName: string; amount: number; mine: boolean };

/** After this the page calls a prompt unanswered, and the visitor may choose again. */
const promptMs = 120_000;

/** The payment of this device that waits for its PIN. `mine`: the cookie that started it asks, and may see its number. */
export async function openPaymentOf(
  ctx: Context,
  tenant: Tenant,
  { mac, buyerHash }: Visitor,
): Promise<OpenPayment | null> {
  if (!tenant.router || !mac) return null;
  const latest = await latestPaymentOf(ctx, tenant.router.id, mac);
  if (!latest?.open) return null;
  const payment = await readPayment(ctx, latest.paymentId);
  if (!payment || payment.status === "completed" || payment.status === "failed") return null;
  const { intent, pushedAt } = payment;
  if ((pushedAt ?? intent.createdAt) + promptMs < ctx.now()) return null;
  return {
    id: latest.paymentId,
    planName: intent.terms.planName,
    amount: intent.amountCents / 100,
    mine: buyerHash !== null && intent.buyerHash === buyerHash,
  };
}
