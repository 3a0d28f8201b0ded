import * as z from "zod/mini";
import type { Plan, PlanInput } from "#contract/plans";
import { leastPriceCents, parsePrice, priceString } from "#contract/values/money";
import { t } from "../../console/language.ts";
import { hasOwnUpload } from "./format-plan.ts";

/** The form as it is typed; numbers are texts, so that a price leaves as it was written. */
export const newPlan = {
  name: "",
  price: "",
  speedMbps: "",
  durationHours: "",
  isActive: true,
  uploadMbps: "",
  dataLimitGB: "",
  devices: "1",
};

export type PlanFields = typeof newPlan;

export function fieldsOf(plan: Plan): PlanFields {
  const cents = parsePrice(plan.price) ?? 0;
  return {
    name: plan.name,
    price: cents % 100 === 0 ? String(cents / 100) : priceString(cents),
    speedMbps: String(plan.speedMbps),
    durationHours: String(plan.durationHours),
    isActive: plan.isActive,
    // Empty: follows the download speed when that changes.
    uploadMbps: hasOwnUpload(plan) ? String(plan.uploadMbps) : "",
    dataLimitGB: String(plan.dataLimitGB ?? ""),
    devices: String(plan.devices),
  };
}

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
const above0 = (most: number) => (value: number) => value > 0 && value <= most;

/** The rules of docs/behaviour/provider-console.md, "Plans"; the server checks them again. */
export const PlanForm = z.object({
  name: z.string().check(z.trim(), z.minLength(1, { error: missing }), z.maxLength(100)),
  price: z.string().check(
    z.trim(),
    z.minLength(1, { error: missing, abort: true }),
    z.refine((typed) => (parsePrice(typed) ?? 0) >= leastPriceCents, {
      error: () => t("Please enter a valid price"),
    }),
  ),
  speedMbps: numeral(wholeAbove0(10_000), () => t("Please enter a valid speed in Mbps"), true),
  durationHours: numeral(wholeAbove0(8_784), () => t("Please enter a valid duration in hours"), true),
  isActive: z.boolean(),
  uploadMbps: numeral(above0(10_000), () => t("Please enter a valid upload speed in Mbps"), false),
  dataLimitGB: numeral(above0(100_000), () => t("Please enter a valid data limit in GB"), false),
  devices: numeral(wholeAbove0(20), () => t("Please enter a number of devices from 1 to 20"), false),
});

/** What the toast says of a form that is not right: its first fault (docs/behaviour/provider-console.md, PC-41 to PC-47). */
export function faultOf(
  errors: Partial<Record<keyof PlanFields, unknown>>,
): { field: keyof PlanFields; title: string; text: string } | null {
  const required = ["name", "price", "speedMbps", "durationHours"] as const;
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
    speedMbps: t("Invalid Speed"),
    durationHours: t("Invalid Duration"),
    uploadMbps: t("Invalid Upload Speed"),
    dataLimitGB: t("Invalid Data Limit"),
    devices: t("Invalid Number of Devices"),
  };
  const wrong = (Object.keys(titles) as (keyof typeof titles)[]).find((field) => errors[field]);
  return wrong ? { field: wrong, title: titles[wrong], text: String(errors[wrong]) } : null;
}

type PlanBody = Omit<PlanInput, "uploadMbps" | "dataLimitGB"> & {
  uploadMbps?: number;
  dataLimitGB?: number;
};

/** Of valid fields. The price stays a text: money is never a float. */
export function bodyOf(fields: PlanFields): PlanBody {
  const { uploadMbps, dataLimitGB } = fields;
  return {
    name: fields.name.trim(),
    price: fields.price.trim(),
    speedMbps: Number(fields.speedMbps),
    durationHours: Number(fields.durationHours),
    isActive: fields.isActive,
    devices: Number(fields.devices || "1"),
    ...(uploadMbps.trim() === "" ? {} : { uploadMbps: Number(uploadMbps) }),
    ...(dataLimitGB.trim() === "" ? {} : { dataLimitGB: Number(dataLimitGB) }),
  };
}
