import type { ReportKind } from "#contract/reports";
import { t } from "../../console/language.ts";

/** `card` is its name on the page (docs/behaviour/provider-console.md, PC-84); `title` is the one report. */
export function reportNames(kind: ReportKind): { card: string; title: string; text: string } {
  const names = {
    revenue: {
      card: t("Revenue Reports"),
      title: t("Revenue Report"),
      text: t("Payments and redeemed vouchers per day, router and plan."),
    },
    usage: {
      card: t("Usage Analytics"),
      title: t("Usage Report"),
      text: t("Traffic, time online and devices per day."),
    },
    customers: {
      card: t("Customer Reports"),
      title: t("Customer Report"),
      text: t("Who paid how much and how often; new and returning customers."),
    },
  } as const;
  return names[kind];
}
