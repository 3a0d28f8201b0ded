import type * as z from "zod";
import type { Plan, PlanInput } from "#contract/plans";
import { parsePrice, priceString } from "#contract/values/money";
import { neededNumber, typedNumber } from "../../console/call-form.ts";
import { nairobiField, nairobiMoment } from "../../console/moment-field.ts";
import type { Offer } from "./compare-plans.ts";
import { extrasOf, hasOwnUpload, type PlanGroup } from "./format-plan.ts";

export type SpeedUnit = "Mbps" | "kbps";
export type DurationUnit = "minutes" | "hours" | "days";
export type HoursChoice = "any" | "some";

const minutesIn = { minutes: 1, hours: 60, days: 1_440 };

/** Numbers that may be left empty: typed as texts under the names by which they are sent. */
const numbers = ["uploadMbps", "dataLimitGB", "fairUseGB", "fairUseMbps", "devices"] as const;
type Numbers = Record<(typeof numbers)[number], string>;

/** Fields that are folded away, by the group in which they stand. */
export const groupOf: Readonly<Record<string, PlanGroup>> = {
  uploadMbps: "data",
  dataLimitGB: "data",
  topUpMB: "data",
  topUpPrice: "data",
  fairUseGB: "data",
  fairUseMbps: "data",
  devices: "data",
  hours: "hours",
  openFrom: "hours",
  openUntil: "hours",
  regularPrice: "offer",
  soldUntil: "offer",
  isHidden: "where",
  routerIds: "where",
};

/** The field of a fault, where the body has it under another name. */
export const fieldOf = {
  speedMbps: "speed",
  speedKbps: "speed",
  durationHours: "duration",
  durationMinutes: "duration",
  "topUp.price": "topUpPrice",
  topUp: "topUpMB",
  "hours.until": "openUntil",
  hours: "openFrom",
} as const;

/** A plan as the form types it, or a new one; numbers are texts, so that a price leaves as it was written. */
export function fieldsOf(plan: Plan | null) {
  const typed = Object.fromEntries(numbers.map((name) => [name, String(plan?.[name] ?? "")])) as Numbers;
  const [speed, speedUnit] = typedSpeed(plan);
  return {
    name: plan?.name ?? "",
    price: typedPrice(plan?.price),
    speed,
    speedUnit,
    ...(plan ? typedDuration(plan.durationMinutes) : { duration: "", durationUnit: "hours" as DurationUnit }),
    isActive: plan?.isActive ?? true,
    ...typed,
    // Empty: follows the download speed when that changes.
    uploadMbps: plan && hasOwnUpload(plan) ? typed.uploadMbps : "",
    devices: typed.devices || "1",
    /** More data for one that is used up; both empty: it is not sold. */
    topUpMB: String(plan?.topUp?.megabytes ?? ""),
    topUpPrice: typedPrice(plan?.topUp?.price),
    isHidden: plan?.isHidden ?? false,
    /** Empty: all of them. */
    routerIds: plan?.routerIds ?? [],
    regularPrice: typedPrice(plan?.regularPrice),
    /** As a date-time field writes it, meant in Nairobi; "" for no end. */
    soldUntil: plan?.soldUntil ? nairobiField(Date.parse(plan.soldUntil)) : "",
    hours: (plan?.hours ? "some" : "any") as HoursChoice,
    /** Times of the day in Nairobi, where `hours` is `some`. */
    openFrom: plan?.hours?.from ?? "22:00",
    openUntil: plan?.hours?.until ?? "06:00",
  };
}
export type PlanFields = ReturnType<typeof fieldsOf>;

function typedSpeed(plan: Plan | null): [typed: string, unit: SpeedUnit] {
  if (!plan || Number.isInteger(plan.speedMbps)) return [String(plan?.speedMbps ?? ""), "Mbps"];
  return [String(Math.round(plan.speedMbps * 1_000)), "kbps"];
}

/** In the largest unit in which it is whole; a day is still 24 hours. */
export function typedDuration(minutes: number): { duration: string; durationUnit: DurationUnit } {
  const durationUnit =
    minutes % 60 !== 0 ? "minutes" : minutes % 1_440 === 0 && minutes > 1_440 ? "days" : "hours";
  return { duration: String(minutes / minutesIn[durationUnit]), durationUnit };
}

