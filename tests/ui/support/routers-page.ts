import { listBridges } from "#contract/bridges";
import { readTunnelOffer } from "#contract/router-setup";
import { type AssignedRouter, listRoutersOfProvider } from "#contract/routers";
import { answer } from "./fake-server.ts";
import { openAdmin } from "./open-admin.tsx";
import { row } from "./page.ts";
import { ownBridge } from "./provider-rows.ts";

// The provider's page of routers, which tests of its list, of a router's sheet and of its windows begin at.

/** These routers behind one bridge, at a platform without a host for tunnels; nothing of theirs is set aside. */
export function answerRouters(routers: AssignedRouter[]): void {
  answer(listRoutersOfProvider, routers);
  answer(listBridges, [ownBridge]);
  answer(readTunnelOffer, { isOffered: false });
}

/** @param address of the page or of what stands open above it, where a router is called Gate */
export async function openRouters(address = "/admin/routers"): Promise<void> {
  openAdmin(address);
  await row("Assigned Routers", "api-Gate");
}
