import * as z from "zod";
import { say, type Text } from "../../../contract/texts.ts";
import { isBanksPayBill } from "../../../contract/values/banks.ts";
import type { ResultAbout } from "../core/callbacks.ts";
import type { MpesaRoute } from "../core/route.ts";
import { darajaCall, mpesaCredentials } from "./daraja-call.ts";
import type { RefundDriver, RefundLine } from "./driver.ts";
import type { RefundEvent } from "./refund-types.ts";
import { resultUrl } from "./result-address.ts";
import { readStrictJson, wireText } from "./wire.ts";

// Safaricom's Reversal and Transaction Status: both are only acknowledged, and their results come to addresses of ours.

const Acknowledged = z.object({ ResponseCode: wireText, OriginatorConversationID: z.string().optional() });
const Refused = z.object({ errorCode: z.string(), errorMessage: z.string().default("") });
const Result = z.object({
  Result: z.object({
    ResultCode: wireText,
    ResultDesc: z.string().default(""),
    OriginatorConversationID: z.string().optional(),
    TransactionID: z.string().optional(),
    ResultParameters: z
      .object({ ResultParameter: z.array(z.object({ Key: z.string(), Value: z.unknown().optional() })) })
      .optional(),
  }),
});

const alreadyReversed = "R000001";
const neverProcessed = "2033";
/** Still at work, or a fault of the gateway's own machinery: neither yes nor no. */
const saysNothing = new Set(["4999", "9999"]);

async function fault({ ctx, subject }: RefundLine<MpesaRoute>, isRepeat: boolean): Promise<Text | null> {
  const { route } = subject;
  if (route.transactionType === "CustomerPayBillOnline" && route.partyB !== route.shortCode)
    return say(isBanksPayBill(route.partyB) ? "refund_bank_account" : "refund_other_pay_bill");
  // Safaricom reverses a payment once, be it in part.
  if (isRepeat) return say("refund_once");
  const secrets = await mpesaCredentials({ ctx, route });
  if (!secrets) return say("refund_no_credentials");
  if (secrets.initiatorName && secrets.securityCredential) return null;
  return route.credentials === "platform" ? say("refund_platform_settings") : say("refund_provider_settings");
}

type Asker = { initiatorName?: string | undefined; securityCredential?: string | undefined };

/** Who asks, and where the result goes. */
function signed(
  line: RefundLine<MpesaRoute>,
  { initiatorName = "", securityCredential = "" }: Asker,
  about: ResultAbout,
) {
  const { ctx, name } = line;
  return {
    Initiator: initiatorName,
    SecurityCredential: securityCredential,
    ResultURL: resultUrl(ctx, name, about),
    QueueTimeOutURL: resultUrl(ctx, name, { kind: "timed-out", ask: 0 }),
    Remarks: "Refund",
  };
}

async function refund(line: RefundLine<MpesaRoute>, cents: number): Promise<RefundEvent> {
  const { receipt, route } = line.subject;
  const answer = await darajaCall({ ctx: line.ctx, route }, "/mpesa/reversal/v1/request", (secrets) => ({
    ...signed(line, secrets, { kind: "result", ask: 0 }),
    CommandID: "TransactionReversal",
    TransactionID: receipt,
    Amount: cents / 100,
    ReceiverParty: route.partyB,
    // Safaricom's own spelling.
    RecieverIdentifierType: "11",
  }));
  if (answer.kind === "lost") return { type: "unclear", detail: answer.detail };
  if (answer.kind === "not-sent") return { type: "refused", detail: answer.detail };
  const taken = Acknowledged.safeParse(answer.body);
  // An acknowledgement may come with every field empty: it was taken then, or not.
  if (answer.status === 200 && taken.success)
    return taken.data.ResponseCode === "0"
      ? { type: "accepted", handle: taken.data.OriginatorConversationID || null }
      : { type: "unclear", detail: `acknowledged with ${taken.data.ResponseCode || "nothing"}` };
  const refused = Refused.safeParse(answer.body);
  const code = refused.success ? refused.data.errorCode : "";
  const detail = refused.success
    ? `${code} ${refused.data.errorMessage}`.trim()
    : `HTTP ${answer.status} without a known answer`;
  const isDefinite = refused.success
    ? code.startsWith("4") || ["500.003.02", "500.003.03"].includes(code)
    : answer.status >= 400 && answer.status < 500;
  return isDefinite ? { type: "refused", detail } : { type: "unclear", detail };
}

/** The answer comes as a result, later. Without a name for the refund only the payment itself can be asked about. */
async function query(
  line: RefundLine<MpesaRoute>,
  handle: string | null,
  ask: number,
): Promise<RefundEvent | null> {
  const { receipt, route } = line.subject;
  const answer = await darajaCall(
    { ctx: line.ctx, route },
    "/mpesa/transactionstatus/v1/query",
    (secrets) => ({
      ...signed(line, secrets, { kind: handle === null ? "payment-status" : "status", ask }),
      CommandID: "TransactionStatusQuery",
      // Exactly one of the two, or the gateway acknowledges with nothing and never answers.
      ...(handle === null ? { TransactionID: receipt } : { OriginalConversationID: handle }),
      PartyA: route.partyB,
      IdentifierType: "4",
    }),
  );
  const taken = Acknowledged.safeParse(answer.kind === "answered" && answer.status === 200 && answer.body);
  const name = taken.success && taken.data.OriginatorConversationID;
  return name ? { type: "ask-named", ask, name } : null;
}

/** Null where it says neither, or speaks of another. @param handle as acknowledged; null = not known */
export function readRefundResult(
  { kind, ask }: ResultAbout,
  body: string,
  handle: string | null,
): RefundEvent | null {
  const parsed = Result.safeParse(readStrictJson(body));
  if (!parsed.success) return null;
  const { ResultCode: code, ResultDesc, TransactionID, ResultParameters } = parsed.data.Result;
  const { OriginatorConversationID: about } = parsed.data.Result;
  if (kind === "result" && handle !== null && about !== handle) return null;
  const detail = `${code} ${ResultDesc}`.trim();
  const value = (key: string): string => {
    const found = ResultParameters?.ResultParameter.find((one) => one.Key === key)?.Value;
    return typeof found === "string" || typeof found === "number" ? String(found).trim() : "";
  };
  switch (kind) {
    case "result":
      if (code === "0") return { type: "carried-out", receipt: TransactionID || null, detail };
      if (code === alreadyReversed) return { type: "already", detail };
      return saysNothing.has(code) ? null : { type: "not-carried-out", detail };
    case "status":
      if (code === neverProcessed) return { type: "not-found", ask, name: about ?? null, detail };
      if (code !== "0" || !/^completed$/i.test(value("TransactionStatus"))) return null;
      return { type: "carried-out", receipt: value("ReceiptNo") || null, detail };
    case "payment-status": {
      const isReversed = /revers/i.test(`${value("TransactionStatus")} ${value("ReasonType")}`);
      return code === "0" && isReversed ? { type: "carried-out", receipt: null, detail } : null;
    }
    // Whether it was carried out is not known: it is asked about in its turn.
    case "timed-out":
    case "reported":
      return null;
    default:
      return kind satisfies never;
  }
}

export const mpesaRefund: RefundDriver<MpesaRoute> = { givesParts: true, fault, refund, query };
