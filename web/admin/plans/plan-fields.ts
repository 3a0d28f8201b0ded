import * as z from "zod/mini";
import type { Plan, PlanInput } from "#contract/plans";
import { leastPriceCents, parsePrice, priceString } from "#contract/values/money";
import { parseTimeOfDay } from "#contract/values/open-hours";
import { t } from "../../console/language.ts";
import { nairobiField, nairobiMoment } from "../../console/moment-field.ts";
import type { Offer } from "./compare-plans.ts";
import { hasOwnUpload } from "./format-plan.ts";

/** The form as it is typed; numbers are texts, so that a price leaves as it was written. */
export const newPlan = {
  name: "",
  price: "",
  speed: "",
  speedUnit: "Mbps" as SpeedUnit,
  duration: "",
  durationUnit: "hours" as DurationUnit,
  isActive: true,
  uploadMbps: "",
  dataLimitGB: "",
  fairUseGB: "",
  fairUseMbps: "",
  /** More data for one that is used up; both empty: it is not sold. */
  topUpMB: "",
  topUpPrice: "",
  devices: "1",
  isHidden: false,
  /** Empty: all of them. */
  routerIds: [] as string[],
  regularPrice: "",
  /** As a date-time field writes it, meant in Nairobi; "" for no end. */
  soldUntil: "",
  hours: "any" as HoursChoice,
  /** Times of the day in Nairobi, where `hours` is `some`. */
  openFrom: "22:00",
  openUntil: "06:00",
};

export type SpeedUnit = "Mbps" | "kbps";
export type DurationUnit = "minutes" | "hours" | "days";
export type HoursChoice = "any" | "some";
export type PlanFields = typeof newPlan;

const minutesIn = { minutes: 1, hours: 60, days: 1_440 };
const mostMinutes = 8_784 * 60;

export function fieldsOf(plan: Plan): PlanFields {
  return {
    name: plan.name,
    price: typedPrice(plan.price),
    ...(Number.isInteger(plan.speedMbps)
      ? { speed: String(plan.speedMbps), speedUnit: "Mbps" }
      : { speed: String(Math.round(plan.speedMbps * 1_000)), speedUnit: "kbps" }),
    ...(plan.durationMinutes % 60 === 0
      ? { duration: String(plan.durationMinutes / 60), durationUnit: "hours" }
      : { duration: String(plan.durationMinutes), durationUnit: "minutes" }),
    isActive: plan.isActive,
    // Empty: follows the download speed when that changes.
    uploadMbps: hasOwnUpload(plan) ? String(plan.uploadMbps) : "",
    dataLimitGB: String(plan.dataLimitGB ?? ""),
    fairUseGB: String(plan.fairUseGB ?? ""),
    fairUseMbps: String(plan.fairUseMbps ?? ""),
    topUpMB: String(plan.topUp?.megabytes ?? ""),
    topUpPrice: plan.topUp === null ? "" : typedPrice(plan.topUp.price),
    devices: String(plan.devices),
    isHidden: plan.isHidden,
    routerIds: plan.routerIds ?? [],
    regularPrice: plan.regularPrice === null ? "" : typedPrice(plan.regularPrice),
    soldUntil: plan.soldUntil === null ? "" : nairobiField(Date.parse(plan.soldUntil)),
    hours: plan.hours === null ? "any" : "some",
    openFrom: plan.hours?.from ?? newPlan.openFrom,
    openUntil: plan.hours?.until ?? newPlan.openUntil,
  };
}

