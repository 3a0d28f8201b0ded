import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { oneLine } from "./one-line.ts";
import { RouterParams } from "./routers.ts";
import { says } from "./said.ts";
import { parseMac } from "./values/mac.ts";

// A provider's own till, printer, camera or phone behind a hotspot: it passes without paying, by its MAC.

export const mostOwnDevices = 30;

export const OwnDevice = z.object({
  /** "02:00:00:00:00:01", upper case. */
  mac: z.string(),
  name: z.string(),
});
export type OwnDevice = z.infer<typeof OwnDevice>;

export const readOwnDevices = endpoint({
  name: "readOwnDevices",
  summary: "A provider's own devices that pass a router's hotspot without paying",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/routers/:id/own-devices",
  params: RouterParams,
  answer: z.array(OwnDevice),
});

export const saveOwnDevices = endpoint({
  name: "saveOwnDevices",
  summary: "Replace the list of own devices of a router; its bridge lets exactly these through",
  audience: ["provider", "platform"],
  roles: ["owner", "technician"],
  method: "PUT",
  path: "/api/admin/routers/:id/own-devices",
  params: RouterParams,
  body: z.strictObject({
    devices: z
      .array(
        z.strictObject({
          mac: z
            .string(says("own_device_mac"))
            .transform((text) => parseMac(text) ?? "")
            .refine((mac) => mac !== "", says("own_device_mac")),
          name: oneLine(
            z
              .string(says("own_device_name"))
              .trim()
              .min(1, says("own_device_name"))
              .max(60, says("own_device_name")),
            "field_name",
          ),
        }),
      )
      .max(mostOwnDevices, says("own_devices_full"))
      .refine(
        (devices) => new Set(devices.map(({ mac }) => mac)).size === devices.length,
        says("own_device_twice"),
      ),
  }),
  answer: z.array(OwnDevice),
});
