import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { adoptDevices as adoptCall } from "../../contract/adoption.ts";
import type { RouterNetwork } from "../../contract/router-networks.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { AdoptedLease } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Adoption, adoptRows, type Found } from "./adopt-rows.ts";
import { chooseAddress } from "./choose-address.ts";
import { type Asker, closedStatement } from "./device-lines.ts";
import { deviceHindrance, hindranceOf, networksOf } from "./router-networks.ts";

type Body = z.output<(typeof adoptCall)["body"]>;
type Place = {
  routerId: string;
  network: RouterNetwork;
  macs: ReadonlySet<string>;
  taken: ReadonlySet<string>;
};

/**
 * Devices of a network become lines with the addresses that they have. Their leases stay as they are; who is not among them is offline from
 * the first on, which an owner has to have said yes to.
 * @param askId of a repeat, which makes none twice
 * @throws AppError not_found, conflict, refused; unavailable where the router cannot be asked
 */
export async function adoptDevices(
  ctx: Context,
  providerId: string,
  routerId: string,
  { network: name, closes = false, devices }: Body,
  asker: Asker,
  askId: string,
): Promise<Adoption & { routerName: string; isClosedNow: boolean }> {
  const { networks, routerName } = await networksOf(ctx, providerId, routerId);
  const network = networks.find((one) => one.name === name);
  if (!network) throw refuse("not_found", "network_unknown").at("network");
  const rows = await ctx.tenant(providerId).all(
    sql<{ id: string; mac: string; network: string; address: string }>`SELECT id, login AS mac, network,
        fixed_address AS address
      FROM lines WHERE router_id = ${routerId} AND kind = 'device' AND closed_at IS NULL`,
  );
  const here = rows.filter((row) => row.network === name);
  // What a repeat made the first time closed the network by the same word.
  const isClosed = here.some(({ id }) => !id.startsWith(`${askId}.`));
  const hindrance = isClosed ? null : hindranceOf(network);
  if (hindrance) throw new AppError("refused", hindrance).at("network");
  if (!isClosed && !closes) throw refuse("conflict", "network_closes", { network: name }).at("closes");
  const macs = new Set(rows.map(({ mac }) => mac));
  const place: Place = { routerId, network, macs, taken: new Set(rows.map(({ address }) => address)) };
  const done = await adoptRows(ctx, providerId, {
    lines: devices,
    askId,
    nameOf: ({ mac }) => mac,
    find: ({ mac }) => lineOf(place, mac),
    beside: (now) => (isClosed ? [] : [closedStatement(routerId, name, asker, now)]),
  });
  return { routerName, isClosedNow: here.length === 0 && done.adopted.length > 0, ...done };
}

function lineOf({ routerId, network, macs, taken }: Place, mac: string): Found | { reason: Text } {
  const device = network.devices.find((one) => one.mac === mac);
  if (!device) return { reason: say("network_device_gone") };
  const hindrance = deviceHindrance(device, macs.has(mac));
  if (hindrance) return { reason: hindrance };
  const { address, comment = "", isFixed } = device;
  const chosen = chooseAddress(network, mac, address, taken);
  if ("reason" in chosen) return chosen;
  const adopted: AdoptedLease = { comment, isFixed };
  return {
    taken: say("line_device_taken", { mac }),
    row: ({ id, terms, now }) =>
      sql`INSERT OR IGNORE INTO lines (id, customer_id, router_id, terms, kind, login, login_small, password, network,
          fixed_address, adopted, rev, created_at, updated_at)
        VALUES (${id}, ${id}, ${routerId}, ${JSON.stringify(terms)}, 'device', ${mac}, ${mac.toLowerCase()}, '',
          ${network.name}, ${address}, ${JSON.stringify(adopted)}, 1, ${now}, ${now})`,
  };
}
