/** Devices in the router's own networks: where they get an address, who hears them, and what they reach. */

import { addressOfName } from "./address-lists.ts";
import { parseDuration } from "./duration.ts";
import {
  allFates,
  asked,
  elsewhere,
  fatesBy,
  type Passes,
  passes,
  swarmsOf,
  tunnelsOf,
} from "./line-report.ts";
import { hasSix } from "./line-six.ts";
import { limitOf } from "./queues.ts";
import type { StoredRow, Wired } from "./state.ts";
import { newId, type World } from "./world.ts";

export interface DeviceReport {
  readonly present: boolean;
  readonly address: string | null;
  readonly internet: Passes;
  readonly portal: Passes;
  /** A connection of it is taken out of the firewall's sight. */
  readonly fastTracked: boolean;
  /** Questions of names to the router itself. */
  readonly names: boolean;
  /** What passes of that by which people tunnel past a block. */
  readonly tunnels: readonly string[];
  /** "2000000/8000000": of the first queue whose target it is; null without one. */
  readonly limit: string | null;
}

interface Plug {
  readonly mac: string;
  readonly interface: string;
  readonly ip?: string;
  readonly present: boolean;
  readonly bytesPerSecond?: number;
}

export const isDynamic = ({ values }: StoredRow): boolean => values.dynamic === "true";

const serverOf = (world: World, name: string) =>
  world.state.box.menus["/ip/dhcp-server"].find((row) => row.interface === name && row.disabled !== "true");

/** The device comes, changes its address, or goes. */
export function plug(world: World, { mac, interface: on, ip, present, bytesPerSecond }: Plug): void {
  const { state } = world;
  const known = state.wired.find((one) => one.mac === mac.toUpperCase());
  const device: Wired = {
    mac: mac.toUpperCase(),
    interface: on,
    isSetByHand: ip !== undefined,
    address: ip ?? known?.address ?? "",
    isPresent: present,
    askedAt: world.now(),
    ...(known?.download && { download: known.download }),
  };
  state.wired = [...state.wired.filter((one) => one !== known), device];
  if (present && ip === undefined) device.address = askFor(world, device);
  if (bytesPerSecond === 0) delete device.download;
  else if (bytesPerSecond !== undefined)
    device.download = { bytesPerSecond, until: world.now(), bytes: 0, connection: null };
}

/** Half of a lease's time is over: the device asks again. */
export function renewAddresses(world: World): void {
  for (const device of world.state.wired) {
    if (device.isSetByHand || !device.isPresent) continue;
    const leaseMs = parseDuration(serverOf(world, device.interface)?.["lease-time"] ?? "") ?? 600_000;
    if (world.now() - device.askedAt < leaseMs / 2) continue;
    device.askedAt = world.now();
    device.address = askFor(world, device);
  }
}

/** What the network's server gives: the row of this MAC that stays, else the one that was given before, else a free one of its pool. */
function askFor(world: World, { mac, interface: on }: Wired): string {
  const { tables } = world.state;
  const server = serverOf(world, on);
  if (!server) return "";
  const own = tables.leases.filter(
    ({ values }) =>
      values["mac-address"] === mac &&
      values.disabled !== "true" &&
      (values.server === undefined || values.server === server.name),
  );
  const fixed = own.find((row) => !isDynamic(row));
  if (fixed) {
    tables.leases = tables.leases.filter((row) => !(isDynamic(row) && own.includes(row)));
    return fixed.values.address ?? "";
  }
  const given = own.find(isDynamic);
  if (given) return given.values.address ?? "";
  const address = freeIn(world, server["address-pool"] ?? "");
  if (address === undefined) return "";
  const values = {
    address,
    "mac-address": mac,
    server: server.name ?? "",
    dynamic: "true",
    disabled: "false",
  };
  tables.leases.push({ id: newId(world), values, used: null, builtIn: false });
  return address;
}

const numberOf = (address: string) => address.split(".").reduce((all, part) => all * 256 + Number(part), 0);
const addressOf = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");

/** The highest first, as RouterOS does. Whoever answers a ping has it already. */
function freeIn(world: World, pool: string): string | undefined {
  const ranges = world.state.box.menus["/ip/pool"].find(({ name }) => name === pool)?.ranges ?? "";
  const taken = new Set([
    ...world.state.tables.leases.map(({ values }) => values.address),
    ...world.state.wired.filter(({ isPresent }) => isPresent).map(({ address }) => address),
  ]);
  for (const range of ranges.split(",")) {
    const [from = "", to = from] = range.split("-");
    for (let number = numberOf(to); number >= numberOf(from); number -= 1)
      if (!taken.has(addressOf(number))) return addressOf(number);
  }
  return undefined;
}

/** Whether what the router sends to its address reaches it: a row by hand beats what devices say of themselves. */
export function isAnswered(world: World, { mac, address, interface: on }: Wired): boolean {
  const { tables, arpModes } = world.state;
  const row = tables.arp.find(
    ({ values }) => values.address === address && values.interface === on && values.disabled !== "true",
  );
  if (row) return row.values["mac-address"] === mac;
  return arpModes[on] !== "reply-only";
}

/** One of those that it makes up itself. */
const sixOf = ({ interface: on }: Wired) => ({ address: "2001:db8:20::7", interface: on });

/** @param portal a name by which the portal is reached */
export function deviceReport(world: World, mac: string, portal: string): DeviceReport {
  const device = world.state.wired.find((one) => one.mac === mac);
  const none = {
    internet: false,
    portal: false,
    fastTracked: false,
    names: false,
    tunnels: [],
  } as const;
  if (!device?.isPresent || device.address === "")
    return { present: device?.isPresent ?? false, address: null, limit: null, ...none };
  const { address } = device;
  const common = { present: true, address, limit: limitOf(world, address) };
  if (!isAnswered(world, device)) return { ...common, ...none };
  const portalAddress = addressOfName(portal);
  const anywhere = allFates(world, device, elsewhere);
  const there = fatesBy(world, device, portalAddress, "tcp");
  return {
    ...common,
    internet: passes(anywhere),
    portal: passes(there),
    fastTracked: [...anywhere, ...there].includes("fasttrack"),
    names: asked(world, device, {}),
    tunnels: [
      ...tunnelsOf(world, device, portalAddress, hasSix(world) ? sixOf(device) : null),
      ...swarmsOf(world, device, portalAddress),
    ],
  };
}
