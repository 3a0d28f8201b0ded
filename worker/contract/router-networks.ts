import * as z from "zod";
import { Count } from "./bridge-requests.ts";

// The router's own networks, as its bridge reads them for a provider who makes a line of a device in one of them.

/** Of one answer. */
export const mostNetworks = 100;
export const mostNetworkDevices = 1_500;

/** What a network is for, where it cannot be closed: the way out, the hotspot's visitors, the bridge's own machine, or no cable or radio. */
export const networkUses = ["internet", "visitors", "bridge", "tunnel"] as const;

/** A device that the router knows there: by a lease, or by its address alone. `name`: a stranger's word, without control characters. */
export const NetworkDevice = z.object({
  mac: z.string().max(17),
  address: z.string().max(15),
  name: z.string().max(60).nullable(),
  /** By a row that stays. */
  isFixed: z.boolean(),
  /** It is in the network now. */
  isThere: z.boolean(),
  /** What the owner wrote at its lease, and the speed there; absent where there is nothing, or an older bridge reads it. */
  comment: z.string().max(200).exactOptional(),
  speed: z.object({ upKbps: z.int().positive(), downKbps: z.int().positive() }).exactOptional(),
  /** Its lease is switched off at the router, or keeps it out. */
  shutBy: z.enum(["disabled", "blocked"]).exactOptional(),
});
export type NetworkDevice = z.infer<typeof NetworkDevice>;

export const RouterNetwork = z.object({
  /** The interface's. */
  name: z.string().min(1).max(100),
  /** The router's own in it, with their lengths: "10.20.0.1/24". */
  addresses: z.array(z.string().max(18)).min(1).max(20),
  /** Null: it can be closed. */
  use: z.enum(networkUses).nullable(),
  /** The router gives addresses there. */
  hasServer: z.boolean(),
  devices: z.array(NetworkDevice),
});
export type RouterNetwork = z.infer<typeof RouterNetwork>;

/** The `result` of `networks`; `left`: how many devices are not told. */
export const RouterNetworks = z.object({
  networks: z.array(RouterNetwork).max(mostNetworks),
  left: Count,
});
export type RouterNetworks = z.infer<typeof RouterNetworks>;
