import type { Context } from "../../context.ts";
import type { DeviceNetwork } from "../../contract/line-devices.ts";
import { type NetworkDevice, type RouterNetwork, RouterNetworks } from "../../contract/router-networks.ts";
import { type Made, say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { bridgeAway, routerNames } from "../routers/index.ts";
import { customerSaid } from "./router-secrets.ts";

/** Seven lists of a far router. */
const patienceMs = 20_000;

export type ReadNetworks = RouterNetworks & { routerName: string };

/** As the router says now. @throws AppError not_found; refused, unavailable: it cannot be asked, and why */
export async function networksOf(ctx: Context, providerId: string, routerId: string): Promise<ReadNetworks> {
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router").at("routerId");
  if (!router.bridgeId) throw refuse("refused", "line_router_without_bridge").at("routerId");
  const bridge = ctx.env.BRIDGE.getByName(router.bridgeId);
  if ((await bridge.canKeepDevices()) === "outdated")
    throw refuse("refused", "line_bridge_no_devices").at("routerId");
  const answer = await bridge.request({ kind: "networks", routerId }, patienceMs);
  if (answer.kind !== "answered") throw new AppError("unavailable", bridgeAway[answer.kind]);
  if (!answer.ok) throw new AppError("unavailable", answer.message);
  const read = RouterNetworks.safeParse(JSON.parse(answer.result));
  if (!read.success) throw refuse("unavailable", "of_newer_bridge");
  const routerName = (await routerNames(ctx, providerId)).get(routerId) ?? "";
  return { ...read.data, routerName };
}

/** Why no device there can have a line. */
export function hindranceOf({ use }: Pick<RouterNetwork, "use">): Text | null {
  switch (use) {
    case "internet":
      return say("network_use_internet");
    case "visitors":
      return say("network_use_visitors");
    case "bridge":
      return say("network_use_bridge");
    case "tunnel":
      return say("network_use_tunnel");
    default:
      return null;
  }
}

/** Why it cannot be brought in as it is. A router that says so of its lease would not let it in. */
export function deviceHindrance({ shutBy }: NetworkDevice, isLine: boolean): Text | null {
  if (isLine) return say("secret_is_line");
  if (shutBy === "disabled") return say("device_lease_disabled");
  return shutBy === "blocked" ? say("device_lease_blocked") : null;
}

function shownDevice(device: NetworkDevice, isLine: boolean): Made<typeof DeviceNetwork>["devices"][number] {
  const { mac, address, name, isThere, comment = "", speed } = device;
  return {
    mac,
    address,
    name,
    isThere,
    isLine,
    comment,
    uploadMbps: speed ? speed.upKbps / 1_000 : null,
    downloadMbps: speed ? speed.downKbps / 1_000 : null,
    customer: customerSaid(name ?? address, comment),
    hindrance: deviceHindrance(device, isLine),
  };
}

/** @throws AppError as `networksOf` */
export async function shownNetworks(
  ctx: Context,
  providerId: string,
  routerId: string,
): Promise<{ networks: Made<typeof DeviceNetwork>[]; left: number }> {
  const { networks, left } = await networksOf(ctx, providerId, routerId);
  const [lines, own] = await ctx.tenant(providerId).batch([
    sql<{ network: string; mac: string }>`SELECT network, login AS mac FROM lines
      WHERE router_id = ${routerId} AND kind = 'device' AND closed_at IS NULL`,
    sql<{
      network: string;
      arp: string | null;
    }>`SELECT network, arp FROM line_networks WHERE router_id = ${routerId}`,
  ]);
  const closed = new Set(lines.map(({ network }) => network));
  const macs = new Set(lines.map(({ mac }) => mac));
  const strict = new Set(own.filter(({ arp }) => arp === "reply-only").map(({ network }) => network));
  return {
    left,
    networks: networks.map((one) => ({
      name: one.name,
      addresses: one.addresses,
      // One that is closed already is one that could be closed.
      hindrance: closed.has(one.name) ? null : hindranceOf(one),
      isClosed: closed.has(one.name),
      isStrict: closed.has(one.name) && strict.has(one.name),
      devices: one.devices.map((device) => shownDevice(device, macs.has(device.mac))),
    })),
  };
}
