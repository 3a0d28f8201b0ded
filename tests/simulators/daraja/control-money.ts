import { deliveriesJson, iso, refusal } from "../gateway-kit/control.ts";
import { readObject } from "../gateway-kit/http.ts";
import type { DarajaEngine } from "./engine.ts";
import { type PaybillPayment, payByHand } from "./paybill-payment.ts";
import { MOBILE, wholeShillings } from "./push-request.ts";
import { FIRST_NAME } from "./receive-push.ts";
import type { Transfer } from "./state.ts";

function transferJson(transfer: Transfer) {
  const { reversal } = transfer;
  return {
    ...transfer,
    at: iso(transfer.at),
    reversal: reversal && { ...reversal, at: iso(reversal.at) },
    deliveries: deliveriesJson(transfer.deliveries),
  };
}

/** Whether a number is a paybill or till of anybody that this gateway knows. */
function kindOf(engine: DarajaEngine, number: string): PaybillPayment["transactionType"] | undefined {
  if (engine.apps.some((app) => app.tills?.includes(number))) return "Buy Goods";
  return engine.apps.some((app) => app.shortCode === number || app.partyBs?.includes(number))
    ? "Pay Bill"
    : undefined;
}

function readTyped(
  engine: DarajaEngine,
  body: Record<string, unknown>,
): { payment: PaybillPayment } | { refused: Response } {
  const { shortCode, account = "", amount, phone, firstName = FIRST_NAME } = body;
  const transactionType = kindOf(engine, String(shortCode));
  if (!transactionType) return { refused: refusal(404, `Nobody has the number ${String(shortCode)}.`) };
  const shillings = wholeShillings(amount);
  if (shillings === undefined) return { refused: refusal(400, '"amount" is whole shillings.') };
  if (typeof phone !== "string" || !MOBILE.test(phone)) {
    return { refused: refusal(400, '"phone" is a mobile number like 254712345678.') };
  }
  if (typeof firstName !== "string") return { refused: refusal(400, '"firstName" is text.') };
  if (typeof account !== "string" || account.length > 20) {
    return { refused: refusal(400, '"account" is text of at most 20 characters.') };
  }
  if (transactionType === "Pay Bill" && account === "") {
    return { refused: refusal(400, 'A paybill asks for an "account".') };
  }
  return {
    payment: {
      shortCode: String(shortCode),
      transactionType,
      account: transactionType === "Pay Bill" ? account : "",
      amount: shillings,
      phone,
      firstName,
      origin: "typed",
    },
  };
}

/** POST /control/typed: somebody pays by hand; answers when the payment is decided. */
async function typedCall(engine: DarajaEngine, request: Request): Promise<Response> {
  if (request.method !== "POST") return refusal(405, "A payment is typed with POST.");
  const body = readObject(await request.text());
  if (!body) return refusal(400, "The body must be a JSON object.");
  const read = readTyped(engine, body);
  if ("refused" in read) return read.refused;
  const { paid, code, receipt } = await payByHand(engine, read.payment);
  return Response.json({ state: paid ? "paid" : "refused", validation: code, receipt });
}

/** GET /control/payouts: money that businesses sent. POST with its conversation: somebody at the gateway takes it back. */
async function payoutsCall(engine: DarajaEngine, request: Request): Promise<Response> {
  const { state } = engine;
  if (request.method !== "POST")
    return Response.json(state.operations.filter(({ payout }) => payout !== undefined).toReversed());
  const id = readObject(await request.text())?.originatorConversationId;
  const found = state.operations.find(
    (one) => one.payout !== undefined && one.originatorConversationId === id && one.receipt !== null,
  );
  if (!found?.payout) return refusal(404, "There is no such payout.");
  const taken = { ...found, payout: { ...found.payout, isReversed: true } };
  engine.commit({ ...state, operations: state.operations.map((one) => (one === found ? taken : one)) });
  return Response.json(taken);
}

/** The controls of money that moved without a prompt; undefined for other paths. */
export async function controlMoney(
  engine: DarajaEngine,
  request: Request,
  url: URL,
): Promise<Response | undefined> {
  if (url.pathname === "/control/typed") return await typedCall(engine, request);
  if (url.pathname === "/control/payouts") return await payoutsCall(engine, request);
  if (url.pathname !== "/control/transfers") return undefined;
  return Response.json(engine.state.transfers.toReversed().map(transferJson));
}
