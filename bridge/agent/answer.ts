import type { FromBridge } from "#contract/bridge";
import type { AddressesResult, BridgeRequest, HostsResult } from "#contract/bridge-requests";
import { say, type Text } from "#contract/texts";
import { macOf, parseSubject } from "#contract/values/subject";
import { endAccess } from "../commands/end-access.ts";
import { addressTowards } from "../commands/own-address.ts";
import { readAccess, type SiteAccess } from "../commands/read-access.ts";
import { activePath, readDevice, readHosts, readWaitingDevices } from "../commands/read-device.ts";
import { readNetworks } from "../commands/read-networks.ts";
import { readSecrets } from "../commands/read-secrets.ts";
import { test } from "../commands/test.ts";
import type { Change, Journal } from "../journal.ts";
import { textOf } from "../reconciler/contact.ts";
import type { RouterReconciler } from "../reconciler.ts";
import { type openRouter, type Router, RouterFault } from "../router.ts";
import type { SiteNetwork } from "../site-network.ts";
import { HelperFault } from "../tunnels/helper-client.ts";
import type { TunnelKeeper } from "../tunnels/keeper.ts";

type Said = Omit<Extract<FromBridge, { type: "answer" }>, "type" | "id">;
type OfflineVoucherRequest = Extract<BridgeRequest, { offlineVoucherId: string }>;
type RouterRequest = Exclude<Extract<BridgeRequest, { routerId: string }>, OfflineVoucherRequest>;
type FindRequest = Extract<BridgeRequest, { kind: "find_router" }>;
type TryRequest = Extract<BridgeRequest, { kind: "try_router" }>;
type TunnelRequest = Extract<BridgeRequest, { kind: "tunnel" | "openvpn_tunnel" }>;
type UpdateRequest = Extract<BridgeRequest, { kind: "update" }>;
type NetworkRequest = Exclude<
  BridgeRequest,
  RouterRequest | OfflineVoucherRequest | TryRequest | FindRequest | TunnelRequest | UpdateRequest
>;

export const isOfOfflineVoucher = (request: BridgeRequest): request is OfflineVoucherRequest =>
  "offlineVoucherId" in request;

/** An offline voucher's code was entered at the portal: the journal decides and makes the purchase. Otherwise gives it back. */
export function offlineVoucherAnswer(
  journal: Journal,
  reconciler: RouterReconciler | undefined,
  request: OfflineVoucherRequest,
): { said: Said; change: Change | undefined } {
  const { offlineVoucherId, routerId } = request;
  const subject = request.kind === "redeem" ? parseSubject(request.subject) : undefined;
  const view = reconciler?.view ?? "unread";
  const may = reconciler !== undefined && !reconciler.isSuperseded && subject !== undefined;
  const { answer: result, change } = may
    ? journal.offlineVouchers.answer(offlineVoucherId, routerId, subject, view)
    : { answer: journal.offlineVouchers.giveBack(offlineVoucherId, routerId, view), change: undefined };
  const said = result
    ? {
        ok: true,
        message: say(result.state === "redeemed" ? "voucher_redeemed_there" : "voucher_returned"),
        result,
      }
    : { ok: false, message: say("letting_in_unread") };
  return { said, change };
}

export const isOfRouter = (request: BridgeRequest): request is RouterRequest =>
  "routerId" in request && !isOfOfflineVoucher(request);

export async function answerOfNetwork(
  network: SiteNetwork,
  request: NetworkRequest,
  send: (message: FromBridge) => boolean,
): Promise<Said> {
  switch (request.kind) {
    case "discover":
      return network.discover();
    case "scan":
      return network.scan(request.scanId, (news) => void send({ type: "scan", ...news }));
    case "cancel_scan":
      return network.cancel(request.scanId);
    default:
      return request satisfies never;
  }
}

/** Asked of a host of the platform; any other bridge has no tunnels. */
export async function tunnelAnswer(tunnels: TunnelKeeper | undefined, request: TunnelRequest): Promise<Said> {
  if (!tunnels) return { ok: false, message: say("no_tunnels_here") };
  try {
    const { peers = [], openvpn = [] } = await tunnels.held();
    const heardMs =
      request.kind === "tunnel"
        ? peers.find(({ publicKey }) => publicKey === request.publicKey)?.handshakeAgeMs
        : openvpn.find(({ certificate }) => certificate === request.certificate)?.connectedForMs;
    if (heardMs === undefined) return { ok: false, message: say("tunnel_unknown_here") };
    return { ok: true, message: say("tunnel_asked"), result: { handshakeAgeMs: heardMs } };
  } catch (error) {
    if (!(error instanceof HelperFault)) throw error;
    return { ok: false, message: say("tunnels_unasked", { why: error.message.slice(0, 300) }) };
  }
}

/** TCP, TLS and log-in. */
const tryMs = 8_000;

/** A log-in that is kept nowhere: a connection of its own, closed at once. Never rejects. */
export async function tryRouter(
  open: typeof openRouter,
  { host, port, username, password }: TryRequest,
): Promise<Said> {
  const address = { host, port, username, password, tls: port === 8729 ? {} : (false as const) };
  const router = open(address, { connectTimeoutMs: tryMs });
  try {
    return await tested(router);
  } catch (error) {
    return faultSaid(error);
  } finally {
    await router.close();
  }
}

