import type { Context } from "../context.ts";
import { settingsDefaults } from "../contract/branding.ts";
import type { Service } from "../contract/payments.ts";
import type { PlanForVisitors } from "../contract/plans.ts";
import type { PortalBrand, PortalPage, PortalScreen, VisitorNow } from "../contract/portal.ts";
import { type Language, say, textIn } from "../contract/texts.ts";
import { portalBrand } from "../features/branding/index.ts";
import { servicesOf } from "../features/gateways/index.ts";
import { soldPlans } from "../features/plans/index.ts";
import type { Tenant } from "../http/tenant.ts";
import { deviceOf } from "./portal-device.ts";
import { noSaleAt } from "./portal-sale.ts";
import { placeOf, type Visitor } from "./portal-visitor.ts";

type Shop = { brand: PortalBrand; asksOffers?: true; plans: PlanForVisitors[]; services: Service[] };

export async function shopOf(ctx: Context, tenant: Tenant): Promise<Shop> {
  const { provider, router } = tenant;
  const isOpen = provider?.status === "active" && router?.status !== "suspended";
  const [{ brand, asksOffers }, plans, services] = await Promise.all([
    portalBrand(ctx, provider?.id ?? null, tenant.onMain),
    isOpen ? soldPlans(ctx, provider.id, router?.id ?? null) : [],
    isOpen ? servicesOf(ctx, provider.id, router?.id ?? null) : [],
  ]);
  return { brand, ...(asksOffers ? { asksOffers } : {}), plans, services };
}

type Beside = Partial<Pick<PortalPage, "ads" | "adIndex" | "websites" | "trialMinutes">> & {
  visitor?: VisitorNow;
  shop?: Shop;
};

/** A page around a screen. What the device has is looked up unless it is given. */
export async function pageOf(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  screen: PortalScreen,
  { visitor, shop: given, ...beside }: Beside = {},
): Promise<PortalPage> {
  const [shop, now] = await Promise.all([
    given ?? shopOf(ctx, tenant),
    visitor ?? deviceOf(ctx, tenant, who),
  ]);
  const noSale = noSaleAt(tenant, who);
  return {
    ...shop,
    brand: welcomeIn(who.language, shop.brand),
    ...placeOf(who, tenant),
    language: who.language,
    noSale: noSale ? textIn(who.language, noSale.text) : null,
    trialMinutes: null,
    ads: [],
    adIndex: 0,
    websites: [],
    ...beside,
    ...now,
    screen,
    now: new Date(ctx.now()).toISOString(),
  };
}

/** A provider's own welcome is as the provider wrote it; the usual one is translated. */
function welcomeIn(language: Language, brand: PortalBrand): PortalBrand {
  if (brand.welcomeMessage !== settingsDefaults.welcomeMessage) return brand;
  return { ...brand, welcomeMessage: textIn(language, say("welcome")) };
}
