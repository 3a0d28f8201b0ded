import type { HostsResult } from "#contract/bridge-requests";
import type { Router } from "../router.ts";
import { readActive, readHosts } from "./look.ts";

/** The device's rows on the router's list of hosts, the liveliest first; none where the router does not see it. */
export async function hosts(router: Router, mac: string): Promise<HostsResult> {
  const [rows, actives] = await Promise.all([readHosts(router, mac), readActive(router)]);
  const online = new Set(actives.map((row) => row.address));
  return rows.map(({ address }) => ({ mac, address, online: online.has(address) }));
}
