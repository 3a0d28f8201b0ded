import type { TestContext } from "vitest";
import type { DesiredLine } from "#contract/bridge-lines";
import { dayMs } from "#contract/values/time";
import type { RouterOptions } from "../simulators/routeros/index.ts";
import { assignmentOf, routerId, TestSite } from "./test-site.ts";

// A site whose router's server gives addresses, and what a test says to its lines and reads of them.

export const portal = "cafe.mlango.app";
export const login = "wanjiku";
export const month = 30 * dayMs;

export const box = {
  menus: {
    "/interface/pppoe-server/server": [
      { "service-name": "homes", interface: "ether2", "default-profile": "homes", disabled: "false" },
    ],
    "/ip/pool": [
      { name: "hs-pool", ranges: "10.5.50.10-10.5.50.254" },
      { name: "homes", ranges: "10.7.0.2-10.7.3.254" },
    ],
  },
};

export type Serve = Extract<DesiredLine["spec"], { kind: "serve" }>;

export const line = (rev: number, changes: Partial<Serve> = {}, id = "line-1"): DesiredLine => ({
  id,
  routerId,
  rev,
  spec: { kind: "serve", login, password: "pw1", upKbps: 2000, downKbps: 8000, openMs: month, ...changes },
});

export async function start(t: TestContext, options: Partial<RouterOptions> = {}): Promise<TestSite> {
  const site = await TestSite.start(t, { box, ...options });
  const values = {
    name: "homes",
    "local-address": "10.7.0.1",
    "remote-address": "homes",
    "dns-server": "10.7.0.1",
  };
  site.control({ made: { table: "pppProfiles", values } });
  await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
  return site;
}

export async function lines(site: TestSite, ...wanted: DesiredLine[]): Promise<void> {
  site.agent.receive({ type: "lines", lines: wanted });
  await site.work();
}

export const dial = (site: TestSite, ip = "10.7.0.2", name = login) =>
  site.control({ dial: { name, service: "pppoe", ip, callerId: "02:00:00:00:01:01" } });
/** Bytes that go through a line that is dialled in. */
export const carry = (site: TestSite, up: number, down: number, name = login) =>
  site.control({ carried: { name, up, down } });
export const reach = (site: TestSite, name = login) => site.simulator.line(name, portal);
export const secret = (site: TestSite, name = login) =>
  site.simulator.state.tables.secrets.find(({ values }) => values.name === name)?.values;
export const entries = (site: TestSite) =>
  site.simulator.state.tables.addressLists
    .filter(({ values }) => Number(values.until ?? Number.POSITIVE_INFINITY) > site.simulator.now())
    .map(({ values }) => [values.list, values.address, values.comment]);
export const marked = (site: TestSite) =>
  entries(site).filter(([, , comment]) => comment?.startsWith("MLG;"));
export const dialledAt = (site: TestSite) =>
  site.simulator.state.dialled.map(({ name, since }) => [name, since]);
export const story = (site: TestSite, id = "line-1") =>
  site.events.flatMap((event) => {
    if (event.kind === "line_applied" && event.lineId === id) return [`${event.rev} ${event.state}`];
    if (event.kind === "line_session" && event.lineId === id) return [event.session?.address ?? "gone"];
    return [];
  });
export const redials = (site: TestSite) => site.writes.filter((one) => one.startsWith("/ppp/active/remove"));

export const open = { internet: true, portal: true, fastTracked: false, names: true };
export const blocked = { internet: false, portal: true, fastTracked: false, names: true, tunnels: [] };

/** Every command that the router gets from now on: its path. */
export function commandsOf({ simulator }: TestSite): string[] {
  const commands: string[] = [];
  const answer = simulator.answer.bind(simulator);
  simulator.answer = (command, ...rest) => {
    commands.push(command.path);
    return answer(command, ...rest);
  };
  return commands;
}
