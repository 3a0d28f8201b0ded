import {
  IconApi,
  IconBell,
  IconCash,
  IconChartBar,
  IconCoins,
  IconCreditCard,
  IconFileUpload,
  IconGift,
  IconHome,
  IconLine,
  IconMessage,
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

/** The three subjects of billing, each a tab of its page. */
export const billingTabs = {
  bill: `${addresses.billing}?tab=bill`,
  paid: `${addresses.billing}?tab=paid`,
  balance: `${addresses.billing}?tab=balance`,
} as const;

/** Where home and office customers of another system come in from a file. */
export const lineImportAddress = `${addresses.imports}?tab=lines`;

/** Where the owner chooses what comes by letter or SMS. */
export const ownerNewsTab = `${addresses.messages}?tab=you`;

/** What a page reads or writes first: who may not ask it has nothing there. */
const needed: Readonly<Record<string, Parameters<typeof may>[0]>> = {
  [addresses.plans]: "adminListPlans",
  [addresses.users]: "listUsers",
  [addresses.lines]: "listLines",
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
  [addresses.guard]: "readGuard",
};

/** Whether the page at this address is for who is signed in. */
export function mayOpen(address: string): boolean {
  const call = needed[address.split("?")[0] ?? ""];
  return call === undefined || may(call);
}

/** docs/behaviour/provider-console.md, "Navigation": what one's role opens, by what is done there. @param online users online now; "–" = unknown */
export function navigation(online: ReactNode): Record<"sidebar" | "menu" | "bar", readonly NavItem[]> {
  const at = addresses;
  const badge = { figure: online, name: t("Online now") };
  const dashboard: NavItem = { to: at.dashboard, name: t("Dashboard"), icon: IconHome };
  const users: NavItem = { to: at.users, name: t("Users"), icon: IconUsers, badge };
  const lines: NavItem = { to: at.lines, name: t("Lines"), icon: IconLine, also: "PPPoE" };
  const payments: NavItem = { to: at.payments, name: t("Payments"), icon: IconCreditCard };
  const vouchers: NavItem = { to: at.vouchers, name: t("Vouchers"), icon: IconTicket };
  const plans: NavItem = { to: at.plans, name: t("Plans"), icon: IconPackage };
  const routers: NavItem = { to: at.routers, name: t("Routers"), icon: IconRouter };
  const settings: NavItem = { to: at.settings, name: t("Settings"), icon: IconSettings, also: t("Portal") };
  const tabs = billingNames();
  const money: NavItem[] = [
    { to: billingTabs.paid, name: tabs.paid, icon: IconCash, also: "M-Pesa" },
    { to: billingTabs.balance, name: tabs.balance, icon: IconCoins },
    { to: billingTabs.bill, name: tabs.bill, icon: IconReceipt2, also: t("Billing") },
    { to: at.reports, name: t("Reports"), icon: IconChartBar },
    { to: at.guard, name: t("Shilling guard"), icon: IconBell },
  ];
  const own: NavItem[] = [
    { to: at.people, name: t("People"), icon: IconUsersGroup },
    { to: at.profile, name: t("Profile"), icon: IconUser },
  ];
  const seldom: NavItem[] = [
    { to: at.messages, name: t("Messages"), icon: IconMessage },
    { to: at.trial, name: t("Free trial"), icon: IconGift },
    { to: at.imports, name: t("Import"), icon: IconFileUpload },
    { to: at.api, name: t("API"), icon: IconApi },
  ];
  const open = (items: readonly NavItem[]) => items.filter(({ to }) => mayOpen(to));
  const places = (ofPlans: NavItem) =>
    open([
      ...[dashboard, users, lines, payments, vouchers].map((item) => ({ ...item, group: t("Sell") })),
      ...[ofPlans, routers, settings].map((item) => ({ ...item, group: t("Site") })),
      ...money.map((item) => ({ ...item, group: t("Money") })),
      ...own,
      ...seldom.map((item) => ({ ...item, group: t("More tools"), isFolded: true })),
    ]);
  return {
    sidebar: places(plans),
    menu: places({ ...plans, name: t("Subscription Plans") }),
    bar: open([dashboard, users, payments, vouchers, ...(mayOpen(at.payments) ? [] : [routers])]),
  };
}

export const billingNames = (): Record<keyof typeof billingTabs, string> => ({
  paid: t("How you are paid"),
  balance: t("Balance and payouts"),
  bill: t("The platform's bill"),
});
