import type { FromBridge } from "#contract/bridge";
import type { BridgeRequest } from "#contract/bridge-requests";
import { parseMac } from "#contract/values/mac";
import { hosts } from "../commands/hosts.ts";
import { kick } from "../commands/kick.ts";
import { addressTowards } from "../commands/own-address.ts";
import { test } from "../commands/test.ts";
import type { Change, Journal } from "../journal.ts";
import { sentence } from "../reconciler/contact.ts";
import type { RouterReconciler } from "../reconciler.ts";
import { RouterFault } from "../router.ts";
import type { SiteNetwork } from "../site-network.ts";

type Said = Omit<Extract<FromBridge, { type: "answer" }>, "type" | "id">;
type LoanRequest = Extract<BridgeRequest, { loanId: string }>;
type RouterRequest = Exclude<Extract<BridgeRequest, { routerId: string }>, LoanRequest>;
type NetworkRequest = Exclude<BridgeRequest, RouterRequest | LoanRequest>;

export const isOfLoan = (request: BridgeRequest): request is LoanRequest => "loanId" in request;

/**
 * Somebody entered a lent code at the portal: what the journal decides, with the purchase that it made. A bridge that does
 * not serve the router (any more) gives back.
 */
export function answerOfLoan(
  journal: Journal,
  reconciler: RouterReconciler | undefined,
  request: LoanRequest,
): { said: Said; change: Change | undefined } {
  const { loanId, routerId } = request;
  const mac = request.kind === "redeem" ? parseMac(request.mac) : undefined;
  const view = reconciler?.view ?? "unread";
  const may = reconciler !== undefined && !reconciler.isSuperseded && mac !== undefined;
  const { answer: result, change } = may
    ? journal.loans.answer(loanId, routerId, mac, view)
    : { answer: journal.loans.giveBack(loanId, routerId, view), change: undefined };
  const said = result
    ? { ok: true, message: `The voucher is ${result.state}.`, result }
    : { ok: false, message: "The router has not said yet who was let in." };
  return { said, change };
}

export const isOfRouter = (request: BridgeRequest): request is RouterRequest =>
  "routerId" in request && !isOfLoan(request);

/** The same about the networks around this machine. Never rejects. */
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

/** Does what a person asks for now. Never rejects: what went wrong is a sentence. */
export async function answer(
  reconciler: RouterReconciler | undefined,
  request: RouterRequest,
): Promise<Said> {
  if (!reconciler) return { ok: false, message: "This bridge does not serve that router." };
  try {
    return await carryOut(reconciler, request);
  } catch (error) {
    if (error instanceof RouterFault) return { ok: false, message: sentence(error) };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `The router's answer could not be read (${message}).`.slice(0, 500) };
  }
}

async function carryOut(reconciler: RouterReconciler, request: RouterRequest): Promise<Said> {
  const { router } = reconciler;
  if (request.kind === "test") {
    const result = await test(router);
    const lacks = result.hotspot ? "" : " It has no hotspot yet.";
    const message = `${result.identity || "The router"} answers (RouterOS ${result.version}).${lacks}`;
    return { ok: true, message: message.slice(0, 500), result };
  }
  if (request.kind === "address") {
    const result = await addressTowards(reconciler.assignment.host);
    if (result.startsWith("127."))
      return { ok: false, message: "The bridge and the router are one machine." };
    return { ok: true, message: `The bridge reaches the router from ${result}.`, result };
  }
  if (request.kind === "preflight") {
    if (reconciler.isSuperseded) return { ok: false, message: "Another bridge serves that router now." };
    reconciler.check();
    return { ok: true, message: "The check has begun." };
  }
  if (request.kind === "hosts") {
    const result = await hosts(router);
    return { ok: true, message: `Devices on the router's list: ${result.length}.`, result };
  }
  const mac = parseMac(request.mac);
  if (!mac) return { ok: false, message: "That is no device address." };
  if (reconciler.isSuperseded) return { ok: false, message: "Another bridge serves that router now." };
  return kick(router, mac);
}
