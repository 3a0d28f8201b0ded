import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { RouterParams } from "./routers.ts";
import { Said, says } from "./said.ts";
import { parseMac } from "./values/mac.ts";

// Hotspot users of another system that are named by a device's MAC address. A router takes no second user of a name, so a purchase on
// such a device waits until the provider lets the bridge replace that user.

const answer = z.object({ success: z.literal(true), message: Said });

export const handOverUsers = endpoint({
  name: "handOverUsers",
  summary:
    "Let users that another system made on a router give way, of one device or of all, when their device buys",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "POST",
  path: "/api/admin/routers/:id/foreign-users",
  params: RouterParams,
  body: z.strictObject({
    /** Null: of every device, also of users that are made later. */
    macAddress: z
      .string(says("own_device_mac"))
      .max(64, says("own_device_mac"))
      .transform((text) => parseMac(text) ?? "")
      .refine((mac) => mac !== "", says("own_device_mac"))
      .nullable(),
  }),
  answer,
  hasSuccess: true,
});

export const keepForeignUsers = endpoint({
  name: "keepForeignUsers",
  summary:
    "Leave users that another system made on a router alone again; those that gave way do not come back",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "DELETE",
  path: "/api/admin/routers/:id/foreign-users",
  params: RouterParams,
  answer,
  hasSuccess: true,
});
