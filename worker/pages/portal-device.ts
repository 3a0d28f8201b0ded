import type { Context } from "../context.ts";
import type {
  DeviceAccess,
  PurchaseElsewhere,
  PurchaseEnded,
  PurchaseReceipt,
  QueuedPlan,
  TopUpOffer,
  VisitorNow,
} from "../contract/portal.ts";
import { markOf } from "../contract/values/mac.ts";
import { formatRecoveryCode } from "../contract/values/recovery-code.ts";
import type { Subject } from "../contract/values/subject.ts";
import { refuse } from "../errors.ts";
import {
  attachWaiting,
  boughtNow,
  buyerOf,
  cameAlong,
  type DeviceNow,
  deviceNow,
  elsewhereOf,
  endedOf,
  type TopUpOffer as OfferedTopUp,
  planDevices,
  plansWaiting,
  purchaseOf,
  type QueuedNow,
  receiptOf,
  removeDevice,
  sendBack,
  shownRecoveryCode,
} from "../features/entitlements/index.ts";
import { readPayment } from "../features/payments/index.ts";
import type { Tenant } from "../http/tenant.ts";
import { openPaymentOf } from "./portal-pending.ts";
import type { Visitor } from "./portal-visitor.ts";

// What a device has. The address of a page names a device, and anybody can write one: what it has bought is shown to the
// cookie that bought it alone, and no page gives it anything. Everybody else hears how far its access is.

/** Nothing bought, nothing under way, the router there. */
export const nothingNow: VisitorNow = {
  access: null,
  routerAway: false,
  accessId: null,
  device: null,
  ended: null,
  elsewhere: [],
  waiting: [],
  pending: null,
  roaming: null,
};

/** The same at this router. */
export function nothingAt({ router }: Tenant): VisitorNow {
  return { ...nothingNow, routerAway: router !== null && router.onlineSince === null };
}

export async function deviceOf(ctx: Context, tenant: Tenant, who: Visitor): Promise<VisitorNow> {
  return shownOf(ctx, tenant, who, await heldNow(ctx, tenant, who));
}

/** What the device and the browser have now. A page without a device address shows what its browser bought last. */
export async function visitorNowOf(ctx: Context, tenant: Tenant, who: Visitor): Promise<VisitorNow> {
  return (await lookedUp(ctx, tenant, who)).visitor;
}

/** The same with its receipt, for the cookie that bought it alone. */
export async function connectedOf(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
): Promise<{ visitor: VisitorNow; receipt: PurchaseReceipt | null }> {
  const { visitor, held } = await lookedUp(ctx, tenant, who);
  return { visitor, receipt: held ? await receiptFor(ctx, tenant, who, held) : null };
}

async function lookedUp(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
): Promise<{ visitor: VisitorNow; held: DeviceNow | null }> {
  const [pending, held, elsewhere, waiting] = await Promise.all([
    openPaymentOf(ctx, tenant, who),
    currentOf(ctx, tenant, who),
    foundElsewhere(ctx, tenant, who),
    waitingFor(ctx, tenant, who),
  ]);
  const shown = await shownOf(ctx, tenant, who, held);
  const hasNone = shown.access === null && elsewhere.length + waiting.length === 0;
  const [ended, roaming, moves] = await Promise.all([
    hasNone ? endedFor(ctx, tenant, who) : null,
    roamingFor(ctx, tenant, { held, isOwn: shown.device !== null }, elsewhere),
    movesHere(ctx, tenant, elsewhere),
  ]);
  return { visitor: { ...shown, elsewhere: moves, waiting, ended, pending, roaming }, held };
}

/** @param elsewhere what this cookie has on other devices */
async function roamingFor(
  ctx: Context,
  { provider, router }: Tenant,
  { held, isOwn }: { held: DeviceNow | null; isOwn: boolean },
  elsewhere: readonly Elsewhere[],
): Promise<VisitorNow["roaming"]> {
  if (!provider || !router) return null;
  const isAway = (one: Pick<Elsewhere, "routerId" | "isAlone">) => one.isAlone && one.routerId !== router.id;
  if (!held) return elsewhere.some(isAway) ? "may" : null;
  if (!isOwn) return null;
  if (isAway(held)) return "may";
  const came = held.routerId === router.id ? await cameAlong(ctx, provider.id, held.entitlementId) : null;
  return came && (came.fromSubject === null ? "came" : "instead");
}