function typedPrice(price: string | null | undefined): string {
  if (!price) return "";
  const cents = priceOf(price);
  return cents % 100 === 0 ? String(cents / 100) : priceString(cents);
}

/** Zero where nothing is typed. */
export function typedOffer(fields: PlanFields): Offer {
  const { speed, speedUnit, duration, durationUnit, dataLimitGB, devices, price } = fields;
  return {
    cents: priceOf(price),
    minutes: Number(duration) * minutesIn[durationUnit],
    kbps: Number(speed) * (speedUnit === "Mbps" ? 1_000 : 1),
    dataGB: dataLimitGB.trim() === "" ? Number.POSITIVE_INFINITY : Number(dataLimitGB),
    devices: Number(devices || "1"),
  };
}

/** What each group of the form says of what is typed in it; what is not typed whole is left out. */
export function typedExtras(fields: PlanFields): Record<PlanGroup, string[]> {
  const { topUpMB, topUpPrice, regularPrice, soldUntil, routerIds, isHidden } = fields;
  const number = (typed: string) => Number(typed) || null;
  const megabytes = number(topUpMB);
  const dataLimitGB = number(fields.dataLimitGB);
  const until = nairobiMoment(soldUntil);
  return extrasOf({
    speedMbps: typedOffer(fields).kbps / 1_000,
    uploadMbps: number(fields.uploadMbps),
    dataLimitGB,
    topUp: dataLimitGB && megabytes && topUpPrice.trim() ? { megabytes, price: topUpPrice.trim() } : null,
    fairUseGB: number(fields.fairUseGB),
    fairUseMbps: number(fields.fairUseMbps),
    devices: number(fields.devices) ?? 1,
    hours: fields.hours === "any" ? null : { from: fields.openFrom, until: fields.openUntil },
    regularPrice: regularPrice.trim() || null,
    soldUntil: Number.isFinite(until) ? new Date(until).toISOString() : null,
    isHidden,
    routerIds: routerIds.length === 0 ? null : routerIds,
  });
}

/** A day and a half is no length that a plan may have (docs/behaviour/provider-console.md, PC-44). */
const wholeMinutes = (length: number, each: number) =>
  Number.isInteger(length) ? length * each : Number.NaN;

const priceOf = (typed: string) => parsePrice(typed) ?? 0;

/** The price stays a text: money is never a float. */
export function bodyOf(fields: PlanFields): z.input<typeof PlanInput> {
  const { dataLimitGB, topUpMB, topUpPrice, regularPrice, soldUntil, routerIds } = fields;
  const [speed, duration] = [typedNumber(fields.speed), typedNumber(fields.duration)];
  // Nothing is added to what has no limit.
  const hasTopUp = dataLimitGB.trim() !== "" && (topUpMB.trim() !== "" || topUpPrice.trim() !== "");
  return {
    name: fields.name.trim(),
    price: fields.price.trim(),
    ...(fields.speedUnit === "Mbps" ? { speedMbps: speed } : { speedKbps: speed }),
    ...(fields.durationUnit === "hours"
      ? { durationHours: duration }
      : { durationMinutes: duration && wholeMinutes(duration, minutesIn[fields.durationUnit]) }),
    isActive: fields.isActive,
    ...Object.fromEntries(
      numbers.flatMap((name) => (fields[name].trim() === "" ? [] : [[name, typedNumber(fields[name])]])),
    ),
    ...(hasTopUp ? { topUp: { megabytes: neededNumber(topUpMB), price: topUpPrice.trim() } } : {}),
    ...(fields.isHidden ? { isHidden: true } : {}),
    ...(routerIds.length === 0 ? {} : { routerIds }),
    ...(regularPrice.trim() === "" ? {} : { regularPrice: regularPrice.trim() }),
    ...(fields.hours === "any" ? {} : { hours: { from: fields.openFrom, until: fields.openUntil } }),
    ...(soldUntil === "" ? {} : { soldUntil: new Date(nairobiMoment(soldUntil)).toISOString() }),
  };
}
