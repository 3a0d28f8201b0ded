import * as z from "zod";
import type { Context } from "../../../context.ts";
import { sha256 } from "../../../keys.ts";
import type { PaymentEvent, ReportedMoney } from "../core/payment-state.ts";
import type { MpesaRoute } from "../core/route.ts";
import { darajaCall, mpesaCredentials } from "./daraja-call.ts";
import { resultUrl } from "./result-address.ts";
import { readStrictJson, wireText } from "./wire.ts";

// Safaricom's Transaction Status about money that a pay bill reported: what its own books say is proof, the report is not.

const Result = z.object({
  Result: z.object({
    ResultCode: wireText,
    ResultDesc: z.string().default(""),
    ResultParameters: z
      .object({ ResultParameter: z.array(z.object({ Key: z.string(), Value: wireText.optional() })) })
      .optional(),
  }),
});

/** The gateway's books do not have it. */
const notFound = "2033";

/** Asks once; the answer comes to an address of this payment's own. @returns false where nothing can be asked */
export async function queryReported(
  ctx: Context,
  paymentId: string,
  route: MpesaRoute,
  receipt: string,
): Promise<boolean> {
  const secrets = await mpesaCredentials({ ctx, route });
  if (!secrets?.initiatorName || !secrets.securityCredential) return false;
  const { initiatorName, securityCredential } = secrets;
  const name = { objectId: paymentId, number: 0 };
  await darajaCall({ ctx, route }, "/mpesa/transactionstatus/v1/query", () => ({
    Initiator: initiatorName,
    SecurityCredential: securityCredential,
    ResultURL: resultUrl(ctx, name, { kind: "reported", ask: 0 }),
    QueueTimeOutURL: resultUrl(ctx, name, { kind: "timed-out", ask: 0 }),
    Remarks: "Payment",
    CommandID: "TransactionStatusQuery",
    TransactionID: receipt,
    PartyA: route.partyB,
    IdentifierType: "4",
  }));
  return true;
}

/** What the answer means for the payment; null where it says neither yes nor no. */
export function readReported(
  body: string,
  { receipt, cents }: ReportedMoney,
  { partyB }: MpesaRoute,
): PaymentEvent | null {
  const parsed = Result.safeParse(readStrictJson(body));
  if (!parsed.success) return null;
  const { ResultCode: code, ResultDesc, ResultParameters } = parsed.data.Result;
  const value = (key: string) =>
    ResultParameters?.ResultParameter.find((one) => one.Key === key)?.Value?.trim() ?? "";
  // Each answer names a conversation of its own, so one that comes twice is the same text.
  const answer = sha256(body);
  if (code === notFound)
    return { type: "report-denied", receipt, answer, detail: `${code} ${ResultDesc}`.trim() };
  if (code !== "0" || !/^completed$/i.test(value("TransactionStatus")) || value("ReceiptNo") !== receipt)
    return null;
  const isSame =
    Math.round(Number(value("Amount")) * 100) === cents && value("CreditPartyName").startsWith(partyB);
  return isSame
    ? { type: "paybill_payment", receipt, cents, accepted: false, route: null, proof: "statement" }
    : { type: "report-denied", receipt, answer, detail: "the gateway has another sum, or another receiver" };
}
