import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { says } from "./said.ts";
import { leastPriceCents, parsePrice } from "./values/money.ts";

/** Times of the day in Nairobi, `22:00` to `06:00`: across midnight where `until` is before `from`. */
export const Hours = z.object({ from: z.string(), until: z.string() });
export type Hours = z.infer<typeof Hours>;

export const HoursForVisitors = Hours.extend({});

/** A plan as visitors see it. `price` is a decimal string in KES, `dataLimitGB` null means unlimited. */
export const PlanForVisitors = z.object({
  id: z.string(),
  name: z.string(),
  price: z.string(),
  /** To the minute: 0.5 = half an hour. */
  durationHours: z.number(),
  speedMbps: z.number(),
  uploadMbps: z.number().nullable(),
  dataLimitGB: z.number().nullable(),
  /** From so many GB on it runs at `fairUseMbps`; both null = it does not slow down. */
  fairUseGB: z.number().nullable(),
  fairUseMbps: z.number().nullable(),
  devices: z.int(),
  isActive: z.boolean(),
  /** Shown crossed out beside the price; null = none. */
  regularPrice: z.string().nullable(),
  /** Not sold from then on; null = without an end. */
  soldUntil: z.iso.datetime().nullable(),
  /** Open in these hours of the day alone; null = day and night. */
  hours: HoursForVisitors.nullable(),
});
export type PlanForVisitors = z.infer<typeof PlanForVisitors>;

/** A plan as its provider reads it: what is added here reaches no visitor. */
export const Plan = PlanForVisitors.extend({
  durationMinutes: z.int(),
  /** For vouchers alone. */
  isHidden: z.boolean(),
  /** Where it is sold; null = at all routers. */
  routerIds: z.array(z.string()).nullable(),
  hours: Hours.nullable(),
  /** More data for one that is used up; null = it is not sold. */
  topUp: z.object({ megabytes: z.int(), price: z.string() }).nullable(),
});
export type Plan = z.infer<typeof Plan>;

/** `routerId` selects the router's provider on the main domain. */
export const PortalQuery = z.object({
  routerId: optional(z.string().max(100)),
  mac: optional(z.string().max(100)),
});

export const listPlans = endpoint({
  name: "listPlans",
  summary: "Active plans of this provider by price, ascending",
  audience: ["visitor"],
  method: "GET",
  path: "/api/plans",
  query: PortalQuery,
  answer: z.array(PlanForVisitors),
});

const missing = says("all_required");

/** Of a required field: one sentence where it is left out, its own where it is wrong. */
const required = (wrong: string) => ({
  error: ({ input }: { input: unknown }) => (input === undefined || input === null ? missing : wrong),
});

/** The least that RouterOS is told: it takes zero for no limit. */
export const leastKbps = 64;

const price = required(says("plan_price"));
const speed = says("plan_speed");
const kbps = says("plan_kbps");
const duration = says("plan_duration");
const minutes = says("plan_minutes");
const upload = says("plan_upload");
const data = says("plan_data");
const fairUse = says("plan_fair_use");
const devices = says("plan_devices");
const routers = says("plan_routers");
const regularPrice = says("plan_regular_price");
const soldUntil = says("plan_sold_until");
const hours = says("plan_hours");
const topUp = says("plan_top_up");
const timeOfDay = z.string(hours).regex(/^([01]\d|2[0-3]):[0-5]\d$/, hours);

const isCharged = (typed: string) => (parsePrice(typed) ?? 0) >= leastPriceCents;

