import * as z from "zod";
import type { Context } from "../../context.ts";
import { darajaCallBy, type GatewayAnswer, readStrictJson, wireText } from "../payments/index.ts";
import type { PayoutAccount } from "./payout-account.ts";
import type { Payout, PayoutEvent } from "./payout-state.ts";
import { type About, payoutUrl } from "./result-address.ts";

// Safaricom's B2C (version 3), B2B and Transaction Status: all are only acknowledged, and their results come to addresses of ours.
// docs/reference/gateways-mpesa.md, "Payouts".

const Acknowledged = z.object({
  ResponseCode: wireText,
  ConversationID: z.string().optional(),
  OriginatorConversationID: z.string().optional(),
});
const Refused = z.object({ errorCode: z.string(), errorMessage: z.string().default("") });
const Result = z.object({
  Result: z.object({
    ResultCode: wireText,
    ResultDesc: z.string().default(""),
    OriginatorConversationID: z.string().optional(),
    ConversationID: z.string().optional(),
    TransactionID: z.string().optional(),
    ResultParameters: z
      .object({ ResultParameter: z.array(z.object({ Key: z.string(), Value: z.unknown().optional() })) })
      .optional(),
  }),
});

const neverProcessed = "2033";
/** Still at work, or a fault of the gateway's own machinery: neither yes nor no. */
const saysNothing = new Set(["4999", "9999", "26"]);

