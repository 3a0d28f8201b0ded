import type { Context } from "../../context.ts";
import type { RouterAssignment } from "../../contract/bridge.ts";
import { ownDevicesOf } from "./own-devices.ts";
import { setupOfAssignment, setupsForBridge } from "./setups.ts";

export type AssignmentDetails = Pick<RouterAssignment, "bridgeAddress" | "setup" | "ownDevices">;

/** What a bridge is told of its routers beside how to reach them, by one trip to the platform's database. */
export async function assignmentDetails(
  ctx: Context,
  routerIds: readonly string[],
): Promise<(routerId: string) => AssignmentDetails> {
  const [setups, devices] = await ctx.platform.batch([
    setupsForBridge(ctx, routerIds),
    ownDevicesOf(routerIds),
  ]);
  return (routerId) => {
    const setup = setups.find((one) => one.routerId === routerId);
    return {
      ...(setup ? setupOfAssignment(ctx, setup) : {}),
      ownDevices: devices.filter((one) => one.routerId === routerId).map(({ mac }) => mac),
    };
  };
}