export const PlanInput = z
  .strictObject({
    name: oneLine(z.string(missing).trim().min(1, missing).max(100, says("plan_name_long")), "field_name"),
    price: z
      .union([z.string(), z.number()], price)
      .transform(String)
      .pipe(z.string().trim().min(1, missing).refine(isCharged, price)),
    speedMbps: optional(z.int(speed).positive(speed).max(10_000, speed)),
    /** In place of `speedMbps`. */
    speedKbps: optional(z.int(kbps).min(leastKbps, kbps).max(10_000_000, kbps)),
    durationHours: optional(z.number(duration).positive(duration).max(8_784, duration)),
    /** In place of `durationHours`, which is whole hours without it. */
    durationMinutes: optional(
      z
        .int(minutes)
        .positive(minutes)
        .max(8_784 * 60, minutes),
    ),
    isActive: z.boolean().default(true),
    uploadMbps: optional(
      z
        .number(upload)
        .min(leastKbps / 1_000, upload)
        .max(10_000, upload),
    ),
    dataLimitGB: optional(z.number(data).min(0.001, data).max(100_000, data)),
    /** Both or none: slower than the plan, and before its data limit. */
    fairUseGB: optional(z.number(fairUse).min(0.001, fairUse).max(100_000, fairUse)),
    fairUseMbps: optional(
      z
        .number(fairUse)
        .min(leastKbps / 1_000, fairUse)
        .max(10_000, fairUse),
    ),
    devices: z.int(devices).min(1, devices).max(20, devices).default(1),
    isHidden: z.boolean().default(false),
    routerIds: optional(z.array(z.string().max(64)).min(1, routers).max(500, routers)),
    /** Above the price. */
    regularPrice: optional(z.union([z.string(), z.number()], regularPrice).transform(String)),
    soldUntil: optional(z.iso.datetime({ offset: true, error: soldUntil })),
    hours: optional(
      z
        .strictObject({ from: timeOfDay, until: timeOfDay }, hours)
        .refine(({ from, until }) => from !== until, hours),
    ),
    /** Only with a data limit. */
    topUp: optional(
      z.strictObject(
        {
          megabytes: z.int(topUp).min(1, topUp).max(10_000_000, topUp),
          price: z.union([z.string(), z.number()], topUp).transform(String).refine(isCharged, topUp),
        },
        topUp,
      ),
    ),
  })
  .superRefine((plan, { addIssue }) => {
    const { speedMbps, speedKbps, durationHours, durationMinutes } = plan;
    const wrong = (field: string, message: string) => addIssue({ code: "custom", path: [field], message });
    // A plan that was read is written back with both: they agree.
    if (speedMbps === undefined && speedKbps === undefined) wrong("speedMbps", missing);
    else if (speedMbps !== undefined && speedKbps !== undefined && speedMbps * 1_000 !== speedKbps)
      wrong("speedMbps", speed);
    if (durationHours === undefined && durationMinutes === undefined) wrong("durationHours", missing);
    else if (durationHours !== undefined && !isDuration(durationHours, durationMinutes))
      wrong("durationHours", duration);
    if (
      plan.regularPrice !== undefined &&
      !((parsePrice(plan.regularPrice) ?? 0) > (parsePrice(plan.price) ?? 0))
    )
      wrong("regularPrice", regularPrice);
    if (plan.topUp !== undefined && plan.dataLimitGB === undefined)
      wrong("topUp", says("plan_top_up_without_limit"));
    const { fairUseGB, fairUseMbps, dataLimitGB = Number.POSITIVE_INFINITY } = plan;
    const mbps = speedMbps ?? (speedKbps ?? 0) / 1_000;
    if ((fairUseGB === undefined) !== (fairUseMbps === undefined)) wrong("fairUseGB", fairUse);
    else if (
      fairUseGB !== undefined &&
      fairUseMbps !== undefined &&
      !(fairUseGB < dataLimitGB && fairUseMbps < mbps)
    )
      wrong("fairUseGB", fairUse);
  });

function isDuration(hours: number, minutes: number | undefined): boolean {
  return minutes === undefined ? Number.isInteger(hours) : Math.round(hours * 60) === minutes;
}

export type PlanInput = z.infer<typeof PlanInput>;

export const PlanParams = z.object({ id: z.string().max(64) });

export const adminListPlans = endpoint({
  name: "adminListPlans",
  summary: "All plans of the signed-in provider",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:plans",
  method: "GET",
  path: "/api/admin/plans",
  answer: z.array(Plan),
});

export const createPlan = endpoint({
  name: "createPlan",
  summary: "Create a plan",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/plans",
  body: PlanInput,
  answer: Plan,
});

export const updatePlan = endpoint({
  name: "updatePlan",
  summary: "Change a plan; what was sold keeps what it was sold as",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/plans/:id",
  params: PlanParams,
  body: PlanInput,
  answer: Plan,
});

export const deletePlan = endpoint({
  name: "deletePlan",
  summary: "Archive a plan: it is no longer sold",
  audience: ["provider"],
  roles: ["owner"],
  method: "DELETE",
  path: "/api/admin/plans/:id",
  params: PlanParams,
  /** What becomes of its unused vouchers: they stay redeemable unless they are revoked. */
  query: z.object({ vouchers: optional(z.enum(["keep", "revoke"])) }),
  answer: z.object({ success: z.literal(true), revoked: z.int() }),
});
