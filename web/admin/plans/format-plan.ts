import type { Plan } from "#contract/plans";
import { daysHoursMinutes } from "#contract/values/duration";
import { chargedShillings, formatShillings, parsePrice } from "#contract/values/money";
import { speedText } from "#contract/values/speed";
import { dateTime } from "../../console/format.ts";
import { language, t } from "../../console/language.ts";

/** 24 hours or more in days (docs/behaviour/provider-console.md, PC-23): `30 Minutes`, `3 Hours`, `1 Day 12 Hours`. */
export function planDuration(durationHours: number): string {
  const [days, hours, minutes] = daysHoursMinutes(durationHours);
  return [
    ...(days > 0 ? [t("{days, plural, one {# Day} other {# Days}}", { days })] : []),
    ...(hours > 0 ? [t("{hours, plural, one {# Hour} other {# Hours}}", { hours })] : []),
    ...(minutes > 0 ? [t("{minutes, plural, one {# Minute} other {# Minutes}}", { minutes })] : []),
  ].join(" ");
}

/** `20.00` -> `20`, `999.50` -> `999.50`, for people. */
export function planPrice(price: string): string {
  const cents = parsePrice(price);
  return cents === undefined ? price : formatShillings(cents);
}

/** As visitors pay it, in whole shillings: `999.50` -> `1,000`. */
export function visitorPrice(price: string): string {
  const cents = parsePrice(price);
  return cents === undefined ? price : formatShillings(chargedShillings(cents) * 100);
}

/** The server answers the download's speed where no other was given. */
export function hasOwnUpload({ uploadMbps, speedMbps }: Pick<Plan, "uploadMbps" | "speedMbps">): boolean {
  return uploadMbps !== null && uploadMbps !== speedMbps;
}

/** Of a plan with fair use: from when on, and how fast then. */
export function slowing({ fairUseGB, fairUseMbps }: Pick<Plan, "fairUseGB" | "fairUseMbps">): string[] {
  if (fairUseGB === null || fairUseMbps === null) return [];
  return [t("{speed} after {amount} GB", { speed: speedText(fairUseMbps), amount: fairUseGB })];
}

/** Of a plan that is not open day and night. */
export function openHours({ hours }: Pick<Plan, "hours">): string[] {
  return hours === null ? [] : [t("open {from} to {until}", hours)];
}

/** Of a plan that may be given more data. */
export function toppingUp({ topUp }: Pick<Plan, "topUp">): string[] {
  if (topUp === null) return [];
  const { megabytes, price } = topUp;
  return [t("+{megabytes} MB for KSh {price}", { megabytes, price: planPrice(price) })];
}

/** The groups of the form, each of which tells what of it is used. */
export const planGroups = ["data", "hours", "offer", "where"] as const;
export type PlanGroup = (typeof planGroups)[number];

type Extras = Pick<
  Plan,
  | "speedMbps"
  | "uploadMbps"
  | "dataLimitGB"
  | "topUp"
  | "fairUseGB"
  | "fairUseMbps"
  | "devices"
  | "hours"
  | "regularPrice"
  | "soldUntil"
  | "isHidden"
  | "routerIds"
>;

export function extrasOf(plan: Extras): Record<PlanGroup, string[]> {
  const { uploadMbps, dataLimitGB, devices, isHidden, routerIds, regularPrice, soldUntil } = plan;
  return {
    data: [
      ...(hasOwnUpload(plan) ? [t("{speed} Mbps up", { speed: uploadMbps ?? 0 })] : []),
      ...(dataLimitGB === null ? [] : [t("{amount} GB data", { amount: dataLimitGB })]),
      ...toppingUp(plan),
      ...slowing(plan),
      ...(devices === 1 ? [] : [t("{devices} devices", { devices })]),
    ],
    hours: openHours(plan),
    offer: [
      ...(regularPrice === null ? [] : [t("instead of KSh {price}", { price: planPrice(regularPrice) })]),
      ...(soldUntil === null ? [] : [t("until {when}", { when: dateTime(soldUntil, language()) })]),
    ],
    where: [
      ...(isHidden ? [t("vouchers only")] : []),
      ...(routerIds === null
        ? []
        : [t("{count, plural, one {at # router} other {at # routers}}", { count: routerIds.length })]),
    ],
  };
}

export function planExtras(plan: Plan): string[] {
  const { data, hours, offer, where } = extrasOf(plan);
  return [...data, ...hours, ...where, ...offer];
}
