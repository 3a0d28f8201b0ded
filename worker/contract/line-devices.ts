import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { deviceMac, Line } from "./lines.ts";
import { RouterParams } from "./routers.ts";
import { Said, says } from "./said.ts";

// Fixed devices: the router's networks that can be closed for them, and what is done with a device.

/** A network of a router as its provider sees it. */
export const DeviceNetwork = z.object({
  /** The interface's. */
  name: z.string(),
  /** The router's own in it: "10.20.0.1/24". */
  addresses: z.array(z.string()),
  /** Why no device there can have a line; null = one can. */
  hindrance: Said.nullable(),
  /** A device there has a line: only what is paid passes. */
  isClosed: z.boolean(),
  /** Devices without a line get no answers there, not even the pay page. */
  isStrict: z.boolean(),
  devices: z.array(
    z.object({
      mac: z.string(),
      address: z.string(),
      /** By which it asked for its address; null = it said none. */
      name: z.string().nullable(),
      isThere: z.boolean(),
      /** It has a line. */
      isLine: z.boolean(),
      /** The owner's own, at its lease. */
      comment: z.string(),
      /** Of its lease; null: it says none. */
      uploadMbps: z.number().nullable(),
      downloadMbps: z.number().nullable(),
      /** Whom comment and name mean: the name, else the address; the phone, or null. */
      customer: z.object({ name: z.string(), phoneNumber: z.string().nullable() }),
      /** Why it cannot be brought in as it is; null = it can. */
      hindrance: Said.nullable(),
    }),
  ),
});
export type DeviceNetwork = z.infer<typeof DeviceNetwork>;

export const readNetworks = endpoint({
  name: "readNetworks",
  summary: "Networks of a router and the devices in them, read from it now; changes nothing",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "GET",
  path: "/api/admin/routers/:id/networks",
  params: RouterParams,
  answer: z.object({
    networks: z.array(DeviceNetwork),
    /** More devices than these are there. */
    left: z.int(),
  }),
});

export const setNetwork = endpoint({
  name: "setNetwork",
  summary:
    "Whether a network that is closed for fixed devices answers others at all: strict, not even the pay page",
  audience: ["provider"],
  roles: ["owner"],
  method: "PUT",
  path: "/api/admin/routers/:id/networks",
  params: RouterParams,
  body: z.strictObject({
    network: z.string(says("choose_network")).min(1, says("choose_network")).max(100, says("choose_network")),
    isStrict: z.boolean(),
  }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const replaceDevice = endpoint({
  name: "replaceDevice",
  summary:
    "Another device in the place of a line's fixed device: it has its address, and the one before nothing",
  audience: ["provider"],
  roles: ["owner", "technician"],
  method: "PUT",
  path: "/api/admin/lines/:id/device",
  params: z.object({ id: z.string().max(100) }),
  body: z.strictObject({ mac: deviceMac }),
  answer: z.object({ success: z.literal(true), message: Said, line: Line }),
  hasSuccess: true,
});
