import {
  IconChartBar,
  IconCreditCard,
  IconHome,
  IconPackage,
  IconReceipt2,
  IconRouter,
  IconSettings,
  IconTicket,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { adminAddresses as addresses } from "#contract/values/console-pages";
import { t } from "../console/language.ts";
import type { NavItem } from "../console/layout.tsx";
import { may } from "./api.ts";

export { addresses };

/** Of a business that is not there yet; on the main host alone. */
export const signUpAddress = "/signup";

/** What a page reads or writes first: who may not ask it has nothing there. */
const needed: Readonly<Record<string, Parameters<typeof may>[0]>> = {
  [addresses.plans]: "adminListPlans",
  [addresses.users]: "listUsers",
  [addresses.payments]: "listTransactions",
  [addresses.routers]: "listBridges",
  [addresses.reports]: "revenueReport",
  [addresses.settings]: "saveSettings",
  [addresses.vouchers]: "listVouchers",
  [addresses.billing]: "billingAccount",
  [addresses.people]: "listPeople",
  [addresses.activity]: "listActivity",
  [addresses.messages]: "listMessages",
  [addresses.api]: "listApiTokens",
  [addresses.trial]: "readTrial",
  [addresses.imports]: "listImports",
};

/** Whether the page at this address is for who is signed in. */
export function mayOpen(address: string): boolean {
  const call = needed[address];
  return call === undefined || may(call);
}

/** The orders of docs/behaviour/provider-console.md, "Navigation", of what one's role opens. @param online users online now; "–" = unknown */
export function navigation(online: ReactNode): Record<"sidebar" | "menu" | "bar", readonly NavItem[]> {
  const at = addresses;
  const badge = { figure: online, name: t("Online now") };
  const dashboard: NavItem = { to: at.dashboard, name: t("Dashboard"), icon: IconHome };
  const plans: NavItem = { to: at.plans, name: t("Plans"), icon: IconPackage };
  const users: NavItem = { to: at.users, name: t("Users"), icon: IconUsers, badge };
  const payments: NavItem = { to: at.payments, name: t("Payments"), icon: IconCreditCard };
  const routers: NavItem = { to: at.routers, name: t("Routers"), icon: IconRouter };
  const reports: NavItem = { to: at.reports, name: t("Reports"), icon: IconChartBar };
  const settings: NavItem = { to: at.settings, name: t("Settings"), icon: IconSettings };
  const vouchers: NavItem = { to: at.vouchers, name: t("Vouchers"), icon: IconTicket };
  const billing: NavItem = { to: at.billing, name: t("Billing"), icon: IconReceipt2 };
  const people: NavItem = { to: at.people, name: t("People"), icon: IconUsersGroup };
  const profile: NavItem = { to: at.profile, name: t("Profile"), icon: IconUser };
  const open = (items: readonly NavItem[]) => items.filter(({ to }) => mayOpen(to));
  return {
    sidebar: open([
      ...[dashboard, plans, users, payments, routers, reports, settings, vouchers, billing],
      ...[people, profile],
    ]),
    menu: open([
      dashboard,
      { ...plans, name: t("Subscription Plans") },
      users,
      payments,
      routers,
      reports,
      vouchers,
      settings,
      billing,
      people,
      profile,
    ]),
    bar: open([dashboard, users, payments, vouchers, ...(mayOpen(at.payments) ? [] : [routers])]),
  };
}
