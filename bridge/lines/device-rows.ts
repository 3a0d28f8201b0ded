import type { Router, RouterRow } from "../router.ts";
import { filledRows, parseFlag } from "../router-values.ts";
import type { DeviceLine } from "./line.ts";
import { entryComment, listPath } from "./router-lines.ts";

// What a fixed device's line is made of at its router, and how that is read.

export const leasePath = "/ip/dhcp-server/lease";
export const arpPath = "/ip/arp";
export const queuePath = "/queue/simple";

/** Addresses that pass in a closed network. Rows without our mark are the owner's own, for what he has there himself. */
export const devicesList = "mlango-devices";
/** Of rules. */
export const devicesComment = "mlango: devices";

export const queueName = (lineId: string): string => `mlango-${lineId}`;

/** @property servers those that give addresses @property networks interfaces that are there */
export type DeviceView = {
  networks: ReadonlySet<string>;
  servers: RouterRow[];
  leases: RouterRow[];
  arp: RouterRow[];
  queues: RouterRow[];
  entries: RouterRow[];
};

const fields = {
  leases: [".id", "address", "mac-address", "server", "comment", "dynamic", "disabled", "status"],
  arp: [".id", "address", "mac-address", "interface", "comment", "dynamic", "disabled"],
  queues: [".id", "name", "target", "max-limit", "comment", "dynamic", "disabled"],
  entries: [".id", "list", "address", "comment", "timeout", "dynamic", "disabled"],
};

/** Rows of more devices than these are read as whole lists. */
const mostAlone = 12;

/** @param lines of those alone; all where that is left out */
export async function readDevices(router: Router, lines?: readonly DeviceLine[]): Promise<DeviceView> {
  const few = lines !== undefined && lines.length <= mostAlone ? lines : undefined;
  const own = few?.flatMap(({ id, spec: { address } }) => [{ address }, { comment: entryComment(id) }]);
  const macs = few?.map(({ spec: { mac } }) => ({ "mac-address": mac }));
  const [interfaces, servers, leases, arp, queues, entries] = await Promise.all([
    router.print("/interface", {}, ["name"]).then(filledRows),
    router.print("/ip/dhcp-server", {}, ["name", "interface", "disabled"]).then(filledRows),
    some(router, leasePath, own && macs && [...own, ...macs], fields.leases),
    some(router, arpPath, own, fields.arp),
    // In their order, because ours stand before the others.
    router.print(queuePath, { dynamic: "false" }, fields.queues).then(filledRows),
    router.print(listPath, { list: devicesList }, fields.entries).then(filledRows),
  ]);
  return {
    networks: new Set(interfaces.map(({ name = "" }) => name)),
    servers: servers.filter(({ disabled }) => !parseFlag(disabled)),
    leases,
    arp,
    queues,
    entries,
  };
}

/** Rows that fit one of the conditions, each once. */
async function some(
  router: Router,
  path: string,
  conditions: readonly Record<string, string>[] | undefined,
  wanted: readonly string[],
): Promise<RouterRow[]> {
  const found = await Promise.all((conditions ?? [{}]).map((one) => router.print(path, one, wanted)));
  return [...new Map(found.flatMap(filledRows).map((row) => [row[".id"], row])).values()];
}
