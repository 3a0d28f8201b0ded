import type { Plan } from "#contract/plans";
import { formatShillings, parsePrice } from "#contract/values/money";
import { t } from "../../console/language.ts";

/** 24 hours or more in days (docs/behaviour/provider-console.md, PC-23): `3 Hours`, `1 Day`, `1 Day 12 Hours`. */
export function planDuration(durationHours: number): string {
  const days = Math.floor(durationHours / 24);
  const hours = durationHours % 24;
  const inDays = t("{days, plural, one {# Day} other {# Days}}", { days });
  const inHours = t("{hours, plural, one {# Hour} other {# Hours}}", { hours });
  if (days === 0) return inHours;
  return hours === 0 ? inDays : `${inDays} ${inHours}`;
}

/** `20.00` -> `20`, `999.50` -> `999.50`, for people. */
export function planPrice(price: string): string {
  const cents = parsePrice(price);
  return cents === undefined ? price : formatShillings(cents);
}

/** The server answers the download's speed where no other was given. */
export function hasOwnUpload({ uploadMbps, speedMbps }: Plan): boolean {
  return uploadMbps !== null && uploadMbps !== speedMbps;
}

export function planExtras(plan: Plan): string[] {
  const { uploadMbps, dataLimitGB, devices } = plan;
  return [
    ...(hasOwnUpload(plan) ? [t("{speed} Mbps up", { speed: uploadMbps ?? 0 })] : []),
    ...(dataLimitGB === null ? [] : [t("{amount} GB data", { amount: dataLimitGB })]),
    ...(devices === 1 ? [] : [t("{devices} devices", { devices })]),
  ];
}
