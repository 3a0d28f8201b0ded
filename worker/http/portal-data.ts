import type { Context } from "../context.ts";
import { settingsDefaults } from "../contract/branding.ts";
import type { Service } from "../contract/payments.ts";
import type { PlanForVisitors } from "../contract/plans.ts";
import type { PortalBrand, PortalPage, PortalScreen } from "../contract/portal.ts";
import { type Language, say, textIn } from "../contract/texts.ts";
import { portalBrand } from "../features/branding/index.ts";
import { servicesOf } from "../features/gateways/index.ts";
import { latestPaymentOf, readPayment } from "../features/payments/index.ts";
import { soldPlans } from "../features/plans/index.ts";
import { deviceOf, type Shown } from "./portal-device.ts";
import { noSaleAt } from "./portal-sale.ts";
import { placeOf, type Visitor } from "./portal-visitor.ts";
import type { Tenant } from "./tenant.ts";

export type Shop = { brand: PortalBrand; plans: PlanForVisitors[]; services: Service[] };

export async function shopOf(ctx: Context, tenant: Tenant): Promise<Shop> {
  const { provider, router } = tenant;
  const isOpen = provider?.status === "active" && router?.status !== "suspended";
  const [{ brand }, plans, services] = await Promise.all([
    portalBrand(ctx, provider?.id ?? null, tenant.onMain),
    isOpen ? soldPlans(ctx, provider.id) : [],
    isOpen ? servicesOf(ctx, provider.id, router?.id ?? null) : [],
  ]);
  return { brand, plans, services };
}

type Beside = Partial<
  Pick<PortalPage, "pending" | "ads" | "adIndex" | "websites" | "elsewhere" | "waiting">
> & {
  shown?: Shown;
};

/** A page around a screen. What the device has is looked up unless it is given. */
export async function pageOf(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  screen: PortalScreen,
  { shown, ...beside }: Beside = {},
): Promise<PortalPage> {
  const [shop, { device, access }] = await Promise.all([
    shopOf(ctx, tenant),
    shown ?? deviceOf(ctx, tenant, who),
  ]);
  const noSale = noSaleAt(tenant, who);
  return {
    ...shop,
    brand: welcomeIn(who.language, shop.brand),
    ...placeOf(who, tenant),
    language: who.language,
    noSale: noSale ? textIn(who.language, noSale.text) : null,
    ads: [],
    adIndex: 0,
    websites: [],
    elsewhere: [],
    waiting: [],
    pending: null,
    ...beside,
    device,
    access,
    screen,
    now: new Date(ctx.now()).toISOString(),
  };
}

/** A provider's own welcome is as the provider wrote it; the usual one is translated. */
function welcomeIn(language: Language, brand: PortalBrand): PortalBrand {
  if (brand.welcomeMessage !== settingsDefaults.welcomeMessage) return brand;
  return { ...brand, welcomeMessage: textIn(language, say("welcome")) };
}

export type OpenPayment = { id: string; planName: string; amount: number; service: Service; mine: boolean };

/** After this the page calls a prompt unanswered, and the visitor may choose again. */
const promptMs = 120_000;

/** The payment of this device that waits for its PIN. `mine`: the cookie that started it asks, and may see its number. */
export async function openPaymentOf(
  ctx: Context,
  tenant: Tenant,
  { mac, buyerHash }: Visitor,
): Promise<OpenPayment | null> {
  const { provider, router } = tenant;
  if (!provider || !router || !mac) return null;
  const device = { providerId: provider.id, routerId: router.id, mac };
  const latest = await latestPaymentOf(ctx, { ...device, buyerHash });
  if (!latest?.open) return null;
  const payment = await readPayment(ctx, latest.paymentId);
  if (!payment || payment.status === "completed" || payment.status === "failed") return null;
  const { intent, pushedAt } = payment;
  if ((pushedAt ?? intent.createdAt) + promptMs < ctx.now()) return null;
  return {
    id: latest.paymentId,
    planName: intent.terms.planName,
    amount: intent.amountCents / 100,
    service: intent.service,
    mine: buyerHash !== null && intent.buyerHash === buyerHash && !payment.joined,
  };
}