function typedPrice(price: string): string {
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

const priceOf = (typed: string) => parsePrice(typed) ?? 0;

const missing = () => t("Required");

/** A number as typed that `fits`; empty is another fault, or none. */
function numeral(fits: (value: number) => boolean, wrong: () => string, isRequired: boolean) {
  const good = z.refine<string>((typed) => typed.trim() === "" || fits(Number(typed)), { error: wrong });
  return isRequired
    ? z.string().check(z.trim(), z.minLength(1, { error: missing, abort: true }), good)
    : z.string().check(z.trim(), good);
}
const wholeAbove0 = (most: number) => (value: number) =>
  Number.isInteger(value) && value > 0 && value <= most;
const between = (least: number, most: number) => (value: number) => value >= least && value <= most;

/** The rules of docs/behaviour/provider-console.md, "Plans"; the server checks them again. */
export const planForm = (fields: PlanFields) => {
  const { speedUnit, durationUnit, price } = fields;
  const offer = typedOffer(fields);
  const { topUpMB, topUpPrice } = topUpTyped(fields);
  return z.object({
    name: z.string().check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(100)),
    price: z.string().check(
      z.trim(),
      z.minLength(1, { error: missing, abort: true }),
      z.refine((typed) => priceOf(typed) >= leastPriceCents, {
        error: () => t("Please enter a valid price"),
      }),
    ),
    speed:
      speedUnit === "Mbps"
        ? numeral(wholeAbove0(10_000), () => t("Please enter a valid speed in Mbps"), true)
        : numeral(between(64, 10_000_000), () => t("Please enter a valid speed in kbps, from 64"), true),
    duration: numeral(
      wholeAbove0(mostMinutes / minutesIn[durationUnit]),
      () =>
        ({
          minutes: t("Please enter a valid duration in minutes"),
          hours: t("Please enter a valid duration in hours"),
          days: t("Please enter a valid duration in days"),
        })[durationUnit],
      true,
    ),
    isActive: z.boolean(),
    regularPrice: z.string().check(
      z.trim(),
      z.refine((typed) => typed === "" || priceOf(typed) > priceOf(price), {
        error: () => t("The usual price is above the price of the offer"),
      }),
    ),
    uploadMbps: numeral(between(0.064, 10_000), () => t("Please enter a valid upload speed in Mbps"), false),
    dataLimitGB: numeral(between(0.001, 100_000), () => t("Please enter a valid data limit in GB"), false),
    fairUseGB: z.string().check(
      z.refine(
        (typed) =>
          isBeside(typed, fields.fairUseMbps, (gb) => between(0.001, 100_000)(gb) && gb < offer.dataGB),
        {
          error: () => t("Please enter from how many GB on it is slower, below its data limit"),
        },
      ),
    ),
    fairUseMbps: z.string().check(
      z.refine(
        (typed) => isBeside(typed, fields.fairUseGB, (mbps) => mbps >= 0.064 && mbps * 1_000 < offer.kbps),
        {
          error: () => t("Please enter the lower speed in Mbps, below the speed of the plan"),
        },
      ),
    ),
    topUpMB: z.string().check(
      z.refine(() => isBeside(topUpMB, topUpPrice, wholeAbove0(10_000_000)), {
        error: () => t("Please enter how many MB it adds, as a whole number"),
      }),
    ),
    topUpPrice: z.string().check(
      z.refine(() => isBeside(topUpPrice, topUpMB, () => priceOf(topUpPrice) >= leastPriceCents), {
        error: () => t("Please enter a valid price for it"),
      }),
    ),
    openFrom: timeField(fields.hours),
    openUntil: timeField(fields.hours).check(
      z.refine((until) => fields.hours === "any" || until !== fields.openFrom, {
        error: () => t("It closes at another time than it opens"),
      }),
    ),
    devices: numeral(wholeAbove0(20), () => t("Please enter a number of devices from 1 to 20"), false),
  });
};

const timeField = (hours: HoursChoice) =>
  z.string().check(
    z.refine((typed) => hours === "any" || parseTimeOfDay(typed) !== undefined, {
      error: () => t("Please enter a time of the day"),
      abort: true,
    }),
  );

