import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { customerEmail, deviceMac } from "./lines.ts";
import { oneLine } from "./one-line.ts";
import { RouterParams } from "./routers.ts";
import { Said, says } from "./said.ts";

// A provider moves in: names that dial in at the router, and devices in its networks, become lines as they are, and go back the same way.

/** Of one call. */
export const mostAdopted = 300;
export const mostHandedBack = 100;

/** As it stands at the router. Its password is in no answer. */
export const AdoptableSecret = z.object({
  /** The PPPoE name. */
  name: z.string(),
  /** The router's own; it gives the addresses, also later. */
  profile: z.string(),
  comment: z.string(),
  /** Of its profile; null: it says none. */
  uploadMbps: z.number().nullable(),
  downloadMbps: z.number().nullable(),
  isOff: z.boolean(),
  isDialled: z.boolean(),
  /** What its comment says of the customer: the name, or the PPPoE name; the phone, or null. */
  customer: z.object({ name: z.string(), phoneNumber: z.string().nullable() }),
  /** Why it cannot be a line; null = it can. */
  hindrance: Said.nullable(),
});
export type AdoptableSecret = z.infer<typeof AdoptableSecret>;

export const readSecrets = endpoint({
  name: "readSecrets",
  summary: "Names that dial in at a router over PPPoE, read from it now; changes nothing",
  audience: ["provider"],
  roles: ["owner"],
  method: "GET",
  path: "/api/admin/routers/:id/secrets",
  params: RouterParams,
  answer: z.object({
    secrets: z.array(AdoptableSecret),
    /** More than these are at the router. */
    left: z.int(),
  }),
});

export const CustomerInput = z.strictObject({
  name: oneLine(
    z.string(says("customer_name")).trim().min(1, says("customer_name")).max(80, says("customer_name")),
    "field_name",
  ),
  /** Null: not known yet. */
  phoneNumber: z.string(says("phone_invalid")).max(40, says("phone_invalid")).nullable(),
});

export const adoptLines = endpoint({
  name: "adoptLines",
  summary:
    "Names of a router become lines: nothing of a session changes, and they are blocked when their time is over",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/routers/:id/secrets",
  params: RouterParams,
  body: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          /** The PPPoE name, as it is spelled there. */
          name: z.string().min(1).max(100),
          customer: CustomerInput,
          packageId: z.string(says("choose_package")).min(1, says("choose_package")).max(100),
          /** Paid before it came here; what is over is blocked. */
          paidUntil: z.iso.datetime({ offset: true, error: says("line_paid_until") }),
        }),
      )
      .min(1, says("secret_choose"))
      .max(mostAdopted, says("secret_choose")),
  }),
  answer: z.object({
    success: z.literal(true),
    message: Said,
    adopted: z.array(z.object({ name: z.string(), lineId: z.string() })),
    refused: z.array(z.object({ name: z.string(), reason: Said })),
  }),
  hasSuccess: true,
  idempotent: true,
});

export const adoptDevices = endpoint({
  name: "adoptDevices",
  summary:
    "Devices of a network become lines with the addresses that they have: from the first on the network is closed, and only what is paid passes",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/routers/:id/networks/devices",
  params: RouterParams,
  body: z.strictObject({
    network: z.string(says("choose_network")).min(1, says("choose_network")).max(100, says("choose_network")),
    /** The owner's yes: everybody else in the network reaches the pay page alone from now on. Not asked where it is closed. */
    closes: z.boolean().optional(),
    devices: z
      .array(
        z.strictObject({
          mac: deviceMac,
          customer: CustomerInput,
          packageId: z.string(says("choose_package")).min(1, says("choose_package")).max(100),
          /** Paid before it came here; what is over is blocked. */
          paidUntil: z.iso.datetime({ offset: true, error: says("line_paid_until") }),
        }),
      )
      .min(1, says("secret_choose"))
      .max(mostAdopted, says("secret_choose")),
  }),
  answer: z.object({
    success: z.literal(true),
    message: Said,
    adopted: z.array(z.object({ name: z.string(), lineId: z.string() })),
    refused: z.array(z.object({ name: z.string(), reason: Said })),
  }),
  hasSuccess: true,
  idempotent: true,
});

export const handBackLines = endpoint({
  name: "handBackLines",
  summary:
    "Lines that were brought in from a router are its own again, as they were; a network is open again with its last device",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/lines/hand-back",
  body: z.strictObject({
    lines: z
      .array(z.string().max(64))
      .min(1, says("secret_choose"))
      .max(mostHandedBack, says("secret_choose")),
  }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});

export const saveCustomer = endpoint({
  name: "saveCustomer",
  summary: "Change a customer's name, phone and e-mail address",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "PUT",
  path: "/api/admin/customers/:id",
  params: z.object({ id: z.string().max(64) }),
  /** Without an address it stays as it was. */
  body: CustomerInput.extend({ email: customerEmail.optional() }),
  answer: z.object({ success: z.literal(true), message: Said }),
  hasSuccess: true,
});