/** Our own name for it, which the gateway refuses a second time. */
export function handleOf(payoutId: string): string {
  return payoutId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Sends it. Nothing but a definite refusal says that it was not sent. */
export async function send(
  ctx: Context,
  providerId: string,
  payout: Payout,
  account: PayoutAccount,
): Promise<PayoutEvent> {
  const { path, body } = payout.kind === "phone" ? toPhone(payout, account) : toBusiness(payout, account);
  const name = { providerId, payoutId: payout.id };
  const answer = await darajaCallBy(ctx, account.environment, account.app, path, {
    ...body,
    QueueTimeOutURL: payoutUrl(ctx, name, { kind: "timed-out" }),
    ResultURL: payoutUrl(ctx, name, { kind: "result" }),
  });
  return acknowledged(answer);
}

function toPhone({ id, cents, account: phone }: Payout, { shortCode, secrets }: PayoutAccount) {
  return {
    path: "/mpesa/b2c/v3/paymentrequest",
    body: {
      OriginatorConversationID: handleOf(id),
      InitiatorName: secrets.initiatorName,
      SecurityCredential: secrets.securityCredential,
      CommandID: "BusinessPayment",
      Amount: cents / 100,
      PartyA: shortCode,
      PartyB: phone,
      Remarks: "WiFi payout",
      // Safaricom's own spelling.
      Occassion: "Payout",
    },
  };
}

function toBusiness(
  { kind, cents, account: number, reference }: Payout,
  { shortCode, secrets }: PayoutAccount,
) {
  return {
    path: "/mpesa/b2b/v1/paymentrequest",
    body: {
      Initiator: secrets.initiatorName,
      SecurityCredential: secrets.securityCredential,
      CommandID: kind === "till" ? "BusinessBuyGoods" : "BusinessPayBill",
      SenderIdentifierType: "4",
      // Safaricom's own spelling.
      RecieverIdentifierType: "4",
      Amount: cents / 100,
      PartyA: shortCode,
      PartyB: number,
      AccountReference: reference ?? "WiFi",
      Remarks: "WiFi payout",
    },
  };
}

function acknowledged(answer: GatewayAnswer): PayoutEvent {
  if (answer.kind === "lost") return { type: "unclear", detail: answer.detail };
  if (answer.kind === "not-sent") return { type: "refused", detail: answer.detail };
  const taken = Acknowledged.safeParse(answer.body);
  if (answer.status === 200 && taken.success) {
    const { ResponseCode, ConversationID, OriginatorConversationID } = taken.data;
    return ResponseCode === "0" && ConversationID
      ? { type: "accepted", conversation: ConversationID, handle: OriginatorConversationID || null }
      : { type: "unclear", detail: `acknowledged with ${ResponseCode || "nothing"}` };
  }
  const refused = Refused.safeParse(answer.body);
  if (!refused.success) return { type: "unclear", detail: `HTTP ${answer.status} without a known answer` };
  const { errorCode, errorMessage } = refused.data;
  const detail = `${errorCode} ${errorMessage}`.trim();
  const isDefinite = errorCode.startsWith("4") || ["500.003.02", "500.003.03"].includes(errorCode);
  return isDefinite ? { type: "refused", detail } : { type: "unclear", detail };
}

/** Asks what became of it; the answer comes to an address of this very question. @returns the gateway's name for the question */
export async function question(
  ctx: Context,
  providerId: string,
  { id, handle, asks }: Payout,
  account: PayoutAccount,
): Promise<string | null> {
  const name = { providerId, payoutId: id };
  const answer = await darajaCallBy(
    ctx,
    account.environment,
    account.app,
    "/mpesa/transactionstatus/v1/query",
    {
      Initiator: account.secrets.initiatorName,
      SecurityCredential: account.secrets.securityCredential,
      CommandID: "TransactionStatusQuery",
      OriginalConversationID: handle ?? "",
      PartyA: account.shortCode,
      IdentifierType: "4",
      Remarks: "WiFi payout",
      QueueTimeOutURL: payoutUrl(ctx, name, { kind: "silent" }),
      ResultURL: payoutUrl(ctx, name, { kind: "answer", ask: asks }),
    },
  );
  const taken = Acknowledged.safeParse(answer.kind === "answered" && answer.status === 200 && answer.body);
  return (taken.success && taken.data.OriginatorConversationID) || null;
}

/** What a message says of this payout; `ask`: nothing, but the gateway is to be asked now. Null: it speaks of another, or of nothing. */
export function readResult(about: About, body: string, payout: Payout): PayoutEvent | "ask" | null {
  const parsed = Result.safeParse(readStrictJson(body));
  if (!parsed.success || about.kind === "silent") return null;
  const { ResultCode: code, ResultDesc, ResultParameters, ...named } = parsed.data.Result;
  const detail = `${code} ${ResultDesc}`.trim().slice(0, 300);
  const value = (key: string): string => {
    const found = ResultParameters?.ResultParameter.find((one) => one.Key === key)?.Value;
    return typeof found === "string" || typeof found === "number" ? String(found).trim() : "";
  };
  if (about.kind === "answer")
    return about.ask > payout.asks
      ? null
      : answered(payout, about.ask, { code, detail, value, name: named.OriginatorConversationID ?? null });
  if (about.kind === "timed-out") return "ask";
  // A result names the conversation that was acknowledged, and a payout whose name we do not know is not asked about.
  if (payout.handle === null || named.OriginatorConversationID !== payout.handle) return null;
  if (payout.conversation !== null && named.ConversationID !== payout.conversation) return null;
  if (saysNothing.has(code)) return "ask";
  return { type: "told", outcome: code === "0" ? "paid" : "failed", detail };
}

type Answer = { code: string; detail: string; value: (key: string) => string; name: string | null };

/** The answer to our own question, which is about one conversation: amount and receiver have to be this payout's, too. */
function answered(payout: Payout, ask: number, { code, detail, value, name }: Answer): PayoutEvent | null {
  if (code === neverProcessed) return { type: "not-found", ask, name, detail };
  if (code !== "0" || !isOfPayout(payout, value)) return null;
  const status = value("TransactionStatus");
  const said = `${status} ${value("TransactionReason")}`.trim();
  if (/revers/i.test(`${status} ${value("ReasonType")}`)) return { type: "is-reversed", detail: said };
  if (/^completed$/i.test(status))
    return { type: "is-paid", receipt: value("ReceiptNo") || null, detail: status };
  return /^(failed|declined|cancelled|rejected|expired)$/i.test(status)
    ? { type: "is-failed", detail: said }
    : null;
}

function isOfPayout({ handle, cents, account }: Payout, value: Answer["value"]): boolean {
  const about = value("OriginatorConversationID");
  const receiver = /^\d+/.exec(value("CreditPartyName"))?.[0] ?? "";
  const isMasked = /\*/.test(value("CreditPartyName"));
  return (
    (about === "" || about === handle) &&
    Math.round(Number(value("Amount")) * 100) === cents &&
    (receiver === account || isMasked)
  );
}
