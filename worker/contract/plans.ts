import * as z from "zod";
import { endpoint, optional } from "./endpoint.ts";

/** A plan as the portal and the consoles read it. `price` is a decimal string in KES, `dataLimitGB` null means unlimited. */
export const Plan = z.object({
  id: z.string(),
  name: z.string(),
  price: z.string(),
  durationHours: z.int(),
  speedMbps: z.number(),
  uploadMbps: z.number().nullable(),
  dataLimitGB: z.number().nullable(),
  devices: z.int(),
  isActive: z.boolean(),
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
  answer: z.array(Plan),
});

export const PlanInput = z.strictObject({
  name: z.string().trim().min(1, "Please fill in all required fields").max(100),
  price: z.union([z.string(), z.number()]).transform(String),
  speedMbps: z.number().positive("Please enter a valid speed in Mbps").max(10_000),
  durationHours: z
    .int("Please enter a valid duration in hours")
    .positive("Please enter a valid duration in hours")
    .max(8_784),
  isActive: z.boolean().default(true),
  uploadMbps: optional(z.number().positive().max(10_000)),
  dataLimitGB: optional(z.number().positive().max(100_000)),
  devices: z.int().min(1).max(20).default(1),
});
export type PlanInput = z.infer<typeof PlanInput>;

export const PlanParams = z.object({ id: z.string().max(64) });

export const adminListPlans = endpoint({
  name: "adminListPlans",
  summary: "All plans of the signed-in provider",
  audience: ["provider"],
  method: "GET",
  path: "/api/admin/plans",
  answer: z.array(Plan),
});

export const createPlan = endpoint({
  name: "createPlan",
  summary: "Create a plan",
  audience: ["provider"],
  method: "POST",
  path: "/api/admin/plans",
  body: PlanInput,
  answer: Plan,
});

export const updatePlan = endpoint({
  name: "updatePlan",
  summary: "Change a plan; what was sold keeps what it was sold as",
  audience: ["provider"],
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
  method: "DELETE",
  path: "/api/admin/plans/:id",
  params: PlanParams,
  /** What becomes of its unused vouchers: they stay redeemable unless they are revoked. */
  query: z.object({ vouchers: optional(z.enum(["keep", "revoke"])) }),
  answer: z.object({ success: z.literal(true), revoked: z.int() }),
});
