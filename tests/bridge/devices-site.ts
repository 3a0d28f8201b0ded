import type { TestContext } from "vitest";
import type { DesiredLine } from "#contract/bridge-lines";
import { dayMs } from "#contract/values/time";
import type { RouterOptions } from "../simulators/routeros/index.ts";
import { withHomes } from "../support/homes-network.ts";
import { assignmentOf, routerId, TestSite } from "./test-site.ts";

// A site with a network of homes: what a test says to its devices and reads of them.

export const portal = "cafe.mlango.app";
export const month = 30 * dayMs;
export const mac = "02:00:00:00:02:01";
export const otherMac = "02:00:00:00:02:02";
export const address = "10.20.0.7";

type Serve = Extract<DesiredLine["spec"], { kind: "device" }>;

export const device = (rev: number, changes: Partial<Serve> = {}, id = "line-1"): DesiredLine => ({
  id,
  routerId,
  rev,
  spec: {
    kind: "device",
    mac,
    network: "ether3",
    address,
    upKbps: 2000,
    downKbps: 8000,
    openMs: month,
    ...changes,
  },
});

export const closed = (rev: number, id = "line-1"): DesiredLine => ({
  id,
  routerId,
  rev,
  spec: { kind: "close_device", mac, network: "ether3", address },
});

export async function start(t: TestContext, options: Partial<RouterOptions> = {}): Promise<TestSite> {
  const site = await TestSite.start(t, { box: { menus: withHomes }, ...options });
  await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
  return site;
}

export async function lines(site: TestSite, ...wanted: DesiredLine[]): Promise<void> {
  site.agent.receive({ type: "lines", lines: wanted });
  await site.work();
}

type Plugged = { mac?: string; interface?: string; ip?: string; present?: boolean; bytesPerSecond?: number };

/** A device that is there: it asks for its address where none is said. */
export const plug = (site: TestSite, changes: Plugged = {}) =>
  site.control({ wired: { mac, interface: "ether3", present: true, ...changes } });
export const reach = (site: TestSite, of = mac) => site.simulator.device(of, portal);
export const entries = (site: TestSite) =>
  site.simulator.state.tables.addressLists
    .filter(({ values }) => values.list === "mlango-devices")
    .map(({ values }) => [values.address, values.comment]);
export const rowsOf = (site: TestSite, table: "leases" | "arp" | "queues") =>
  site.simulator.state.tables[table].map(({ values }) => values);
export const rules = (site: TestSite, family: "ip" | "ipv6" = "ip") =>
  site.simulator.state.box.menus[`/${family}/firewall/filter`].filter(
    ({ comment }) => comment === "mlango: devices",
  );
export const story = (site: TestSite, id = "line-1") =>
  site.events.flatMap((event) => {
    if (event.kind === "line_applied" && event.lineId === id) return [`${event.rev} ${event.state}`];
    if (event.kind === "line_hindered" && event.lineId === id) return [`${event.rev} ${event.hindrance}`];
    if (event.kind === "line_session" && event.lineId === id) return [event.session?.address ?? "gone"];
    return [];
  });

export const open = { internet: true, portal: true, fastTracked: false, names: true };
export const blocked = { internet: false, portal: true, fastTracked: false, names: true, tunnels: [] };
