/** What happens around the router, by hand: reboots, phones, traffic, time. */

import type { Faults } from "./faults.ts";
import { join, leave, sessionAt, stray } from "./hosts.ts";
import type { LineReport } from "./line-report.ts";
import { carry } from "./line-traffic.ts";
import { type Dial, dial, hangUpNamed } from "./ppp-sessions.ts";
import type { PhoneReport, RouterReport } from "./report.ts";
import { countTraffic } from "./sessions.ts";
import type { ApiUser } from "./settings.ts";
import { noUsage } from "./state.ts";
import { reboot } from "./timeline.ts";
import { type DeviceReport, plug } from "./wired.ts";
import { newId, rowNamed, type World } from "./world.ts";

/** Several keys happen in the order of `control`. */
export interface ControlBody {
  readonly reboot?: true;
  /** Whether the reboot keeps the counters of the sessions that run. */
  readonly clean?: boolean;
  readonly reachable?: boolean;
  /** A phone that joins, which needs its address, or leaves the WiFi. */
  readonly host?: {
    readonly mac: string;
    readonly ip?: string;
    readonly present: boolean;
    readonly lingers?: boolean;
    /** The hotspot server whose network it is in; default the first. */
    readonly server?: string;
  };
  /** A row of the host table for an address that the phone does not have here. */
  readonly stray?: { readonly mac: string; readonly ip: string };
  readonly advanceMs?: number;
  /** Bytes; as decimal digits where a JSON number is too small. */
  readonly traffic?: {
    readonly mac: string;
    readonly bytesIn?: number | string;
    readonly bytesOut?: number | string;
  };
  readonly faults?: Partial<Faults>;
  /** A row made at the router by hand: a pass, a hotspot user, a name that may dial in. */
  readonly made?: {
    readonly table:
      | "bindings"
      | "users"
      | "secrets"
      | "pppProfiles"
      | "addressLists"
      | "leases"
      | "arp"
      | "queues";
    readonly values: Readonly<Record<string, string>>;
  };
  /** A client dials in over PPP by a secret of this name. */
  readonly dial?: Dial;
  /** From now on that line's client downloads all the time; 0 ends it. */
  readonly download?: { readonly name: string; readonly bytesPerSecond: number; readonly isSix?: boolean };
  /** Bytes from a dialled line's client and to it, or a device's in one of the router's networks, as far as the rules let them pass. */
  readonly carried?: { readonly name: string; readonly up: number; readonly down: number };
  /** Its client goes away. */
  readonly hangUp?: { readonly name: string };
  /** A device in one of the router's own networks: it is there, with an address set by hand or one that it asks for, or goes away. */
  readonly wired?: {
    readonly mac: string;
    readonly interface: string;
    readonly ip?: string;
    readonly present: boolean;
    /** From now on it downloads all the time; 0 ends it. */
    readonly bytesPerSecond?: number;
  };
  /** As `/user add` would make it. */
  readonly user?: ApiUser;
}

export interface ControlAnswer {
  readonly status: 200 | 400;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Controlled extends World {
  settle(): void;
  save(): void;
  setFaults(faults: Partial<Faults>): void;
  dropConnections(): void;
  setAccount(account: ApiUser): void;
  report(): RouterReport;
  phone(mac: string): PhoneReport;
  line(name: string, portal: string): LineReport;
  device(mac: string, portal: string): DeviceReport;
}

const refused = (error: string): ControlAnswer => ({ status: 400, body: { error } });

/** Traffic of a phone reaches the counters of its host, and of its session as far as a limit allows. */
function passTraffic(router: Controlled, traffic: NonNullable<ControlBody["traffic"]>): ControlAnswer {
  const mac = traffic.mac.toUpperCase();
  const [bytesIn, bytesOut] = [BigInt(traffic.bytesIn ?? 0), BigInt(traffic.bytesOut ?? 0)];
  const phone = router.state.phones.find((one) => one.mac === mac);
  const host = router.state.hosts.find((one) => one.mac === mac && one.address === phone?.address);
  if (host === undefined) return refused(`The router does not see ${mac}.`);
  host.used.bytesIn += bytesIn;
  host.used.bytesOut += bytesOut;
  const session = sessionAt(router, host.address);
  const passed =
    session === undefined ? { bytesIn: 0n, bytesOut: 0n } : countTraffic(router, session, bytesIn, bytesOut);
  const told = { bytesIn: passed.bytesIn.toString(), bytesOut: passed.bytesOut.toString() };
  return { status: 200, body: { ok: true, passed: told } };
}

/** Carries out one body. */
export function control(router: Controlled, body: ControlBody): ControlAnswer {
  router.settle();
  if (body.faults) router.setFaults(body.faults);
  if (body.user) router.setAccount(body.user);
  if (body.made) {
    const { table, values } = body.made;
    const used = table === "users" ? noUsage() : null;
    router.state.tables[table].push({
      id: newId(router),
      values: { disabled: "false", ...values },
      used,
      builtIn: false,
    });
  }
  if (body.hangUp) hangUpNamed(router, body.hangUp.name);
  const refusal = body.dial && dial(router, body.dial);
  if (refusal) {
    // Its log has it.
    router.save();
    return refused(refusal);
  }
  if (body.download) {
    const { name, bytesPerSecond, isSix = false } = body.download;
    const line = router.state.dialled.find((one) => one.name === name);
    if (!line) return refused(`${name} is not dialled in.`);
    if (bytesPerSecond === 0) delete line.download;
    else line.download = { bytesPerSecond, isSix, until: router.now(), bytes: 0, connection: null };
  }
  if (body.wired) plug(router, body.wired);
  if (body.carried && !carry(router, body.carried))
    return refused(`${body.carried.name} has no internet here.`);
  if (body.advanceMs !== undefined) {
    router.state.advancedMs += body.advanceMs;
    router.settle();
  }
  const { host } = body;
  if (host && router.state.tables.servers.length === 0)
    return refused("This router has no hotspot that a phone could join.");
  if (host?.server !== undefined && rowNamed(router, "servers", host.server) === undefined)
    return refused(`This router has no hotspot server ${host.server}.`);
  if (host?.present) join(router, host.mac.toUpperCase(), host.ip ?? "", host.server);
  else if (host) leave(router, host.mac.toUpperCase(), host.lingers ?? false);
  if (body.stray) stray(router, body.stray.mac.toUpperCase(), body.stray.ip);
  const answer: ControlAnswer = body.traffic
    ? passTraffic(router, body.traffic)
    : { status: 200, body: { ok: true } };
  if (answer.status !== 200) return answer;
  if (body.reachable !== undefined) router.state.reachable = body.reachable;
  if (body.reboot) reboot(router, body.clean ?? false);
  if (body.reboot || body.reachable === false) router.dropConnections();
  router.save();
  return answer;
}

/** `/control/router` (GET, POST), `/control/router/phone?mac=`, `…/line?name=&portal=` and `…/device?mac=&portal=` (GET); undefined for every other path. */
export async function handle(router: Controlled, request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/control/router/phone")
    return Response.json(router.phone(searchParams.get("mac")?.toUpperCase() ?? ""));
  if (pathname === "/control/router/line")
    return Response.json(router.line(searchParams.get("name") ?? "", searchParams.get("portal") ?? ""));
  if (pathname === "/control/router/device")
    return Response.json(router.device(searchParams.get("mac") ?? "", searchParams.get("portal") ?? ""));
  if (pathname !== "/control/router") return undefined;
  if (request.method === "GET") return Response.json(router.report());
  const answer = control(router, (await request.json()) as ControlBody);
  return Response.json(answer.body, { status: answer.status });
}
