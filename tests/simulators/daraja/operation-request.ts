import { bannedWord, isCallBackUrl } from "../gateway-kit/callback-url.ts";
import { isOwnNumber } from "./c2b-register.ts";
import { digits, wholeShillings } from "./push-request.ts";
import type { DarajaApp } from "./state.ts";
import { bannedUrl, invalidField, type WireError } from "./wire-answers.ts";

/** What a reversal and a status query share: who asks, and where the result goes. */
export type OperationRequest = {
  initiator: string;
  securityCredential: string;
  resultUrl: string;
  timeoutUrl: string;
};
export type ReversalRequest = OperationRequest & {
  transactionId: string;
  amount: number;
  receiverParty: string;
};
/** Exactly one of the two ids is not empty. */
export type StatusRequest = OperationRequest & { transactionId: string; conversationId: string };

type Read<Value> = { value: Value } | { error: WireError };

const RECEIPT = /^[A-Z0-9]{10}$/;

function readShared(
  body: Record<string, unknown>,
  commandId: string,
  strict: boolean,
): Read<OperationRequest> {
  const { Initiator, SecurityCredential, ResultURL, QueueTimeOutURL, Remarks, Occasion } = body;
  if (typeof Initiator !== "string" || Initiator === "") return { error: invalidField("Initiator") };
  const sealed = typeof SecurityCredential === "string" && /^[A-Za-z0-9+/]+={0,2}$/.test(SecurityCredential);
  if (!sealed) return { error: invalidField("SecurityCredential") };
  if (body.CommandID !== commandId) return { error: invalidField("CommandID") };
  for (const [field, url] of Object.entries({ ResultURL, QueueTimeOutURL })) {
    if (typeof url !== "string" || !isCallBackUrl(url, strict)) return { error: invalidField(field) };
    const word = strict ? bannedWord(url) : undefined;
    if (word !== undefined) return { error: bannedUrl(word) };
  }
  if (typeof Remarks !== "string" || !/^.{2,100}$/.test(Remarks)) return { error: invalidField("Remarks") };
  if (Occasion !== undefined && (typeof Occasion !== "string" || Occasion.length > 100)) {
    return { error: invalidField("Occasion") };
  }
  return {
    value: {
      initiator: Initiator,
      securityCredential: SecurityCredential,
      resultUrl: String(ResultURL),
      timeoutUrl: String(QueueTimeOutURL),
    },
  };
}

export function readReversal(
  app: DarajaApp,
  body: Record<string, unknown>,
  strict: boolean,
): Read<ReversalRequest> {
  const shared = readShared(body, "TransactionReversal", strict);
  if ("error" in shared) return shared;
  const transactionId = body.TransactionID;
  if (typeof transactionId !== "string" || !RECEIPT.test(transactionId)) {
    return { error: invalidField("TransactionID") };
  }
  const amount = wholeShillings(body.Amount);
  if (amount === undefined) return { error: invalidField("Amount") };
  const receiverParty = digits(body.ReceiverParty);
  if (!isOwnNumber(app, receiverParty)) return { error: invalidField("ReceiverParty") };
  // Daraja's own spelling of the field.
  if (digits(body.RecieverIdentifierType) !== "11") return { error: invalidField("RecieverIdentifierType") };
  return { value: { ...shared.value, transactionId, amount, receiverParty } };
}

/**
 * `answer: "empty"` is what the gateway was seen to do with an empty TransactionID beside a conversation: it acknowledges
 * with nothing in any field, and nothing follows.
 */
export function readStatus(
  app: DarajaApp,
  body: Record<string, unknown>,
  strict: boolean,
): Read<StatusRequest> | { answer: "empty" } {
  const shared = readShared(body, "TransactionStatusQuery", strict);
  if ("error" in shared) return shared;
  if (!isOwnNumber(app, digits(body.PartyA))) return { error: invalidField("PartyA") };
  if (digits(body.IdentifierType) !== "4") return { error: invalidField("IdentifierType") };
  const { TransactionID: transactionId, OriginalConversationID: conversationId } = body;
  if (conversationId !== undefined) {
    if (typeof conversationId !== "string" || conversationId === "") {
      return { error: invalidField("OriginalConversationID") };
    }
    if (transactionId === "") return { answer: "empty" };
    if (transactionId !== undefined) return { error: invalidField("TransactionID") };
    return { value: { ...shared.value, transactionId: "", conversationId } };
  }
  if (typeof transactionId !== "string" || !RECEIPT.test(transactionId)) {
    return { error: invalidField("TransactionID") };
  }
  return { value: { ...shared.value, transactionId, conversationId: "" } };
}
