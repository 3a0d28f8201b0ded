import * as z from "zod";
import { Count, Id } from "./bridge-requests.ts";

// Lines of homes and offices, as a worker tells a bridge that drives them.

const serve = z.object({
  kind: z.literal("serve"),
  /** The name in `/ppp/secret`; another spelling of letters is the same line. */
  login: z.string().max(100),
  password: z.string().max(100),
  upKbps: z.int().positive(),
  downKbps: z.int().positive(),
  /** Open for so long from now on, then blocked: the end of what is paid, with days of grace, and within the hours for blocking. 0 = blocked, null = never blocked by itself. */
  openMs: Count.nullable(),
  /**
   * It was the router's own before: a row of this name without a mark is taken over, and its profile of then says which addresses the
   * line has.
   */
  former: z.string().max(100).optional(),
});

/** Given up: the name that we made dials in no more, or is the router's own again, as it was. */
const close = z.object({
  kind: z.literal("close"),
  login: z.string().max(100),
  restore: z
    .object({
      profile: z.string().max(100),
      comment: z.string().max(200),
      service: z.string().max(20),
      isOff: z.boolean(),
    })
    .optional(),
});

/** Which device it is, and where. */
const fixed = {
  /** "AA:BB:CC:DD:EE:FF" */
  mac: z.string().max(17),
  /** The interface of the network that it is in. */
  network: z.string().max(100),
  /** IPv4; it stays the device's as long as the line is there. */
  address: z.string().max(15),
};

/** A fixed device: only it passes in its network, which is closed as long as there is a line in it. */
const device = z.object({
  kind: z.literal("device"),
  ...fixed,
  upKbps: z.int().positive(),
  downKbps: z.int().positive(),
  /** As of a name. */
  openMs: Count.nullable(),
  /** What the network's `arp` shall be, where its owner said something about it. Absent: it is left alone. */
  arp: z.enum(["reply-only", "enabled"]).optional(),
});

/** Given up: what we made of it goes. With the last of its network the network is open again. */
const closeDevice = z.object({
  kind: z.literal("close_device"),
  ...fixed,
  arp: z.literal("enabled").optional(),
});

/**
 * A customer's line at a router: a PPPoE name, or a fixed device. The higher `rev` wins. Silence means stays on: what is open stays open until
 * its time is over by the bridge's own clock, and a bridge that does not reach its router changes nothing.
 */
export const DesiredLine = z.object({
  id: Id,
  routerId: Id,
  rev: Count,
  spec: z.discriminatedUnion("kind", [serve, close, device, closeDevice]),
});
export type DesiredLine = z.infer<typeof DesiredLine>;
export type PppSpec = z.infer<typeof serve> | z.infer<typeof close>;
export type DeviceSpec = z.infer<typeof device> | z.infer<typeof closeDevice>;

/**
 * What went through a line since its bridge's journal knows it: the line, since when that is by the site's clock, bytes up and down. The two
 * only rise; under another moment they count from 0.
 */
export const LineTotals = z.tuple([Id, Count, Count, Count]);
export type LineTotals = z.infer<typeof LineTotals>;

export const isOfDevice = (spec: DesiredLine["spec"]): spec is DeviceSpec =>
  spec.kind === "device" || spec.kind === "close_device";