/** Does what a person asks for now. Never rejects: what went wrong is a text. */
export async function answer(
  reconciler: RouterReconciler | undefined,
  request: RouterRequest,
): Promise<Said> {
  if (!reconciler) return { ok: false, message: say("router_not_served") };
  try {
    return await carryOut(reconciler, request);
  } catch (error) {
    return faultSaid(error);
  }
}

function faultSaid(error: unknown): Said {
  if (error instanceof RouterFault) return { ok: false, message: textOf(error) };
  const message = error instanceof Error ? error.message : String(error);
  return { ok: false, message: say("router_answer_unreadable", { why: message.slice(0, 300) }) };
}

async function tested(router: Router): Promise<Said> {
  const result = await test(router);
  const name = result.identity ? result.identity.slice(0, 300) : say("the_router");
  const about = { name, version: result.version };
  const message = result.hotspot ? say("router_answers", about) : say("router_answers_no_hotspot", about);
  return { ok: true, message, result };
}

async function carryOut(reconciler: RouterReconciler, request: RouterRequest): Promise<Said> {
  const { router } = reconciler;
  if (request.kind === "test")
    return reconciler.isSuperseded ? { ok: false, message: say("served_by_another") } : tested(router);
  if (request.kind === "address") {
    const result = await addressTowards(reconciler.assignment.host);
    if (result.startsWith("127.")) return { ok: false, message: say("one_machine") };
    return { ok: true, message: say("reached_from", { address: result }), result };
  }
  if (request.kind === "addresses") {
    return { ok: true, message: say("addresses_read"), result: await ownAddresses(router) };
  }
  if (request.kind === "preflight") {
    if (reconciler.isSuperseded) return { ok: false, message: say("served_by_another") };
    reconciler.check();
    return { ok: true, message: say("check_begun") };
  }
  if (request.kind === "hosts") {
    const result = await hosts(router);
    return { ok: true, message: say("devices_listed", { count: result.length }), result };
  }
  if (request.kind === "waiting_devices") {
    const result = await readWaitingDevices(router);
    return { ok: true, message: say("devices_listed", { count: result.length }), result };
  }
  if (request.kind === "access") {
    const result = await readAccess(router, await siteAccess(reconciler));
    return { ok: true, message: say("access_read"), result };
  }
  if (request.kind === "secrets") {
    return { ok: true, message: say("secrets_read"), result: await readSecrets(router) };
  }
  if (request.kind === "refused_dials") {
    const sinceMs = await reconciler.refusedDials.since(request.login);
    return { ok: true, message: say("refused_dials_read"), result: { sinceMs } };
  }
  if (request.kind === "networks") {
    const machine = await addressTowards(reconciler.assignment.host).catch(() => "");
    return { ok: true, message: say("networks_read"), result: await readNetworks(router, machine) };
  }
  if (request.kind === "end_access") {
    if (reconciler.isSuperseded) return { ok: false, message: say("served_by_another") };
    return endAccess(router, await siteAccess(reconciler), request);
  }
  const subject = parseSubject(request.subject);
  if (!subject) return { ok: false, message: say("no_device_address") };
  if (request.kind === "session") {
    const result = await reconciler.sessionNow(subject);
    const mac = macOf(subject);
    return { ok: true, message: say(result ? "session_read" : "device_not_online", { mac }), result };
  }
  if (reconciler.isSuperseded) return { ok: false, message: say("served_by_another") };
  return kick(router, macOf(subject));
}

async function siteAccess(reconciler: RouterReconciler): Promise<SiteAccess> {
  const { host, ownDevices = [] } = reconciler.assignment;
  return {
    isServed: (entitlementId, mac) => reconciler.isServed(entitlementId, mac),
    ownDevices,
    lineNames: reconciler.lineNames,
    ownAddress: await addressTowards(host).catch(() => ""),
  };
}

/** In the order of the router's list, without what is switched off. */
async function ownAddresses(router: Router): Promise<AddressesResult> {
  const rows = await router.print("/ip/address", {}, ["address", "disabled", "invalid"]);
  const inUse = rows.filter(({ disabled, invalid }) => disabled !== "true" && invalid !== "true");
  return inUse.flatMap(({ address }) => address?.split("/")[0] ?? []).slice(0, 32);
}

async function hosts(router: Router): Promise<HostsResult> {
  return [...new Set((await readHosts(router)).map(({ mac }) => mac))];
}

/** Ends the device's session if it is one of ours; it may come back by itself. Gives what is answered. */
async function kick(router: Router, mac: string): Promise<{ ok: boolean; message: Text }> {
  const { ours, active } = await readDevice(router, mac);
  if (!active) return { ok: true, message: say("device_not_online", { mac }) };
  if (!ours || active.user !== mac) {
    return { ok: false, message: say("device_foreign_user", { mac }) };
  }
  await router.remove(activePath, active.rowId);
  return { ok: true, message: say("device_disconnected", { mac }) };
}
