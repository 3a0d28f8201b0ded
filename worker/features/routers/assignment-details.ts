import type { Context } from "../../context.ts";
import type { RouterAssignment } from "../../contract/bridge.ts";
import { among, sql } from "../../db/sql.ts";
import { handedOverAt, takesOver } from "./foreign-users.ts";
import { ownDevicesOf } from "./own-devices.ts";
import { setupOfAssignment, setupsForBridge } from "./setups.ts";

type AssignmentDetails = Pick<
  RouterAssignment,
  "bridgeAddress" | "setup" | "ownDevices" | "takesOver" | "portalHosts"
>;

/** What a bridge is told of its routers beside how to reach them, by one trip to the platform's database. */
export async function assignmentDetails(
  ctx: Context,
  routerIds: readonly string[],
): Promise<(routerId: string) => AssignmentDetails> {
  const [setups, devices, given, portals] = await ctx.platform.batch([
    setupsForBridge(ctx, routerIds),
    ownDevicesOf(routerIds),
    handedOverAt(routerIds),
    sql<{ routerId: string; subdomain: string }>`SELECT routers.id AS routerId, subdomain
      FROM routers JOIN providers ON providers.id = provider_id WHERE routers.id IN ${among(routerIds)}`,
  ]);
  const { host } = new URL(ctx.settings.MAIN_ORIGIN);
  return (routerId) => {
    const setup = setups.find((one) => one.routerId === routerId);
    return {
      ...(setup ? setupOfAssignment(ctx, setup) : {}),
      portalHosts: portals
        .filter((one) => one.routerId === routerId)
        .flatMap(({ subdomain }) => [`${subdomain}.${host}`, host]),
      takesOver: takesOver(given, routerId),
      ownDevices: devices.filter((one) => one.routerId === routerId).map(({ mac }) => mac),
    };
  };
}
