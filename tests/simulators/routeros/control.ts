/** What happens around the router, by hand: reboots, phones, traffic, time. */

import { ControlError, macOf, readControlBody } from "./control-body.ts";
import type { Faults } from "./faults.ts";
import { join, leave, sessionAt } from "./hosts.ts";
import type { PhoneReport, RouterReport } from "./report.ts";
import { countTraffic } from "./sessions.ts";
import type { ApiUser } from "./settings.ts";
import { reboot } from "./timeline.ts";
import type { World } from "./world.ts";

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
}

/** Traffic of a phone reaches the counters of its host, and of its session as far as a limit allows. */
function passTraffic(
  router: Controlled,
  mac: string,
  bytesIn: bigint,
  bytesOut: bigint,
): Record<string, unknown> {
  const phone = router.state.phones.find((one) => one.mac === mac);
  const host = router.state.hosts.find((one) => one.mac === mac && one.address === phone?.address);
  if (host === undefined) throw new ControlError(`The router does not see ${mac}.`);
  host.used.bytesIn += bytesIn;
  host.used.bytesOut += bytesOut;
  const session = sessionAt(router, host.address);
  const passed =
    session === undefined ? { bytesIn: 0n, bytesOut: 0n } : countTraffic(router, session, bytesIn, bytesOut);
  return { passed: { bytesIn: passed.bytesIn.toString(), bytesOut: passed.bytesOut.toString() } };
}

/** Carries out one body. Several keys happen in the order of this function. */
export function control(router: Controlled, given: unknown): ControlAnswer {
  try {
    const body = readControlBody(given);
    router.settle();
    if (body.faults !== null) router.setFaults(body.faults);
    if (body.user !== null) router.setAccount(body.user);
    if (body.advanceMs !== null) {
      router.state.advancedMs += body.advanceMs;
      router.settle();
    }
    if (body.host !== null && router.state.tables.servers.length === 0) {
      throw new ControlError("This router has no hotspot that a phone could join.");
    }
    if (body.host?.present) join(router, body.host.mac, body.host.ip);
    else if (body.host !== null) leave(router, body.host.mac, body.host.lingers);
    const { traffic } = body;
    const more = traffic === null ? {} : passTraffic(router, traffic.mac, traffic.bytesIn, traffic.bytesOut);
    if (body.reachable !== null) router.state.reachable = body.reachable;
    if (body.reboot !== null) reboot(router, body.reboot.clean);
    if (body.reboot !== null || body.reachable === false) router.dropConnections();
    router.save();
    return { status: 200, body: { ok: true, ...more } };
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return { status: 400, body: { error: error.message } };
  }
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw new ControlError("The body must be JSON.");
    throw error;
  }
}

function phoneAnswer(router: Controlled, url: URL): Response {
  const mac = macOf(url.searchParams.get("mac"), "mac");
  return Response.json(router.phone(mac));
}

/** `/control/router` (GET, POST) and `/control/router/phone?mac=` (GET); undefined for every other path. */
export async function handle(router: Controlled, request: Request): Promise<Response | undefined> {
  const url = new URL(request.url);
  const paths = ["/control/router", "/control/router/phone"];
  if (!paths.includes(url.pathname)) return undefined;
  try {
    if (request.method === "GET") {
      return url.pathname === "/control/router" ? Response.json(router.report()) : phoneAnswer(router, url);
    }
    if (request.method !== "POST" || url.pathname !== "/control/router") {
      return Response.json({ error: `${url.pathname} does not take ${request.method}.` }, { status: 405 });
    }
    const answer = control(router, await bodyOf(request));
    return Response.json(answer.body, { status: answer.status });
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return Response.json({ error: error.message }, { status: 400 });
  }
}