/** Nothing is added to what has no limit. */
const topUpTyped = ({ dataLimitGB, topUpMB, topUpPrice }: PlanFields) =>
  dataLimitGB.trim() === "" ? { topUpMB: "", topUpPrice: "" } : { topUpMB, topUpPrice };

/** Both of its fields are empty, or this one fits. */
const isBeside = (typed: string, other: string, fits: (value: number) => boolean) =>
  typed.trim() === "" ? other.trim() === "" : fits(Number(typed));

/** What the toast says of a form that is not right: its first fault (docs/behaviour/provider-console.md, PC-41 to PC-47). */
export function faultOf(
  errors: Partial<Record<keyof PlanFields, unknown>>,
): { field: keyof PlanFields; title: string; text: string } | null {
  const required = ["name", "price", "speed", "duration"] as const;
  const empty = required.find((field) => errors[field] === missing());
  if (empty)
    return {
      field: empty,
      title: t("Missing Information"),
      text: t("Please fill in all required fields"),
    };
  const titles = {
    name: t("Invalid Name"),
    price: t("Invalid Price"),
    speed: t("Invalid Speed"),
    duration: t("Invalid Duration"),
    uploadMbps: t("Invalid Upload Speed"),
    dataLimitGB: t("Invalid Data Limit"),
    fairUseGB: t("Invalid Fair Use"),
    fairUseMbps: t("Invalid Fair Use"),
    topUpMB: t("Invalid Top-up"),
    topUpPrice: t("Invalid Top-up"),
    devices: t("Invalid Number of Devices"),
    regularPrice: t("Invalid Price"),
    openFrom: t("Invalid Hours"),
    openUntil: t("Invalid Hours"),
  };
  const wrong = (Object.keys(titles) as (keyof typeof titles)[]).find((field) => errors[field]);
  return wrong ? { field: wrong, title: titles[wrong], text: String(errors[wrong]) } : null;
}

/** Not sent where it is undefined. */
type PlanBody = { [Name in keyof PlanInput]?: Exclude<PlanInput[Name], undefined> } & Pick<
  PlanInput,
  "name" | "price"
>;

/** Of valid fields. The price stays a text: money is never a float. */
export function bodyOf(fields: PlanFields): PlanBody {
  const { uploadMbps, dataLimitGB, fairUseGB, fairUseMbps, routerIds, regularPrice, soldUntil } = fields;
  const speed = Number(fields.speed);
  const duration = Number(fields.duration);
  const topUp = topUpTyped(fields);
  return {
    name: fields.name.trim(),
    price: fields.price.trim(),
    ...(fields.speedUnit === "Mbps" ? { speedMbps: speed } : { speedKbps: speed }),
    ...(fields.durationUnit === "hours"
      ? { durationHours: duration }
      : { durationMinutes: duration * minutesIn[fields.durationUnit] }),
    isActive: fields.isActive,
    devices: Number(fields.devices || "1"),
    ...(uploadMbps.trim() === "" ? {} : { uploadMbps: Number(uploadMbps) }),
    ...(dataLimitGB.trim() === "" ? {} : { dataLimitGB: Number(dataLimitGB) }),
    ...(fairUseGB.trim() === "" ? {} : { fairUseGB: Number(fairUseGB), fairUseMbps: Number(fairUseMbps) }),
    ...(topUp.topUpMB.trim() === ""
      ? {}
      : { topUp: { megabytes: Number(topUp.topUpMB), price: topUp.topUpPrice.trim() } }),
    ...(fields.isHidden ? { isHidden: true } : {}),
    ...(routerIds.length === 0 ? {} : { routerIds }),
    ...(regularPrice.trim() === "" ? {} : { regularPrice: regularPrice.trim() }),
    ...(fields.hours === "any" ? {} : { hours: { from: fields.openFrom, until: fields.openUntil } }),
    ...(soldUntil === "" ? {} : { soldUntil: new Date(nairobiMoment(soldUntil)).toISOString() }),
  };
}