const currentOf = (ctx: Context, tenant: Tenant, who: Visitor) =>
  who.subject === null ? boughtBy(ctx, tenant, who) : heldNow(ctx, tenant, who);

async function shownOf(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  held: DeviceNow | null,
): Promise<VisitorNow> {
  const access = held && accessHere(held);
  const here = nothingAt(tenant);
  if (!held || !access) return here;
  const accessId = ctx.keys.tag("access", held.entitlementId, 64);
  const isOwn = await isBuyer(ctx, tenant, who, held);
  const device = isOwn ? await shownAccess(ctx, tenant, who, held, access) : null;
  // What is on its way waits for its own router, which may be another.
  const routerAway = access === "connecting" ? held.routerAway === true : here.routerAway;
  return { ...here, access, routerAway, accessId, device };
}

/** Behind a plan of another provider the device is online by that one. */
const accessHere = ({ access }: DeviceNow) =>
  access === "none" ? null : access === "queued" ? "online" : access;

async function endedFor(ctx: Context, tenant: Tenant, who: Visitor): Promise<PurchaseEnded | null> {
  const { provider } = tenant;
  const { subject, buyerHash, isNew } = who;
  if (!provider || !buyerHash || isNew) return null;
  const found = await endedOf(ctx, { providerId: provider.id, buyerHash, subject });
  if (!found) return null;
  const { planId, planName, why, endedAt, phone } = found;
  const at = new Date(endedAt).toISOString();
  return { planId, planName, why, at, phoneNumber: phone, topUp: shownOffer(tenant, who, found) };
}

/** To the device, at the router where the purchase is: anywhere else it is refused. */
function shownOffer(
  { router }: Tenant,
  { subject }: Visitor,
  { topUp, routerId }: { topUp: OfferedTopUp | null; routerId: string },
): TopUpOffer | null {
  if (topUp === null || subject === null || (router !== null && router.id !== routerId)) return null;
  const { planId, bytes, shillings, endsAt } = topUp;
  return { planId, bytes, amount: shillings, until: new Date(endsAt).toISOString() };
}

/** Whether the device got its access after this moment, UTC ms: by another payment than the one that was begun then. */
export async function isOnlineSince(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  since: number,
): Promise<boolean> {
  const held = await heldNow(ctx, tenant, who);
  return held?.access === "online" && held.boughtAt > since;
}

