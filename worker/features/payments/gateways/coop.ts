import * as z from "zod";
import type { PaymentReason } from "../../../contract/payments.ts";
import type { BankRoute } from "../core/route.ts";
import { apiManagerToken, type BankApi, type BankDriver, bankCall } from "./bank-call.ts";
import type { Line, PushRequest, PushResult, QueryResult, ReadCallback } from "./driver.ts";
import { unanswered } from "./gateway-call.ts";
import { centsIn, httpFault, readStrictJson, resultFault, saysPhoneWrong, wireText } from "./wire.ts";

// Co-operative Bank's Connect: STK push and enquiry by a message reference that is ours
// (docs/reference/gateways-banks.md, "Co-operative Bank"). Its answers carry MessageCode, some environments say
// ResponseCode; business refusals come with HTTP 4xx and a code.

const Answer = z.object({
  MessageReference: z.string().nullish(),
  MessageCode: wireText.nullish(),
  MessageDescription: z.string().nullish(),
  ResponseCode: wireText.nullish(),
  ResponseDescription: z.string().nullish(),
  ReceiptNumber: z.string().nullish(),
  Amount: wireText.nullish(),
  MobileNumber: wireText.nullish(),
});
type Said = z.infer<typeof Answer>;

const codeOf = (said: Said | undefined) => said?.MessageCode ?? said?.ResponseCode ?? null;
const wordsOf = (said: Said | undefined) => said?.MessageDescription ?? said?.ResponseDescription ?? "";

function outcomeOf({ status, body }: { status: number; body: unknown }) {
  const said = Answer.safeParse(body).data;
  const [code, words] = [codeOf(said), wordsOf(said)];
  return { said, code, words, detail: `HTTP ${status} ${code ?? ""} ${words}`.trim() };
}

/** A message reference holds 32 of the payment id's 48 letters: its random half, which no other payment has. */
const referenceOf = (paymentId: string) => paymentId.slice(0, 32);

/** Safaricom's own codes are passed on; 2002 is the bank's code for a prompt that was turned down. */
const ends = new Map<string, PaymentReason>([
  ["1", "insufficient"],
  ["1019", "network"],
  ["1032", "cancelled"],
  ["1037", "network"],
  ["2001", "wrong-pin"],
  ["2002", "cancelled"],
]);

const api: BankApi = {
  base: ({ COOP_SANDBOX_URL: sandbox, COOP_PRODUCTION_URL: production }) => ({ sandbox, production }),
  token: apiManagerToken,
};

async function push(line: Line<BankRoute>, request: PushRequest): Promise<PushResult> {
  const reference = referenceOf(request.paymentId);
  const answer = await bankCall(api, line, ({ merchantId }) => ({
    method: "POST",
    path: "/FT/stk/1.0.0",
    body: {
      MessageReference: reference,
      CallBackUrl: line.callbackUrl,
      OperatorCode: merchantId,
      TransactionCurrency: "KES",
      MobileNumber: request.phone,
      Narration: request.description,
      Amount: request.shillings,
      MessageDateTime: new Date(line.ctx.now()).toISOString(),
      OtherDetails: [{ Name: "ReferenceNumber", Value: line.route.accountReference }],
    },
    push: request,
  }));
  if (answer.kind !== "answered") return unanswered(answer);
  const { code, words, detail } = outcomeOf(answer);
  const said = { fault: httpFault(answer.status, `${code ?? ""}${words}`, answer.isPage), detail };
  if (answer.status === 200 && code === "0") return { kind: "accepted", handle: reference };
  // A negative code is the bank's own refusal, whatever the HTTP status around it.
  const isDefinite =
    code === null
      ? answer.status >= 400 && answer.status < 500 && answer.status !== 408
      : code.startsWith("-");
  if (!isDefinite) return { kind: "unclear", ...said };
  return { kind: "refused", reason: saysPhoneWrong(words) ? "phone" : "service", ...said };
}

async function query(line: Line<BankRoute>, handle: string): Promise<QueryResult> {
  const answer = await bankCall(api, line, ({ merchantId }) => ({
    method: "POST",
    path: "/Enquiry/STK/1.0.0/",
    body: { MessageReference: handle, UserID: merchantId },
  }));
  if (answer.kind !== "answered") return { kind: "silent", detail: answer.detail };
  const { said, code, words, detail } = outcomeOf(answer);
  if (answer.status !== 200 || code === null) return { kind: "silent", detail };
  if (code === "0") return { kind: "paid", receipt: said?.ReceiptNumber || null };
  // Readers of the enquiry's "1" disagree, waiting or too little money: only the callback makes it a failure.
  if (code === "S_001" || code === "1") return { kind: "open" };
  const reason = code.startsWith("-") ? "service" : ends.get(code);
  return reason
    ? { kind: "declined", reason, fault: resultFault(words), detail }
    : { kind: "silent", detail };
}

function readCallback(body: string): ReadCallback | null {
  const said = Answer.safeParse(readStrictJson(body)).data;
  const code = codeOf(said);
  if (!said?.MessageReference || code === null || code === "S_001") return null;
  const reading = {
    handle: said.MessageReference,
    reason: code === "0" ? null : (ends.get(code) ?? "service"),
    fault: resultFault(wordsOf(said)),
    detail: `${code} ${wordsOf(said)}`.trim(),
    receipt: said.ReceiptNumber || null,
    amountCents: centsIn(said.Amount),
    phone: said.MobileNumber ?? null,
  };
  return { reading, isSigned: false };
}

export const coop: BankDriver = {
  api,
  push,
  query,
  usesDoor: async (_line, door) => door.kind === "own",
  carries: ["handle", "amountCents", "receipt"],
  read: async (_line, body) => readCallback(body),
  ownHandle: referenceOf,
};
