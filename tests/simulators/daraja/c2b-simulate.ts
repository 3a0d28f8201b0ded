import { newRequestId } from "../gateway-kit/identifiers.ts";
import { isOwnNumber } from "./c2b-register.ts";
import type { DarajaEngine } from "./engine.ts";
import { type PaybillPayment, payByHand } from "./paybill-payment.ts";
import { digits, MOBILE, wholeShillings } from "./push-request.ts";
import { FIRST_NAME } from "./receive-push.ts";
import { openCall } from "./signed-call.ts";
import type { DarajaApp } from "./state.ts";
import { INVALID_ACCESS_TOKEN_C2B, invalidField, RESOURCE_NOT_FOUND, refuse } from "./wire-answers.ts";

function readSimulation(
  app: DarajaApp,
  body: Record<string, unknown>,
): { payment: PaybillPayment } | { field: string } {
  const shortCode = digits(body.ShortCode);
  if (!isOwnNumber(app, shortCode)) return { field: "ShortCode" };
  const toTill = body.CommandID === "CustomerBuyGoodsOnline";
  if (!toTill && body.CommandID !== "CustomerPayBillOnline") return { field: "CommandID" };
  const amount = wholeShillings(body.Amount);
  if (amount === undefined) return { field: "Amount" };
  const phone = digits(body.Msisdn);
  if (!MOBILE.test(phone)) return { field: "Msisdn" };
  const reference = body.BillRefNumber;
  if (!toTill && (typeof reference !== "string" || !/^.{1,20}$/.test(reference))) {
    return { field: "BillRefNumber" };
  }
  return {
    payment: {
      shortCode,
      transactionType: toTill ? "Buy Goods" : "Pay Bill",
      account: toTill ? "" : String(reference),
      amount,
      phone,
      firstName: FIRST_NAME,
      origin: "simulated",
    },
  };
}

/** POST /mpesa/c2b/v1/simulate and v2: the sandbox's own way to type a payment; production has no such call. */
export async function simulatePayment(engine: DarajaEngine, request: Request): Promise<Response> {
  if (engine.state.settings.registrations === "once") return refuse(RESOURCE_NOT_FOUND, engine.random);
  const opened = await openCall(engine, request, INVALID_ACCESS_TOKEN_C2B);
  if ("error" in opened) return refuse(opened.error, engine.random);
  const read = readSimulation(opened.app, opened.body);
  if ("field" in read) return refuse(invalidField(read.field), engine.random);
  // The acknowledgement does not wait for the business that is asked.
  void payByHand(engine, read.payment);
  return Response.json({
    OriginatorCoversationID: newRequestId(engine.random),
    ResponseCode: "0",
    ResponseDescription: "Accept the service request successfully.",
  });
}