async function heldNow(ctx: Context, tenant: Tenant, { subject }: Visitor): Promise<DeviceNow | null> {
  const providerId = tenant.provider?.id;
  return providerId && subject ? deviceNow(ctx, providerId, subject) : null;
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
async function waitingFor(
  ctx: Context,
  { provider }: Tenant,
  { subject, buyerHash, isNew }: Visitor,
): Promise<string[]> {
  return provider && subject && buyerHash && !isNew ? plansWaiting(ctx, provider.id, buyerHash) : [];
}

/** The visitor said so: what their cookie bought without a device is for the one that this form names. */
export async function connectWaiting(
  ctx: Context,
  { provider, router }: Tenant,
  who: Visitor,
): Promise<void> {
  const { subject, buyerHash, isNew } = who;
  if (!provider || !subject || !buyerHash || isNew) return;
  await attachWaiting(ctx, { providerId: provider.id, routerId: router?.id ?? null, subject, buyerHash });
}

async function boughtBy(
  ctx: Context,
  { provider }: Tenant,
  { buyerHash, isNew }: Visitor,
): Promise<DeviceNow | null> {
  return provider && buyerHash && !isNew ? boughtNow(ctx, provider.id, buyerHash) : null;
}

async function shownAccess(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  now: DeviceNow,
  access: DeviceAccess["access"],
): Promise<DeviceAccess> {
  const { buyerHash, subject } = who;
  const providerId = tenant.provider?.id ?? "";
  return {
    planName: now.planName,
    access,
    expiresAt: isoTime(now.endsAt),
    opensAt: isoTime(now.opensAt ?? null),
    hours: now.hours,
    speedMbps: now.downKbps / 1_000,
    dataLeftBytes: now.dataLeftBytes,
    topUp: shownOffer(tenant, who, now),
    queue: await Promise.all(now.queue.map((queued) => queuedFor(ctx, providerId, buyerHash, queued))),
    devices: { ...now.devices, list: await listedDevices(ctx, providerId, subject, now) },
  };
}

/** What has the plan beside this device is a question only where it is for several. */
async function listedDevices(
  ctx: Context,
  providerId: string,
  subject: Subject | null,
  { entitlementId, devices }: DeviceNow,
): Promise<DeviceAccess["devices"]["list"]> {
  if (devices.bought < 2) return [];
  const found = await planDevices(ctx, providerId, entitlementId);
  return found.map((one) => ({
    device: one.device,
    mark: markOf(one.subject),
    joinedAt: new Date(one.attachedAt).toISOString(),
    isThis: one.subject === subject,
  }));
}

/** Its buyer said so, of the plan that the page shows. */
export async function removeFromPlan(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  device: string,
): Promise<void> {
  const held = await currentOf(ctx, tenant, who);
  if (!tenant.provider || !held || !who.buyerHash || who.isNew) throw refuse("not_found", "purchase_unknown");
  const { entitlementId } = held;
  await removeDevice(ctx, {
    providerId: tenant.provider.id,
    entitlementId,
    device,
    buyerHash: who.buyerHash,
  });
}

/** Receipt and code of what another browser bought for this device are that browser's. */
async function queuedFor(
  ctx: Context,
  providerId: string,
  buyerHash: string | null,
  { entitlementId, planName, startsAt }: QueuedNow,
): Promise<QueuedPlan> {
  const paid = buyerHash === null ? null : await purchaseOf(ctx, providerId, entitlementId, buyerHash);
  return {
    planName,
    startsAt: isoTime(startsAt),
    receipt: paid && (await receiptOf(ctx, providerId, paid)),
    recoveryCode: paid && (await writtenCode(ctx, providerId, entitlementId)),
  };
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

type Elsewhere = Awaited<ReturnType<typeof elsewhereOf>>[number];

/** Purchases of this very cookie on other device addresses. */
async function foundElsewhere(
  ctx: Context,
  { provider }: Tenant,
  { subject, buyerHash, isNew }: Visitor,
): Promise<Elsewhere[]> {
  return provider && subject && buyerHash && !isNew
    ? elsewhereOf(ctx, { providerId: provider.id, buyerHash, subject })
    : [];
}

/** With what moves each of them here. */
async function movesHere(
  ctx: Context,
  { provider }: Tenant,
  found: readonly Elsewhere[],
): Promise<PurchaseElsewhere[]> {
  const providerId = provider?.id ?? "";
  return Promise.all(
    found.map(async ({ entitlementId, planName, endsAt }) => ({
      planName,
      expiresAt: isoTime(endsAt),
      recoveryCode: await writtenCode(ctx, providerId, entitlementId),
    })),
  );
}

/** What came to this device by itself goes back to the one that it left: its buyer says so. */
export async function roamBack(ctx: Context, tenant: Tenant, who: Visitor): Promise<void> {
  const held = await currentOf(ctx, tenant, who);
  if (!tenant.provider || !held || !who.buyerHash || who.isNew) throw refuse("not_found", "purchase_unknown");
  const { entitlementId } = held;
  await sendBack(ctx, { providerId: tenant.provider.id, entitlementId, buyerHash: who.buyerHash });
}

const isoTime = (at: number | null) => (at === null ? null : new Date(at).toISOString());

async function writtenCode(ctx: Context, providerId: string, entitlementId: string): Promise<string> {
  return formatRecoveryCode(await shownRecoveryCode(ctx, providerId, entitlementId));
}
