import {
  IconActivity,
  IconAd2,
  IconArrowsSplit2,
  IconBuildingStore,
  IconCash,
  IconCoins,
  IconHelp,
  IconHistory,
  IconHome,
  IconListCheck,
  IconMessage,
  IconReceipt,
  IconReceipt2,
  IconRouter,
  IconScale,
  IconSettings,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { superadminAddresses as addresses } from "#contract/values/console-pages";
import { t } from "../console/language.ts";
import type { NavItem } from "../console/layout.tsx";

export { addresses };

export const profileAddress = (id: string) =>
  addresses.providerProfile.replace(":id", encodeURIComponent(id));

export const billingAddress = (id: string) =>
  `${addresses.providerBilling}?providerId=${encodeURIComponent(id)}`;

/** What providers say they paid, and nobody has looked up yet. */
export const unverifiedAddress = `${addresses.providerBilling}?tab=confirmations&status=pending`;

/** In no menu: needed once. The search finds it. */
export const goingLive = (): NavItem => ({
  to: addresses.goLive,
  name: t("Going live"),
  icon: IconListCheck,
});

/** In no menu, and no page of this console: the handbook, found by the search, opens in a tab of its own. */
export const handbook = (): NavItem => ({
  to: "/help/operator?lang=en",
  name: t("Help"),
  icon: IconHelp,
});

/** The order of docs/behaviour/operator-console.md, "Navigation". @param waiting what waits for a person there */
export function navigation(
  waiting: Record<"payments" | "reconciliation" | "billing", number> = {
    payments: 0,
    reconciliation: 0,
    billing: 0,
  },
): Record<"sidebar" | "menu" | "bar", readonly NavItem[]> {
  const at = addresses;
  const dashboard: NavItem = { to: at.dashboard, name: t("Dashboard"), icon: IconHome };
  const providers: NavItem = { to: at.providers, name: t("Providers"), icon: IconBuildingStore };
  const routers: NavItem = { to: at.routers, name: t("Routers"), icon: IconRouter };
  const revenue: NavItem = { to: at.revenue, name: t("Revenue"), icon: IconCash };
  const paymentSwitch: NavItem = { to: at.paymentSwitch, name: t("Payment Switch"), icon: IconArrowsSplit2 };
  const badge = (figure: number) =>
    figure > 0 ? { waits: figure, badge: { figure, name: t("Waiting for a person") } } : {};
  const payments: NavItem = {
    to: at.payments,
    name: t("Payments"),
    icon: IconReceipt,
    ...badge(waiting.payments),
  };
  const billing: NavItem = {
    to: at.providerBilling,
    name: t("Provider Billing"),
    icon: IconReceipt2,
    ...badge(waiting.billing),
  };
  const ads: NavItem = { to: at.advertisements, name: t("Advertisements"), icon: IconAd2 };
  const reconciliation: NavItem = {
    to: at.reconciliation,
    name: t("Reconciliation"),
    icon: IconScale,
    ...badge(waiting.reconciliation),
  };
  const settings: NavItem = { to: at.settings, name: t("General settings"), icon: IconSettings };
  const operators: NavItem = { to: at.operators, name: t("Operators"), icon: IconUsers };
  const audit: NavItem = { to: at.audit, name: t("Audit"), icon: IconHistory };
  const howItRuns: NavItem = { to: at.howItRuns, name: t("How it runs"), icon: IconActivity };
  const profile: NavItem = { to: at.profile, name: t("Profile"), icon: IconUser };
  const payouts: NavItem = { to: at.payouts, name: t("Payouts"), icon: IconCoins };
  const money = [revenue, paymentSwitch, billing, payouts];
  const sms: NavItem = { to: at.sms, name: t("SMS"), icon: IconMessage };
  const all = [
    dashboard,
    providers,
    payments,
    routers,
    ...money,
    ads,
    reconciliation,
    sms,
    settings,
    operators,
    audit,
    howItRuns,
  ];
  return {
    sidebar: all,
    menu: [...all, profile],
    bar: [dashboard, providers, routers, { ...ads, name: t("Ads") }],
  };
}
