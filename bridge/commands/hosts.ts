import type { HostsResult } from "#contract/bridge-requests";
import type { Router } from "../router.ts";
import { readHosts } from "./read-device.ts";

/** All devices on the router's list of hosts, paid or not. */
export async function hosts(router: Router): Promise<HostsResult> {
  return [...new Set((await readHosts(router)).map(({ mac }) => mac))];
}
