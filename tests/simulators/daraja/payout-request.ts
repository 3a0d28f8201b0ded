import { bannedWord, isCallBackUrl } from "../gateway-kit/callback-url.ts";
import { isOwnNumber } from "./c2b-register.ts";
import { digits, MOBILE, wholeShillings } from "./push-request.ts";
import type { DarajaApp } from "./state.ts";
import { bannedUrl, invalidField, type WireError } from "./wire-answers.ts";

/** Money that a business sends: to a phone (B2C), or to a pay bill or till (B2B). */
export type PayoutRequest = {
  initiator: string;
  securityCredential: string;
  resultUrl: string;
  timeoutUrl: string;
  shortCode: string;
  amount: number;
  receiver: string;
  /** B2C version 3 takes the caller's own name; empty: the gateway gives one. */
  originatorConversationId: string;
};

type Read = { value: PayoutRequest } | { error: WireError };

const CREDENTIAL = /^[A-Za-z0-9+/]+={0,2}$/;

function faultOf(body: Record<string, unknown>, initiator: string, strict: boolean): WireError | undefined {
  const { SecurityCredential, ResultURL, QueueTimeOutURL, Remarks } = body;
  const name = body[initiator];
  if (typeof name !== "string" || name === "") return invalidField(initiator);
  if (typeof SecurityCredential !== "string" || !CREDENTIAL.test(SecurityCredential))
    return invalidField("SecurityCredential");
  for (const [field, url] of Object.entries({ ResultURL, QueueTimeOutURL })) {
    if (typeof url !== "string" || !isCallBackUrl(url, strict)) return invalidField(field);
    const word = strict ? bannedWord(url) : undefined;
    if (word !== undefined) return bannedUrl(word);
  }
  return typeof Remarks === "string" && /^.{2,100}$/.test(Remarks) ? undefined : invalidField("Remarks");
}

function shared(app: DarajaApp, body: Record<string, unknown>, initiator: string, strict: boolean): Read {
  const error = faultOf(body, initiator, strict);
  if (error) return { error };
  const shortCode = digits(body.PartyA);
  if (!isOwnNumber(app, shortCode)) return { error: invalidField("PartyA") };
  const amount = wholeShillings(body.Amount);
  if (amount === undefined) return { error: invalidField("Amount") };
  return {
    value: {
      initiator: String(body[initiator]),
      securityCredential: String(body.SecurityCredential),
      resultUrl: String(body.ResultURL),
      timeoutUrl: String(body.QueueTimeOutURL),
      shortCode,
      amount,
      receiver: digits(body.PartyB),
      originatorConversationId: "",
    },
  };
}

export function readB2c(app: DarajaApp, body: Record<string, unknown>, strict: boolean): Read {
  const read = shared(app, body, "InitiatorName", strict);
  if ("error" in read) return read;
  const { CommandID, OriginatorConversationID: own, Occassion } = body;
  if (!["BusinessPayment", "SalaryPayment", "PromotionPayment"].includes(String(CommandID)))
    return { error: invalidField("CommandID") };
  if (typeof own !== "string" || !/^[A-Za-z0-9_-]{1,100}$/.test(own))
    return { error: invalidField("OriginatorConversationID") };
  if (!MOBILE.test(read.value.receiver)) return { error: invalidField("PartyB") };
  // Daraja's own spelling of the field.
  if (Occassion !== undefined && (typeof Occassion !== "string" || Occassion.length > 100))
    return { error: invalidField("Occassion") };
  return { value: { ...read.value, originatorConversationId: own } };
}

export function readB2b(app: DarajaApp, body: Record<string, unknown>, strict: boolean): Read {
  const read = shared(app, body, "Initiator", strict);
  if ("error" in read) return read;
  const { CommandID, AccountReference } = body;
  if (CommandID !== "BusinessPayBill" && CommandID !== "BusinessBuyGoods")
    return { error: invalidField("CommandID") };
  for (const field of ["SenderIdentifierType", "RecieverIdentifierType"])
    if (digits(body[field]) !== "4") return { error: invalidField(field) };
  if (!/^\d{5,7}$/.test(read.value.receiver)) return { error: invalidField("PartyB") };
  if (typeof AccountReference !== "string" || !/^[A-Za-z0-9]{1,13}$/.test(AccountReference))
    return { error: invalidField("AccountReference") };
  return read;
}
